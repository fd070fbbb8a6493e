import { useStore } from '@nanostores/react'
import { ChartLine } from 'lucide-react'
import type { ReactNode } from 'react'

import { CreatePostLink } from '#site/dashboard/shared/CreatePostLink.tsx'
import { formatRate, formatSlot } from '#site/lib/posting-labels.ts'
import { ButtonLink } from '#site/ui/Button.tsx'
import { SkeletonRows } from '#site/ui/states/Skeleton.tsx'
import { $postingRate } from './posting-rate.ts'

/** A rule of thumb, which the client's own figures join once there are posts to learn from. */
const RECOMMENDED = { rate: '5 times a week', best: 'Wednesdays at 3 PM' } as const

/** The recommended posting rate and best time, after the client's own if they are known. */
export function PostingRate() {
  const rate = useStore($postingRate)
  if (rate.state === 'loading') return <SkeletonRows rows={3} label="Loading your posting rate" />
  const known = rate.state === 'ready' ? rate.data : undefined
  const own = known && formatRate(known)
  return (
    <div className="grid gap-5">
      <dl className="grid gap-4">
        {own && <Fact name="You post" value={own} large />}
        {known?.best && <Fact name="Best time, from your posts" value={formatSlot(known.best)} />}
        <Fact name="How often to post" value={RECOMMENDED.rate} large={!own} />
        <Fact name="Best time, as a rule" value={RECOMMENDED.best} />
      </dl>
      <div className="flex flex-wrap gap-2">
        <CreatePostLink primary className="grow" />
        <ButtonLink
          href="/dashboard/insights"
          className="grow"
          icon={<ChartLine aria-hidden="true" className="size-4" />}
        >
          View Insights
        </ButtonLink>
      </div>
    </div>
  )
}

type FactProps = { name: string; value: ReactNode; large?: boolean }

const Fact = ({ name, value, large }: FactProps) => (
  <div className="border-base-300 not-first:border-t not-first:pt-4">
    <dt className="text-sm text-soft">{name}</dt>
    <dd className={`font-display font-semibold ${large ? 'text-2xl tracking-tight' : 'text-lg'}`}>{value}</dd>
  </div>
)
