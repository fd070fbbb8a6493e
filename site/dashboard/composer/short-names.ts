import type { NetworkId } from '#shared/networks.ts'

/** Names for chips and tabs, which have little room. */
export const shortNames: Record<NetworkId, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  google: 'Google',
}
