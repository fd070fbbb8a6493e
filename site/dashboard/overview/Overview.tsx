import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'

import { brand } from '#shared/brand.ts'
import { createDomain } from '#site/dashboard/shared/domains/dialogs.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { Button } from '#site/ui/Button.tsx'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { SkeletonRows } from '#site/ui/states/Skeleton.tsx'
import { $firstSteps } from './first-steps.ts'
import { Morning } from './morning/Morning.tsx'
import { StatCards } from './StatCards.tsx'

/** Loads lazily, because only the sample business shows it. */
const SampleNotice = lazyComponent(
  async () => (await import('#site/dashboard/shared/domains/SampleNotice.tsx')).SampleNotice,
)

/** Loads lazily, because only new users need it. */
const FirstSteps = lazyComponent(async () => (await import('./FirstSteps.tsx')).FirstSteps)

const TableSkeleton = () => <SkeletonRows rows={3} label="Loading your businesses" />

/** Load lazily, because they are at the end of the page. */
const DomainTable = lazyComponent(async () => (await import('./DomainTable.tsx')).DomainTable, TableSkeleton)
const SiteScores = lazyComponent(async () => (await import('./scores/SiteScores.tsx')).SiteScores)

export const Overview = () => (
  <>
    <ScreenHeading title="Dashboard Overview">
      Welcome to {brand.siteName}. Your businesses, their websites and what comes next.
    </ScreenHeading>
    {useStore($selectedDomain)?.isSample && <SampleNotice />}
    {useStore($firstSteps) && <FirstSteps />}
    <Morning />
    <StatCards />
    <div>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">Domain Performance Metrics</h2>
        <Button
          variant="ink"
          small
          onClick={createDomain}
          icon={<Plus aria-hidden="true" className="size-4" />}
        >
          Add New Domain
        </Button>
      </div>
      <DomainTable />
    </div>
    <SiteScores />
  </>
)
