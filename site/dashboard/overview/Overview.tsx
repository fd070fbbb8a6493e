import { Plus } from 'lucide-react'

import { brand } from '#shared/brand.ts'
import { createDomain } from '#site/dashboard/shared/domains/dialogs.ts'
import { SampleNotice } from '#site/dashboard/shared/domains/SampleNotice.tsx'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { Button } from '#site/ui/Button.tsx'
import { lazyComponent } from '#site/ui/lazy.tsx'
import { DomainTable } from './DomainTable.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { Morning } from './morning/Morning.tsx'
import { StatCards } from './StatCards.tsx'

/** Loads lazily, because it is at the end of the page. */
const SiteScores = lazyComponent(async () => (await import('./scores/SiteScores.tsx')).SiteScores)

export const Overview = () => (
  <>
    <ScreenHeading title="Dashboard Overview">
      Welcome to {brand.siteName}. Your businesses, their websites and what comes next.
    </ScreenHeading>
    <SampleNotice />
    <FirstSteps />
    <Morning />
    <StatCards />
    <div>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">Domain Performance Metrics</h2>
        <Button look="ink" small onClick={createDomain} icon={<Plus aria-hidden="true" className="size-4" />}>
          Add New Domain
        </Button>
      </div>
      <DomainTable />
    </div>
    <SiteScores />
  </>
)
