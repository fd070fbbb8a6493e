import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { createDomain } from '#site/dashboard/shared/domains/dialogs.ts'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { Plug } from '#site/ui/drawings.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { EmptyState } from '#site/ui/states/EmptyState.tsx'
import { SkeletonRows } from '#site/ui/states/Skeleton.tsx'
import { Tabs } from '#site/ui/Tabs.tsx'
import { ContentTips } from './ContentTips.tsx'
import { PostingRate } from './PostingRate.tsx'

const TABS = [
  { key: 'posting', label: 'Posting Rate', tooltip: "How often you're posting" },
  {
    key: 'tips',
    label: (
      <>
        Content Tips <Badge tone="iris">New</Badge>
      </>
    ),
    tooltip: 'Recommended content tips',
  },
] as const

type TabKey = (typeof TABS)[number]['key']

/** Posting rate and tips for good posts. */
export function Insights() {
  const [tab, setTab] = useState<TabKey>('posting')
  return (
    <section
      aria-labelledby="insights"
      className="self-start rounded-box border border-base-300 bg-raised p-5 lg:sticky lg:top-8"
    >
      <h2 id="insights" className="mb-2 text-xl">
        Insights
      </h2>
      <Tabs label="Insights" tabs={TABS} selected={tab} onSelect={setTab}>
        <Panel tab={tab} />
      </Tabs>
    </section>
  )
}

function Panel({ tab }: { tab: TabKey }) {
  const loading = useStore($domains).state === 'loading'
  const domain = useStore($selectedDomain)
  if (loading) return <SkeletonRows rows={3} label="Loading your insights" />
  if (!domain) return <NoDomain />
  return tab === 'posting' ? <PostingRate /> : <ContentTips domain={domain} />
}

const NoDomain = () => (
  <div ref={keepFocus}>
    <EmptyState
      drawing={<Plug />}
      title="Link Your Profiles"
      action={
        <Button variant="primary" onClick={createDomain}>
          Connect Now
        </Button>
      }
    >
      Add your business first, then connect its accounts.
    </EmptyState>
  </div>
)
