import { useStore } from '@nanostores/react'

import { brand } from '#shared/brand.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $isAgency, $businessNoun } from '#site/dashboard/shared/permissions.tsx'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
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

/** Leaves room for the title. */
const TableSkeleton = () => (
  <div className="pt-12">
    <SkeletonRows rows={3} label="Loading your businesses" />
  </div>
)

/** Load lazily, because they are at the end of the page. */
const OwnBusinesses = lazyPart(async () => (await import('./OwnBusinesses.tsx')).OwnBusinesses, {
  Fallback: TableSkeleton,
})
const SiteScores = lazyPart(async () => (await import('./scores/SiteScores.tsx')).SiteScores)

export function Overview() {
  const isAgency = useStore($isAgency)
  const { many } = useStore($businessNoun)
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
      {!isAgency && <StatCards $store={$overview} />}
      <OwnBusinesses />
      <SiteScores />
    </>
  )
}
