import { useStore } from '@nanostores/react'

import { networks } from '#shared/networks.ts'
import { PROVIDER_POST_MESSAGES } from '#shared/posts/provider-posts.ts'
import { PageOfPosts, Pages } from '#site/dashboard/posts/Pages.tsx'
import { CreatePostLink } from '#site/dashboard/shared/CreatePostLink.tsx'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { ApiError } from '#site/lib/api/error.ts'
import { ButtonLink } from '#site/ui/Button.tsx'
import { Letter, Plug } from '#site/ui/drawings.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'
import { EmptyState, ErrorState, Skeleton } from '#site/ui/states.tsx'
import { $feed, $network, $turning, $view, turnTo, $opened } from './feed.ts'
import { FeedCard } from './FeedCard.tsx'

const FeedDetails = lazyPart(async () => (await import('./FeedDetails.tsx')).FeedDetails)

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
      {useStore($opened) && <FeedDetails />}
    </div>
  )
}

const Loading = () => (
  <div role="status" className="grid gap-4">
    <p className="flex items-center gap-2 text-sm text-soft">
      <Spinner />
      {PROVIDER_POST_MESSAGES.loading}
    </p>
    {[0, 1, 2].map(row => (
      <div key={row} className="flex gap-4 rounded-box border border-base-300 bg-raised p-4 sm:p-5">
        <Skeleton className="size-20 shrink-0 sm:size-28" />
        <div className="grid grow content-start gap-3">
          <Skeleton className="h-4 w-40 max-w-full" />
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-5 w-2/3" />
        </div>
      </div>
    ))}
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
