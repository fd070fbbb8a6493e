import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'

import type { Post, PostTab } from '#shared/posts/posts.ts'
import { ButtonLink } from '#site/ui/Button.tsx'
import { EmptyCalendar, Letter, PerchedBird } from '#site/ui/drawings.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { EmptyState } from '#site/ui/states/EmptyState.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { Skeleton } from '#site/ui/states/Skeleton.tsx'
import { lists } from './lists.ts'
import { PageOfPosts } from './PageOfPosts.tsx'
import { PostCard } from './PostCard.tsx'
import { PostPages } from './PostPages.tsx'
import { pathToTab } from './url.ts'

export function PostList({ tab }: { tab: PostTab }) {
  const list = useStore(lists[tab])
  if (list.state === 'loading') return <Loading />
  if (list.state === 'failed') return <ErrorState message={list.message} onRetry={lists[tab].reload} />
  if (list.data.posts.length === 0) return <Empty tab={tab} />
  return <Page tab={tab} posts={list.data.posts} number={list.data.cursors.length} />
}

const Page = ({ tab, posts, number }: { tab: PostTab; posts: Post[]; number: number }) => (
  <div className="grid grid-cols-1 gap-4">
    <PageOfPosts number={number}>
      {posts.map(post => (
        <li key={post._id} ref={keepFocus}>
          <PostCard post={post} />
        </li>
      ))}
    </PageOfPosts>
    <PostPages tab={tab} />
  </div>
)

const Loading = () => (
  <div role="status" aria-label="Loading posts..." className="grid gap-4">
    {[0, 1, 2].map(row => (
      <div key={row} className="flex gap-4 rounded-box border border-base-300 bg-raised p-4 sm:p-5">
        <Skeleton className="size-20 shrink-0 sm:size-28" />
        <div className="grid grow content-start gap-3">
          <Skeleton className="h-4 w-40 max-w-full" />
          <Skeleton className="h-5 w-full" />
          <Skeleton className="h-9 w-full" />
        </div>
      </div>
    ))}
  </div>
)

const CREATE = <ButtonLink href="/dashboard/create-post">Create post</ButtonLink>

const EMPTY: Record<PostTab, { drawing: ReactNode; words: string; action: ReactNode }> = {
  scheduled: {
    drawing: <EmptyCalendar />,
    words: 'Nothing is scheduled. Write something now, and it goes out when you say.',
    action: CREATE,
  },
  progress: { drawing: <PerchedBird />, words: 'Nothing is going out at the moment.', action: CREATE },
  attention: {
    drawing: <PerchedBird />,
    words: 'Nothing needs your attention. Posts that can’t go out will wait for you here.',
    action: <ButtonLink href={pathToTab('scheduled')}>See what’s scheduled</ButtonLink>,
  },
  published: {
    drawing: <Letter />,
    words: 'Nothing has gone out yet. Your published posts will appear here, with links to each.',
    action: CREATE,
  },
}

function Empty({ tab }: { tab: PostTab }) {
  const { drawing, words, action } = EMPTY[tab]
  return (
    <div className="rounded-box border border-base-300 bg-raised">
      <EmptyState drawing={drawing} action={action}>
        {words}
      </EmptyState>
    </div>
  )
}
