import { Film } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'

import type { MediaItem } from '#shared/media/media.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { isStory } from '#shared/posts/stories.ts'
import { NetworkMark } from './NetworkMark.tsx'
import { PostPreview, publishedFile } from './PostPreview.tsx'
import type { PreviewProps } from './previews/parts.tsx'
import { useRemarks } from './remarks/Remarks.tsx'
import { Tabs } from './Tabs.tsx'

/** Everything that goes out on one network. If `name` is missing, the network's name is shown. */
export type NetworkPost = Pick<
  PreviewProps,
  'name' | 'username' | 'picture' | 'text' | 'time' | 'comment' | 'extras' | 'cover'
> & {
  network: NetworkId
  media: readonly MediaItem[]
}

type Options = { whole: boolean; editable?: (network: NetworkId, shown: ReactNode) => ReactNode }
type PostPreviewsProps = Options & { posts: readonly NetworkPost[] }

/**
 * A post as each of its networks shows it: in tabs if all of them get the same, otherwise one below the other, so that nobody
 * approves what they haven't seen.
 * @param whole shows the texts from beginning to end, because somebody decides on them
 * @param editable wraps a network's message in the controls that edit it
 */
export function PostPreviews({ posts, ...options }: PostPreviewsProps) {
  const { revealed, media = [] } = useRemarks() ?? {}
  const [chosen, setChosen] = useState<NetworkId>()
  const revealedNetwork = revealed && 'network' in revealed.anchor ? revealed.anchor.network : undefined
  useEffect(() => {
    if (revealedNetwork) setChosen(revealedNetwork)
  }, [revealedNetwork])
  const shown = posts.find(({ network }) => network === chosen) ?? posts[0]
  if (!shown) return null
  return (
    <div role="group" aria-label="Preview" className="grid grid-cols-1 gap-4">
      {posts.length > 1 && haveSameContent(posts) ? (
        <Tabs
          label="Preview"
          tabs={posts.map(({ network }) => ({
            key: network,
            label: (
              <>
                <NetworkMark network={network} decorative className="size-4" />
                {networks[network].shortName}
              </>
            ),
          }))}
          selected={shown.network}
          onSelect={setChosen}
        >
          <Preview key={shown.network} post={shown} {...options} />
        </Tabs>
      ) : (
        posts.map(post => <Preview key={post.network} post={post} {...options} />)
      )}
      <Files media={media} />
    </div>
  )
}

/** Returns true if all networks get the same texts and files. */
const haveSameContent = (posts: readonly NetworkPost[]) =>
  new Set(
    posts.map(({ text, comment, media, extras }) =>
      JSON.stringify([text, comment, media.map(({ _id }) => _id), extras]),
    ),
  ).size === 1

const Preview = ({ post: { network, name, username, media, ...post }, whole, editable }: Shown) => (
  <div className="mx-auto w-full max-w-90">
    <PostPreview
      network={network}
      name={name || networks[network].name}
      username={username || name || networks[network].name}
      media={media.map(item => publishedFile(item, network, isStory(post)))}
      whole={whole}
      editable={editable && (shown => editable(network, shown))}
      plays
      {...post}
    />
  </div>
)

type Shown = Options & { post: NetworkPost }

/** Every file with its alt text, because previews crop pictures and hide those beyond the fifth. */
const Files = ({ media }: { media: readonly MediaItem[] }) => (
  <ul aria-label="Files" className="grid grid-cols-1 gap-2 text-xs text-soft empty:hidden">
    {media.map(item => (
      <li key={item._id} className="flex items-center gap-3">
        <a
          href={item.url}
          target="_blank"
          rel="noreferrer"
          className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-field bg-base-200"
        >
          {item.thumbnailUrl ? (
            <img src={item.thumbnailUrl} alt="" loading="lazy" className="size-full object-cover" />
          ) : (
            <Film className="size-4" />
          )}
          <span className="sr-only">Open {item.name} in a new tab</span>
        </a>
        <span className="min-w-0 wrap-anywhere">
          {item.kind === 'video' ? item.name : item.altText ? `Alt text: ${item.altText}` : 'No alt text'}
        </span>
      </li>
    ))}
  </ul>
)
