import type { Listing } from '#api/networks/core/listing.ts'

/**
 * Returns what a sign-in connects without asking: the only account that it may use. Returns undefined if an unlisted group
 * may contain others.
 */
export const onlyOne = <Item>({ found, unlisted }: Listing<Item>): Item | undefined =>
  found.length === 1 && unlisted.length === 0 ? found[0] : undefined
