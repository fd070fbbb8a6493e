import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'

import type { Post, PostListName } from '#shared/posts/posts.ts'
import { contains } from '#shared/text/fold.ts'
import { CreatePostLink, FillPlanLinks } from '#site/dashboard/shared/CreatePostLink.tsx'
import { AllBusinesses } from '#site/dashboard/shared/domains/AllBusinesses.tsx'
import { $isWithoutClient, NoBusiness } from '#site/dashboard/shared/domains/NoBusiness.tsx'
import { $search as $draftSearch } from '#site/dashboard/shared/drafts/DraftSearch.tsx'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { EmptyCalendar, Letter, PerchedBird } from '#site/ui/drawings.tsx'
import { EmptyState, ErrorState } from '#site/ui/states.tsx'
import { $isBarShown, $bulkRun, dismissFailures } from './bulk/selection.ts'
import { FilterBar } from './FilterBar.tsx'
import { followFilters, $searchCounts, lists } from './lists.ts'
import { Loading, PageOfPosts, Pages } from './Pages.tsx'
import { PostRow } from './PostRow.tsx'
import { isWholePlan, Queue } from './Queue.tsx'
import {
  $filters,
  $isAll,
  pathToList,
  pathToTab,
  setFilters,
  type Tab,
  TAB_LABELS,
  type TabKey,
} from './url.ts'

export const PostList = ({ tab }: { tab: PostListName }) => (
  <>
    <List tab={tab} />
    <Failures />
  </>
)

function List({ tab }: { tab: PostListName }) {
  const list = useStore(lists[tab])
  const isAll = useStore($isAll)
  const isWithoutClient = useStore($isWithoutClient)
  useEffect(followFilters, [])
  if (list.state === 'failed') return <ErrorState message={list.message} onRetry={lists[tab].reload} />
  if (list.state === 'ready' && list.data.posts.length === 0 && !list.data.filtered)
    return (
      <>
        <div className="mb-3 flex justify-end empty:hidden">
          <AllBusinesses isAll={isAll} onChange={all => setFilters({ businesses: all ? 'all' : '' })} />
        </div>
        {isWithoutClient && !isAll ? <NoBusiness /> : <Empty {...EMPTY[tab]} />}
      </>
    )
  return (
    <>
      <FilterBar tab={tab} />
      <OtherTabs tab={tab} />
      {list.state === 'loading' ? <Loading /> : <Page tab={tab} {...list.data} />}
    </>
  )
}

function OtherTabs({ tab }: { tab: PostListName }) {
  const { search, businesses } = useStore($filters)
  const results = useStore($searchCounts).data
  const drafts = useStore($drafts).data ?? []
  const mayWrite = useStore($can)('write')
  const inDrafts = mayWrite ? drafts.filter(({ text }) => contains(text, search)).length : 0
  const found = results?.search === search ? results.found : []
  const others: { tab: TabKey & Tab; total: number }[] = [
    ...found.filter(other => other.tab !== tab),
    ...(search && inDrafts > 0 ? [{ tab: 'drafts' as const, total: inDrafts }] : []),
  ]
  return (
    <p role="status" className="mb-3 flex flex-wrap gap-x-4 text-sm text-soft empty:hidden">
      {others.length > 0 && (
        <>
          Also found in
          {others.map(({ tab: other, total }) => (
            <a
              key={other}
              href={other === 'drafts' ? pathToTab(other) : pathToList(other, { search, businesses })}
              onClick={() => other === 'drafts' && $draftSearch.set(search)}
              className="prose-link pointer-coarse:leading-11"
            >
              {TAB_LABELS[other].replace('|', '')} ({total})
            </a>
          ))}
        </>
      )}
    </p>
  )
}

const BulkBar = lazyPart(async () => (await import('./bulk/BulkBar.tsx')).BulkBar)

function Bar({ tab }: { tab: PostListName }) {
  // Has it ready when the user selects the first post.
  useEffect(() => BulkBar.load(), [])
  return useStore($isBarShown) && <BulkBar tab={tab} />
}

type PageProps = { tab: PostListName; posts: Post[]; page: number; pages: number }

const Page = ({ tab, posts, page, pages }: PageProps) =>
  posts.length === 0 ? (
    <Empty {...NOTHING_FOUND} />
  ) : (
    <div className="grid grid-cols-1 gap-4">
      <div>
        <PageOfPosts number={page}>
          {tab === 'scheduled' && isWholePlan() ? (
            <Queue posts={posts} />
          ) : (
            posts.map(post => (
              <li key={post._id}>
                <PostRow post={post} tab={tab} />
              </li>
            ))
          )}
        </PageOfPosts>
        <Bar tab={tab} />
      </div>
      <Pages page={page - 1} pages={pages} onTurn={at => setFilters({ page: at + 1 })} />
    </div>
  )

type EmptyProps = {
  drawing: ReactNode
  title: string
  /** A text for everybody, or one for each of those who publish, who only write, and who only read. */
  text: string | [publisher: string, author: string, reader: string]
  action: ReactNode
}

const CREATE = <CreatePostLink />

const EMPTY: Record<PostListName, EmptyProps> = {
  scheduled: {
    drawing: <EmptyCalendar />,
    title: 'Nothing is scheduled',
    text: [
      'Write a post now, and it goes out at the time you choose.',
      'Write a post now, and it goes out once it’s approved.',
      'Posts appear here once somebody writes them.',
    ],
    action: <FillPlanLinks />,
  },
  review: {
    drawing: <PerchedBird />,
    title: 'All decided',
    text: 'Nothing waits for your approval.',
    action: <ButtonLink href={pathToTab('scheduled')}>See what’s scheduled</ButtonLink>,
  },
  progress: {
    drawing: <PerchedBird />,
    title: 'Nothing is going out',
    text: 'Posts are here for the minutes in which their networks take them.',
    action: CREATE,
  },
  attention: {
    drawing: <PerchedBird />,
    title: 'Nothing needs your attention',
    text: 'Posts that can’t go out, or that were sent back, will wait for you here.',
    action: <ButtonLink href={pathToTab('scheduled')}>See what’s scheduled</ButtonLink>,
  },
  published: {
    drawing: <Letter />,
    title: 'Nothing has gone out yet',
    text: 'Your published posts will appear here, with links to each.',
    action: CREATE,
  },
}

const NOTHING_FOUND: EmptyProps = {
  drawing: <Letter />,
  title: 'Nothing found',
  text: 'No posts match.',
  action: (
    <Button onClick={() => setFilters({ search: '', network: '', when: '', label: '', state: '' })}>
      Clear search and filters
    </Button>
  ),
}

function Empty({ text, ...state }: EmptyProps) {
  const can = useStore($can)
  const reader = can('publish') ? 0 : can('write') ? 1 : 2
  return (
    <EmptyState heading="h2" {...state}>
      {typeof text === 'string' ? text : text[reader]}
    </EmptyState>
  )
}

const FailuresDialog = lazyPart(async () => (await import('./bulk/FailuresDialog.tsx')).FailuresDialog)

function Failures() {
  const run = useStore($bulkRun)
  if (run.state !== 'failed') return null
  const { action, failures, total, done } = run
  return (
    <FailuresDialog
      failures={failures}
      total={total}
      change={action === 'approve' ? 'approved' : 'changed'}
      done={done}
      pathTo={pathToPost}
      onClose={dismissFailures}
    />
  )
}
