import type { NetworkId } from '#shared/networks.ts'
import type { DraftMedia } from '#site/dashboard/composer/media/media.ts'

export type PreviewProps = {
  name: string
  username: string
  picture: string
  text: string
  time: string
  media: readonly DraftMedia[]
  /** First comment; empty without one. */
  comment: string
}

/**
 * Returns a file as the network gets it: Facebook the picture itself, the others a JPEG on white, with bars where its ratio needs
 * them.
 */
export function asPublished(media: DraftMedia, network: NetworkId): DraftMedia {
  if (media.upload.state !== 'uploaded') return media
  const { url, jpegUrl } = media.upload.item
  if (media.kind === 'image') return { ...media, url: network === 'facebook' ? url : (jpegUrl ?? url) }
  return { ...media, url }
}
