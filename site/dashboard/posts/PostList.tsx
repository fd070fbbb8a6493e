import { useStore } from '@nanostores/react'
import { type ReactNode, useRef, useState } from 'react'

import type { PostTab } from '#shared/posts.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { EmptyCalendar, Letter, PerchedBird } from '#site/ui/drawings.tsx'
import { EmptyState } from '#site/ui/EmptyState.tsx'
import { ErrorState } from '#site/ui/ErrorState.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { Skeleton } from '#site/ui/Skeleton.tsx'
import { pathToTab } from './address.ts'
import { lists, showMore } from './lists.ts'
import { PostCard } from './PostCard.tsx'

export function PostList({ tab }: { tab: PostTab }) {
  const list = useStore(lists[tab])
  if (list.state === 'loading') return <Loading />
  if (list.state === 'failed') return <ErrorState message={list.message} onRetry={lists[tab].reload} />
  const { posts, nextCursor } = list.data
  if (posts.length === 0) return <Empty tab={tab} />
  return (
    <div className="grid grid-cols-1 gap-4">
      <ul className="grid grid-cols-1 gap-4">
        {posts.map(post => (
          <li key={post._id} ref={keepFocus}>
            <PostCard post={post} />
          </li>
        ))}
      </ul>
      {nextCursor && <MoreButton tab={tab} />}
    </div>
  )
}

function MoreButton({ tab }: { tab: PostTab }) {
  const [loading, setLoading] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  /** After the last page there is no button left to keep the focus: the first of the new posts takes it. */
  async function load() {
    const list = button.current?.previousElementSibling
    const shown = list?.childElementCount ?? 0
    setLoading(true)
    await showMore(tab)
    setLoading(false)
    requestAnimationFrame(() => {
      if (!button.current) list?.children[shown]?.querySelector<HTMLElement>('a')?.focus()
    })
  }
  return (
    <Button ref={button} busy={loading} onClick={load} className="justify-self-center">
      Show more
    </Button>
  )
}

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
  progress: { drawing: <PerchedBird />, words: 'Nothing is on its way at the moment.', action: CREATE },
  attention: {
    drawing: <PerchedBird />,
    words: 'Nothing needs you. What can’t go out by itself will wait for you here.',
    action: <ButtonLink href={pathToTab('scheduled')}>See what’s scheduled</ButtonLink>,
  },
  published: {
    drawing: <Letter />,
    words: 'Nothing has gone out yet. Your published posts will stand here, with links to each.',
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
