import { useStore } from '@nanostores/react'
import { ArrowRight, Download } from 'lucide-react'

import type { Insights } from '#shared/insights.ts'
import { WithBusiness } from '#site/dashboard/shared/domains/WithBusiness.tsx'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { saveFile } from '#site/lib/save-file.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { Plug } from '#site/ui/drawings.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { EmptyState } from '#site/ui/states/EmptyState.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { Skeleton } from '#site/ui/states/Skeleton.tsx'
import { AccountSection } from './AccountSection.tsx'
import { BestTimes } from './BestTimes.tsx'
import { figuresFile } from './figures-file.ts'
import { RangeChoice } from './RangeChoice.tsx'
import { $insights } from './store.ts'
import { Summary } from './Summary.tsx'
import { TopPosts } from './TopPosts.tsx'

const CRUMBS = [
  { label: 'Dashboard', href: '/dashboard' },
  { label: 'Social Hub', href: '/dashboard/social-hub' },
  { label: 'Insights' },
]

export function InsightsScreen() {
  return (
    <>
      <ScreenHeading title="Insights" crumbs={CRUMBS}>
        How your posts are doing, and when people react to them.
      </ScreenHeading>
      <WithBusiness
        loading={<InsightsSkeleton />}
        heading="Your figures"
        invitation="Add your business first, then connect its accounts to see figures."
      >
        <Content />
      </WithBusiness>
    </>
  )
}

function Content() {
  const insights = useStore($insights)
  if (insights.state === 'loading') return <InsightsSkeleton />
  if (insights.state === 'failed') return <ErrorState message={insights.message} onRetry={$insights.reload} />
  const { accounts, topPosts } = insights.data
  if (accounts.length === 0) return <NoAccounts />
  const read = accounts.filter(({ readAt }) => readAt !== null)
  return (
    <div className="grid grid-cols-1 gap-10">
      <div className="grid grid-cols-1 gap-6">
        <Toolbar insights={insights.data} />
        <Summary accounts={accounts} />
      </div>
      <TopPosts posts={topPosts} />
      {read.length > 0 && (
        <div className="grid grid-cols-1 gap-4">
          <h2 className="text-xl">Day by day</h2>
          {read.map(account => (
            <AccountSection key={account._id} account={account} />
          ))}
        </div>
      )}
      <BestTimes />
    </div>
  )
}

const Toolbar = ({ insights }: { insights: Insights }) => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    <RangeChoice />
    <div className="flex flex-wrap items-center gap-3">
      <Button
        small
        icon={<Download aria-hidden="true" className="size-4" />}
        onClick={() => downloadFigures(insights)}
      >
        Download CSV
      </Button>
      <ButtonLink small href="/dashboard/reports">
        Monthly reports
        <ArrowRight aria-hidden="true" className="size-4" />
      </ButtonLink>
    </div>
  </div>
)

const downloadFigures = (insights: Insights) =>
  saveFile(
    `figures-${new Date().toISOString().slice(0, 10)}.csv`,
    figuresFile(insights),
    'text/csv;charset=utf-8',
  )

const NoAccounts = () => (
  <div ref={keepFocus} className="rounded-box border border-base-300 bg-raised">
    <h2 className="sr-only">Your figures</h2>
    <EmptyState
      drawing={<Plug />}
      title="No figures yet"
      action={
        <ButtonLink variant="primary" href="/dashboard/social-hub">
          Connect an account
        </ButtonLink>
      }
    >
      Connect Facebook or Instagram, and their figures appear here. Google doesn’t share figures for posts.
    </EmptyState>
  </div>
)

const InsightsSkeleton = () => (
  <div role="status" aria-label="Loading your insights" className="grid gap-10">
    <Skeleton className="h-9 w-full" />
    <Skeleton className="h-56 w-full" />
    <Skeleton className="h-96 w-full" />
    <Skeleton className="h-72 w-full" />
  </div>
)
