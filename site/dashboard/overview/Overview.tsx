import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'

import { brand } from '#shared/brand.ts'
import { createDomain, $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $isAgency, $lookedAfter } from '#site/dashboard/shared/permissions.tsx'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { Button } from '#site/ui/Button.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'
import { $firstSteps } from './first-steps.ts'
import { Morning } from './morning/Morning.tsx'
import { StatCards } from './StatCards.tsx'
import { $overview } from './store.ts'

/** Loads lazily, because only the sample business shows it. */
const SampleNotice = lazyPart(
  async () => (await import('#site/dashboard/shared/domains/SampleNotice.tsx')).SampleNotice,
)

/** Loads lazily, because only new users need it. */
const FirstSteps = lazyPart(async () => (await import('./FirstSteps.tsx')).FirstSteps)

const TableSkeleton = () => <SkeletonRows rows={3} label="Loading your businesses" />

/** Load lazily, because they are at the end of the page. */
const DomainTable = lazyPart(async () => (await import('./DomainTable.tsx')).DomainTable, {
  Fallback: TableSkeleton,
})
const SiteScores = lazyPart(async () => (await import('./scores/SiteScores.tsx')).SiteScores)

export function Overview() {
  const isAgency = useStore($isAgency)
  const { many } = useStore($lookedAfter)
  return (
    <>
      <ScreenHeading title="Dashboard Overview">
        Welcome to {brand.siteName}.{' '}
        {isAgency
          ? `What your ${many} need, and what goes out next.`
          : 'Your business, its website and what comes next.'}
      </ScreenHeading>
      {useStore($selectedDomain)?.isSample && <SampleNotice />}
      {useStore($firstSteps) && <FirstSteps />}
      <Morning />
      <OwnBusinesses isAgency={isAgency} />
      <SiteScores />
    </>
  )
}

/** Figures and websites. Hidden from agencies that have none, whose home would be zeros. */
function OwnBusinesses({ isAgency }: { isAgency: boolean }) {
  const overview = useStore($overview)
  const domains = useStore($domains)
  const { many } = useStore($lookedAfter)
  const hasFigures = overview.data?.figures.connected !== 0
  if (isAgency && domains.data?.length === 0) return null
  return (
    <>
      {(!isAgency || hasFigures) && (
        <StatCards $store={$overview} title={isAgency ? `All ${many} together` : undefined} />
      )}
      <div>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-xl">Domain Performance Metrics</h2>
          <Button variant="ink" small onClick={createDomain} icon={<Plus />}>
            Add New Domain
          </Button>
        </div>
        <DomainTable />
      </div>
    </>
  )
}
