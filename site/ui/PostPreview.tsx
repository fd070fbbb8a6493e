import type { MediaItem } from '#shared/media/media.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import type { PreviewFile } from './media/MediaThumbnail.tsx'
import { BlueskyPreview } from './previews/BlueskyPreview.tsx'
import { FacebookPreview } from './previews/FacebookPreview.tsx'
import { GooglePreview } from './previews/GooglePreview.tsx'
import { InstagramPreview } from './previews/InstagramPreview.tsx'
import type { PreviewProps } from './previews/parts.tsx'
import { WordPressPreview } from './previews/WordPressPreview.tsx'

/** Returns a file as the network gets it: the picture itself, or a JPEG on white. */
export const publishedFile = (item: MediaItem, network: NetworkId): PreviewFile => ({
  id: item._id,
  kind: item.kind,
  name: item.name,
  altText: item.altText,
  ratio: item.width / item.height,
  url: (networks[network].picture === 'jpeg' && item.kind === 'image' && item.jpegUrl) || item.url,
})

const PREVIEWS: Record<NetworkId, (props: PreviewProps) => React.ReactNode> = {
  facebook: FacebookPreview,
  instagram: InstagramPreview,
  google: GooglePreview,
  bluesky: BlueskyPreview,
  wordpress: WordPressPreview,
}

export function PostPreview({ network, ...props }: PreviewProps & { network: NetworkId }) {
  const Card = PREVIEWS[network]
  return <Card {...props} />
}
