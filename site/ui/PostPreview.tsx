import type { ComponentType } from 'react'

import type { MediaItem } from '#shared/media/media.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { isStory } from '#shared/posts/stories.ts'
import type { PreviewFile } from './media/MediaThumbnail.tsx'
import { FacebookPreview } from './previews/FacebookPreview.tsx'
import { InstagramPreview } from './previews/InstagramPreview.tsx'
import type { PreviewProps } from './previews/parts.tsx'
import { lazyComponent } from './rendering/lazy.tsx'

/** Returns a file as the network gets it: the original, or a JPEG on white for networks that need one, except in stories. */
export const publishedFile = (item: MediaItem, network: NetworkId, isStory = false): PreviewFile => ({
  id: item._id,
  kind: item.kind,
  name: item.name,
  altText: item.altText,
  ratio: item.width / item.height,
  url:
    (!isStory && networks[network].picture === 'jpeg' && item.kind === 'image' && item.jpegUrl) || item.url,
})

/** These load lazily, because few posts are stories or on these networks. */
const GooglePreview = lazyComponent(async () => (await import('./previews/GooglePreview.tsx')).GooglePreview)
const BlueskyPreview = lazyComponent(
  async () => (await import('./previews/BlueskyPreview.tsx')).BlueskyPreview,
)
const WordPressPreview = lazyComponent(
  async () => (await import('./previews/WordPressPreview.tsx')).WordPressPreview,
)
const StoryPreview = lazyComponent(async () => (await import('./previews/StoryPreview.tsx')).StoryPreview)

const PREVIEWS: Record<NetworkId, ComponentType<PreviewProps>> = {
  facebook: FacebookPreview,
  instagram: InstagramPreview,
  google: GooglePreview,
  bluesky: BlueskyPreview,
  wordpress: WordPressPreview,
}

export function PostPreview({ network, ...props }: PreviewProps & { network: NetworkId }) {
  if (isStory(props)) return <StoryPreview network={network} {...props} />
  const Card = PREVIEWS[network]
  return <Card {...props} />
}
