import { useStore } from '@nanostores/react'
import { CalendarCheck, Gauge, Image, type LucideIcon, Search, ChartLine } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import type { Domain } from '#shared/businesses/domains.ts'
import { CreatePostLink } from '#site/dashboard/shared/CreatePostLink.tsx'
import { createDomain, editDomain } from '#site/dashboard/shared/domains/dialogs.ts'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $postingRate } from '#site/dashboard/shared/posting-rate.ts'
import { basisOf, formatRate, formatSlot, RULE_OF_THUMB } from '#site/lib/posting-labels.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { Plug } from '#site/ui/drawings.tsx'
import { EmptyState, SkeletonRows } from '#site/ui/states.tsx'
import { Tabs } from '#site/ui/Tabs.tsx'

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

export function PostingTips() {
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
  <EmptyState
    bare
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
)

const TIPS: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Search,
    title: 'Optimize SEO',
    text: 'Name your trade and your suburb where people search: in titles, headings and posts.',
  },
  {
    icon: Image,
    title: 'Use High-Quality Images',
    text: 'Sharp, bright pictures of your own work say more than any stock photo.',
  },
  {
    icon: Gauge,
    title: 'Improve Load Speed',
    text: 'People leave a slow page. Smaller pictures are the quickest win.',
  },
  {
    icon: CalendarCheck,
    title: 'Post Regularly',
    text: 'A steady week beats a busy day. Schedule ahead, and it looks after itself.',
  },
]

/** Shows tips for a business's website and posts or, if it has no website, how to add one. */
export const ContentTips = ({ domain }: { domain: Domain }) =>
  domain.websiteURL ? (
    <ul className="grid gap-4">
      {TIPS.map(({ icon: Icon, title, text }) => (
        <li key={title} className="flex gap-3">
          <Icon className="mt-0.5 size-5 shrink-0" />
          <div>
            <h3 className="text-base">{title}</h3>
            <p className="text-sm text-soft">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  ) : (
    <div className="grid justify-items-start gap-4">
      <div>
        <h3 className="text-base">No Website Info</h3>
        <p className="text-sm text-soft">
          Please add the website URL of {domain.businessName} in its settings to see tips for it.
        </p>
      </div>
      <Button small variant="ink" onClick={() => void editDomain(domain)}>
        Add website
      </Button>
    </div>
  )

/** The recommended time in the words of the specification, for businesses without figures of their own. */
const QUOTED_TIME = 'Wednesdays at 3 PM'

/** Shows the client's own posting rate and best time, if known, and the rule of thumb. */
export function PostingRate() {
  const rate = useStore($postingRate)
  if (rate.state === 'loading') return <SkeletonRows rows={3} label="Loading your posting rate" />
  const known = rate.data
  const own = known && formatRate(known)
  return (
    <div className="grid gap-5">
      <dl className="grid gap-4">
        {own && <Fact name="You post" value={own} large />}
        {known?.best && <Fact name={`Best time, ${basisOf(known.best)}`} value={formatSlot(known.best)} />}
        <Fact name="How often to post" value={RULE_OF_THUMB.rate} large={!own} />
        <Fact
          name="Best time, as a rule"
          value={known?.best ? formatSlot(RULE_OF_THUMB.best) : QUOTED_TIME}
        />
      </dl>
      <p className="text-sm text-soft">
        {known?.best
          ? 'The last two are general advice, not your figures.'
          : 'General advice, not your figures: no time stands out in those yet.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <CreatePostLink primary className="grow" />
        <ButtonLink href="/dashboard/insights" className="grow" icon={<ChartLine />}>
          View Insights
        </ButtonLink>
      </div>
    </div>
  )
}

const Fact = ({ name, value, large }: { name: string; value: ReactNode; large?: boolean }) => (
  <div className="border-base-300 not-first:border-t not-first:pt-4">
    <dt className="text-sm text-soft">{name}</dt>
    <dd className={`font-display font-semibold ${large ? 'text-2xl tracking-tight' : 'text-lg'}`}>{value}</dd>
  </div>
)
