import { useStore } from '@nanostores/react'

import { networks } from '#shared/networks.ts'
import { PROVIDER_POST_MESSAGES, type ProviderMedia } from '#shared/posts/provider-posts.ts'
import { NO_MESSAGE } from '#shared/text/graphemes.ts'
import { PageOfPosts, Pages } from '#site/dashboard/posts/Pages.tsx'
import { CreatePostLink } from '#site/dashboard/shared/CreatePostLink.tsx'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { formatExact } from '#site/lib/format.ts'
import { ButtonLink } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { Letter, Plug } from '#site/ui/drawings.tsx'
import { ExternalTextLink } from '#site/ui/ExternalButton.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'
import { EmptyState, ErrorState, Skeleton, SkeletonList } from '#site/ui/states.tsx'
import { $feed, $network, $turning, $view, turnTo, $opened } from './feed.ts'
import { Counts, FeedCard } from './FeedCard.tsx'

export function Feed() {
  const feed = useStore($feed)
  if (feed.state === 'loading') return <Loading />
  if (feed.state === 'failed') return <NotShown {...feed} />
  if (feed.data.posts.length > 0) return <Page />
  return (
    <EmptyState drawing={<Letter />} action={<CreatePostLink />}>
      {PROVIDER_POST_MESSAGES.none}
    </EmptyState>
  )
}

function Page() {
  const { posts, page, pages, hasMore } = useStore($view)
  const turning = useStore($turning)
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageOfPosts number={page + 1}>
        {posts.map(post => (
          <li key={post.id}>
            <FeedCard post={post} />
          </li>
        ))}
      </PageOfPosts>
      <Pages page={page} pages={pages} hasMore={hasMore} turning={turning} onTurn={turnTo} />
      <Details />
    </div>
  )
}

const Loading = () => (
  <div className="grid gap-4">
    <p className="flex items-center gap-2 text-sm text-soft">
      <Spinner />
      {PROVIDER_POST_MESSAGES.loading}
    </p>
    <SkeletonList rows={3} label={PROVIDER_POST_MESSAGES.loading} className="gap-4 p-4 sm:p-5">
      <Skeleton className="size-20 shrink-0 sm:size-28" />
      <div className="grid grow content-start gap-3">
        <Skeleton className="h-4 w-40 max-w-full" />
        <Skeleton className="h-5 w-full" />
        <Skeleton className="h-5 w-2/3" />
      </div>
    </SkeletonList>
  </div>
)

function NotShown({ message, error }: { message: string; error: unknown }) {
  const { name } = networks[useStore($network)]
  const mayConnect = useStore($can)('connect')
  const code = error instanceof ApiError ? error.code : undefined
  if (code !== 'not_found' && code !== 'conflict')
    return <ErrorState message={message} onRetry={$feed.reload} />
  const isNew = code === 'not_found'
  return (
    <EmptyState
      drawing={<Plug />}
      heading="h2"
      {...(isNew && {
        title: mayConnect ? PROVIDER_POST_MESSAGES.getStarted : `${name} isn’t connected yet`,
      })}
      action={
        mayConnect && (
          <ButtonLink href="/dashboard/social-hub">
            {isNew ? `Connect ${name}` : 'Open Social Hub'}
          </ButtonLink>
        )
      }
    >
      {!mayConnect
        ? `An owner or editor of the business can ${isNew ? 'connect' : 'reconnect'} ${name}.`
        : isNew
          ? PROVIDER_POST_MESSAGES.choose
          : message}
    </EmptyState>
  )
}

function Details() {
  const post = useStore($opened)
  const zone = useStore($businessZone)
  if (!post) return null
  return (
    <Modal wide title="Post Details" onClose={() => $opened.set(undefined)}>
      <div className="grid gap-6">
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {post.message.trim() || NO_MESSAGE}
        </p>
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 text-sm">
          <dl className="grid gap-1">
            <dt className="text-soft">Published</dt>
            <dd className="font-semibold">{formatExact(post.createdAt, zone)}</dd>
          </dl>
          <Counts post={post} />
        </div>
        {post.media.length > 0 && <Media media={post.media} />}
        {post.permalink && (
          <p className="text-sm">
            <ExternalTextLink href={post.permalink}>
              <NetworkMark network={post.network} decorative className="size-4" />
              View on {networks[post.network].name}
            </ExternalTextLink>
          </p>
        )}
      </div>
    </Modal>
  )
}

const Media = ({ media }: { media: readonly ProviderMedia[] }) => (
  <ul className={`grid gap-3 ${media.length > 1 ? 'grid-cols-2' : ''}`}>
    {media.map((item, index) => (
      <li key={item.url} className="overflow-hidden rounded-field bg-base-200">
        {item.kind === 'image' ? (
          <img
            src={item.url}
            alt={item.altText || `Picture ${index + 1}`}
            loading="lazy"
            referrerPolicy="no-referrer"
            className={classNameOf(media)}
          />
        ) : (
          <video
            src={item.url}
            poster={item.poster}
            controls
            playsInline
            preload="metadata"
            aria-label={item.altText || `Video ${index + 1}`}
            className={classNameOf(media)}
          />
        )}
      </li>
    ))}
  </ul>
)

const classNameOf = ({ length }: readonly ProviderMedia[]) =>
  `w-full ${length > 1 ? 'aspect-square object-cover' : 'max-h-[28rem] object-contain'}`
