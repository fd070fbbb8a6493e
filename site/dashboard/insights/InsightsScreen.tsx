import { useStore } from '@nanostores/react'
import { ArrowRight, Download } from 'lucide-react'
import { useState } from 'react'

import { formatList } from '#shared/format-list.ts'
import {
  MIN_POSTS_FOR_BEST_TIME,
  type AccountInsights,
  type AccountPresence,
  type ComparedDays,
  type DayRange,
  hasConversation,
  type Insights,
  INSIGHT_RANGES,
  isPeriod,
  PERIOD_MESSAGE,
  type PresenceDay,
  type SeriesDay,
} from '#shared/insights.ts'
import { namesWhere, networks, formatAlternatives } from '#shared/networks.ts'
import { PRESENCE_FIGURES } from '#shared/networks/presence.ts'
import { plural } from '#shared/plural.ts'
import { csvOf } from '#shared/text/csv.ts'
import { CreatePostLink } from '#site/dashboard/shared/CreatePostLink.tsx'
import { WithBusiness } from '#site/dashboard/shared/domains/WithBusiness.tsx'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { formatDay } from '#site/lib/format.ts'
import { saveFile } from '#site/lib/save-file.ts'
import { clockIn } from '#site/lib/wall-clock.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { DayPlot } from '#site/ui/charts/DayPlot.tsx'
import { PerchedBird, Plug } from '#site/ui/drawings.tsx'
import { DateRange } from '#site/ui/fields/Field.tsx'
import { Segments } from '#site/ui/fields/Segments.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { EmptyState, Skeleton } from '#site/ui/states.tsx'
import { BestTimes } from './BestTimes.tsx'
import { ConversationSection } from './ConversationSection.tsx'
import { DayNumbers } from './DayNumbers.tsx'
import {
  compareEngagement,
  describeBars,
  describeGaps,
  describeLine,
  provides,
  isFirstDay,
  periodOf,
  PRESENCE_LABELS,
  rangeLabel,
} from './labels.ts'
import { Presence } from './Presence.tsx'
import { $chosen, $insights, chooseDates, chooseRange } from './store.ts'
import { Summary } from './Summary.tsx'
import { TopPosts } from './TopPosts.tsx'

const DAY_COLUMNS = [
  { key: 'followers', label: 'Followers' },
  { key: 'engagement', label: 'Engagement' },
  { key: 'reach', label: 'Reach' },
  { key: 'views', label: 'Views' },
  { key: 'saves', label: 'Saves' },
  { key: 'clicks', label: 'Clicks' },
] as const

const HEADING = [
  'Day',
  'Network',
  'Account',
  ...DAY_COLUMNS.map(({ label }) => label),
  ...PRESENCE_FIGURES.map(figure => PRESENCE_LABELS[figure]),
  'Read at',
]

/** Returns the daily figures of all accounts as CSV. Unknown figures are empty, never 0. */
export function figuresFile({ accounts, presence }: Pick<Insights, 'accounts' | 'presence'>): string {
  const rows = [...accounts, ...presence].flatMap(({ network, name, readAt, series }) =>
    series.map((day: Partial<SeriesDay & PresenceDay>) =>
      [
        day.day,
        networks[network].name,
        name,
        ...DAY_COLUMNS.map(({ key }) => day[key]),
        ...PRESENCE_FIGURES.map(figure => day[figure]),
        readAt,
      ].map(value => String(value ?? '')),
    ),
  )
  return csvOf([HEADING, ...rows])
}

export function InsightsScreen() {
  return (
    <>
      <ScreenHeading title="Insights" under={[{ label: 'Social Hub', href: '/dashboard/social-hub' }]}>
        How your posts are doing, and when people react to them.
      </ScreenHeading>
      <WithBusiness
        store={$insights}
        loading={<InsightsSkeleton />}
        invitation="Add your business first, then connect its accounts to see figures."
      >
        {insights => <Content insights={insights} />}
      </WithBusiness>
    </>
  )
}

function Content({ insights }: { insights: Insights }) {
  const { accounts, presence, topPosts, compared, conversation } = insights
  const read = accounts.filter(({ readAt }) => readAt !== null)
  const conversations = hasConversation(conversation) && <ConversationSection conversation={conversation} />
  if (accounts.length === 0 && presence.length === 0) return conversations || <NoAccounts />
  if (accounts.every(isUnused) && presence.every(isUnseen))
    return conversations || <NoPosts accounts={accounts} />
  return (
    <div className="grid grid-cols-1 gap-10">
      <div className="grid grid-cols-1 gap-6">
        <Toolbar insights={insights} />
        {accounts.length > 0 && <Summary accounts={accounts} compared={compared} />}
      </div>
      {presence.length > 0 && (
        <div className="grid grid-cols-1 gap-4">
          <h2 className="text-xl">How people find you</h2>
          {presence.map(each => (
            <Presence key={each._id} presence={each} compared={compared} />
          ))}
        </div>
      )}
      {accounts.length > 0 && <TopPosts posts={topPosts} />}
      {conversations}
      {accounts.length > 0 &&
        (isFirstDay(read) ? (
          <FirstDay />
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <h2 className="text-xl">Day by day</h2>
            {read.map(account => (
              <AccountSection key={account._id} account={account} compared={compared} />
            ))}
          </div>
        ))}
      {accounts.length > 0 && <BestTimes />}
    </div>
  )
}

const isZero = ({ value }: { value: number | null }) => !value
const isUnused = ({ readAt, posts, engagement, comments, reach, views }: AccountInsights) =>
  readAt !== null && [posts, engagement, comments, reach, views].every(isZero)
const isUnseen = ({ readAt, sums }: AccountPresence) => readAt !== null && Object.values(sums).every(isZero)

/** Takes the place of zeros. */
function NoPosts({ accounts }: { accounts: readonly AccountInsights[] }) {
  const followers = accounts.reduce((sum, account) => sum + (account.followers.value ?? 0), 0)
  return (
    <EmptyState
      drawing={<PerchedBird />}
      heading="h2"
      title="Your figures start with your first post"
      action={<CreatePostLink primary />}
    >
      {followers > 0 && `${plural(followers, 'person follows', 'people follow')} your accounts already. `}
      Reactions and top posts appear here within hours, a day’s reach once that day has ended, and your best
      time after {MIN_POSTS_FOR_BEST_TIME} posts.
    </EmptyState>
  )
}

/** Takes the place of empty charts. */
const FirstDay = () => (
  <section aria-label="Day by day">
    <EmptyState drawing={<PerchedBird />} title="The charts start tomorrow" heading="h2">
      Followers are counted from today on, and a day’s engagement and reach come once that day has ended. Top
      posts appear within hours of the first reaction, and your best time after {MIN_POSTS_FOR_BEST_TIME}{' '}
      posts.
    </EmptyState>
  </section>
)

const Toolbar = ({ insights }: { insights: Insights }) => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    <RangeChoice />
    <div className="flex flex-wrap items-center gap-3">
      <Button small icon={<Download />} onClick={() => downloadFigures(insights)}>
        Download CSV
      </Button>
      <ButtonLink small href="/dashboard/reports">
        Monthly Reports
        <ArrowRight className="size-4" />
      </ButtonLink>
    </div>
  </div>
)

const downloadFigures = (insights: Insights) =>
  saveFile(
    `figures-${clockIn($businessZone.get(), new Date()).day}.csv`,
    figuresFile(insights),
    'text/csv;charset=utf-8',
  )

const NoAccounts = () => (
  <>
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
      Connect {formatAlternatives(namesWhere(({ likeIcon }) => likeIcon))}, and their figures appear here.{' '}
      {formatList(namesWhere(({ likeIcon }) => !likeIcon))} don’t share figures for posts.
    </EmptyState>
  </>
)

const InsightsSkeleton = () => (
  <div role="status" aria-label="Loading your insights" className="grid gap-10">
    <Skeleton className="h-9 w-full" />
    <Skeleton className="h-56 w-full" />
    <Skeleton className="h-96 w-full" />
    <Skeleton className="h-72 w-full" />
  </div>
)

const CHOICES = [
  ...INSIGHT_RANGES.map(days => ({ key: days, label: `${days} days` })),
  { key: 'dates' as const, label: 'Dates' },
]

function RangeChoice() {
  const { range, dates } = useStore($chosen)
  return (
    <div className="flex flex-wrap items-start gap-3">
      <div className={range === 'dates' ? 'sm:pt-8' : ''}>
        <Segments label="How far back" choices={CHOICES} chosen={range} onChoose={chooseRange} />
      </div>
      {range === 'dates' && <Dates chosen={dates} />}
    </div>
  )
}

function Dates({ chosen }: { chosen: DayRange }) {
  const [dates, setDates] = useState(chosen)
  const isComplete = dates.from !== '' && dates.to !== ''
  return (
    <DateRange
      {...dates}
      error={isComplete && !isPeriod(dates.from, dates.to) ? PERIOD_MESSAGE : undefined}
      onChange={change => {
        const changed = { ...dates, ...change }
        setDates(changed)
        if (isPeriod(changed.from, changed.to)) chooseDates(changed)
      }}
    />
  )
}

const CHARTS = [
  { figure: 'followers', label: 'Followers', title: 'Followers' },
  { figure: 'engagement', label: 'Engagement', title: 'Daily engagement' },
  { figure: 'reach', label: 'Reach', title: 'Daily reach' },
] as const

function AccountSection({ account, compared }: { account: AccountInsights; compared: ComparedDays }) {
  const { network, name, series } = account
  const id = `account-${account._id}`
  const change = compareEngagement(account.engagement)
  const isReached = series.some(({ reach }) => reach)
  return (
    <section
      aria-labelledby={id}
      className="grid gap-5 rounded-box border border-base-300 bg-raised p-5 sm:p-6"
    >
      <h3 id={id} className="flex items-center gap-2.5 text-lg wrap-anywhere">
        <NetworkMark network={network} className="size-6 shrink-0" />
        {name || networks[network].name}
      </h3>
      <div className={`grid gap-x-8 gap-y-6 lg:grid-cols-2 ${isReached ? 'xl:grid-cols-3' : ''}`}>
        {CHARTS.filter(({ figure }) => figure !== 'reach' || isReached).map(chart => (
          <div key={chart.figure}>
            <h4 className="mb-2 text-sm font-semibold">
              {chart.title}
              {chart.figure === 'engagement' && change && (
                <span className="font-normal text-soft"> · {change.text}</span>
              )}
            </h4>
            <Chart account={account} compared={compared} {...chart} />
          </div>
        ))}
      </div>
      <DayNumbers
        name={name}
        columns={DAY_COLUMNS.filter(
          ({ key }) => key === 'followers' || key === 'engagement' || provides(network, key),
        )}
        days={series}
      />
    </section>
  )
}

type ChartProps = Parameters<typeof AccountSection>[0] & Omit<(typeof CHARTS)[number], 'title'>

/** A figure by day, or why there is nothing to draw yet. */
function Chart({ account: { network, name, series, previous }, compared, figure, label }: ChartProps) {
  const isLine = figure === 'followers'
  const points = series.map((day, index) => ({
    label: formatDay(day.day),
    value: day[figure],
    ...(previous && { before: previous[index]?.[figure] ?? null }),
  }))
  if (isLine && points.filter(({ value }) => value !== null).length < 2)
    return (
      <p className="text-sm text-soft">
        {networks[network].name} gives only today’s number. The chart starts tomorrow.
      </p>
    )
  if (!isLine && !points.some(({ value }) => value))
    return <p className="text-sm text-soft">Nobody has reacted to a post in this period yet.</p>
  const isCompared = figure !== 'reach' || points.some(({ before }) => typeof before === 'number')
  return (
    <DayPlot
      kind={isLine ? 'line' : 'bars'}
      name={`${label} of ${name}`}
      points={points}
      description={isLine ? describeLine(points) : describeBars(points)}
      before={previous && compared && isCompared ? rangeLabel(compared.before) : null}
      gaps={describeGaps(series, figure, periodOf(series, compared).today)}
    />
  )
}
