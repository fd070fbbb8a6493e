import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'

import { describeWeek, type PlannedWeek } from '#shared/businesses/clients.ts'
import type { Overview, WeekDay } from '#shared/overview.ts'
import { plural } from '#shared/plural.ts'
import { $overview } from '#site/dashboard/overview/store.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $isAgency } from '#site/dashboard/shared/permissions.tsx'
import { $now } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { $businessZone, zoneSuffix } from '#site/dashboard/shared/zone.ts'
import { WEEKDAYS } from '#site/lib/format.ts'
import { clockIn } from '#site/lib/wall-clock.ts'
import { Section, SectionLink } from '#site/ui/Section.tsx'
import { Skeleton } from '#site/ui/states.tsx'
import { listNeeds } from './needs.ts'
import { NeedsYou } from './NeedsYou.tsx'
import { NextPosts } from './NextPosts.tsx'

/** Load lazily, because only agencies need them. */
const ClientsNeed = lazyPart(async () => (await import('./Agency.tsx')).ClientsNeed, {
  Fallback: () => <Skeleton className="h-40 w-full" />,
})
const NextTwoDays = lazyPart(async () => (await import('./Agency.tsx')).NextTwoDays, {
  Fallback: () => <Skeleton className="h-90 w-full" />,
})

/** Loads lazily, because it is below the first screen. */
const Results = lazyPart(async () => (await import('./Results.tsx')).Results, {
  Fallback: () => <Skeleton className="h-90 w-full sm:max-lg:h-44" />,
})

/**
 * Tasks for the user, the next posts and the results so far. Hidden from new users, whom the first steps guide. Agencies see
 * the tasks and the next two days of all their clients.
 */
export function Morning() {
  const overview = useStore($overview)
  const isAgency = useStore($isAgency)
  if (overview.state === 'loading') return <MorningSkeleton />
  // Renders nothing after a failure, because the figures below show it with a retry.
  if (overview.state === 'failed') return null
  const { next, hasPosts } = overview.data
  const needs = listNeeds(overview.data)
  if (!isAgency && !hasPosts && needs.length === 0) return null
  return (
    <div className="mb-10 grid grid-cols-1 gap-8">
      {isAgency ? (
        <ClientsNeed overview={overview.data} />
      ) : (
        <NeedsYou needs={needs} overview={overview.data} />
      )}
      <Days overview={overview.data}>{isAgency ? <NextTwoDays /> : <NextPosts posts={next} />}</Days>
    </div>
  )
}

/** The next posts beside this week and the results, if there are posts. */
export function Days({ overview, children }: { overview: Overview; children: ReactNode }) {
  const now = useStore($now)
  const zone = useStore($businessZone)
  const { week, best, yesterday, hasPosts } = overview
  return (
    <div className={`grid grid-cols-1 gap-8 ${hasPosts ? 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]' : ''}`}>
      {children}
      {hasPosts && (
        <div className="grid grid-cols-1 content-start gap-8">
          <WeekStrip week={week} now={now} zone={zone} />
          <Results best={best} yesterday={yesterday} zone={zone} />
        </div>
      )}
    </div>
  )
}

export const MorningSkeleton = () => (
  <div role="status" aria-label="Loading your day" className="mb-10 grid grid-cols-1 gap-8">
    <Skeleton className="h-6 w-64" />
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Skeleton className="h-100 w-full" />
      <Skeleton className="h-72 w-full" />
    </div>
  </div>
)

const MAX_DOTS = 4

/** This week by day: posts as filled dots, free weekly times as rings. */
function WeekStrip({ week, now, zone }: { week: readonly WeekDay[]; now: Date; zone: string }) {
  const today = clockIn(zone, now).day
  const suffix = zoneSuffix(now, zone)
  return (
    <Section
      title="This week"
      beside={<SectionLink href="/dashboard/calendar?view=week">Calendar</SectionLink>}
    >
      <ol className="grid grid-cols-7 overflow-hidden rounded-box border border-base-300 bg-raised">
        {week.map((day, index) => (
          <li key={day.day} className="border-s border-base-300 first:border-s-0">
            <a
              href={`/dashboard/calendar?view=week&on=${day.day}`}
              aria-current={day.day === today ? 'date' : undefined}
              className={`relative grid min-h-20 content-start justify-items-center gap-1.5 px-0.5 py-2.5 text-xs -outline-offset-2 hover:bg-base-200/60
              ${day.day < today ? 'text-soft' : ''}`}
            >
              <span>{WEEKDAYS[index]?.slice(0, 3)}</span>{' '}
              <span
                translate="no"
                className={`grid size-6 place-items-center rounded-full tabular-nums ${day.day === today ? 'bg-neutral font-semibold text-neutral-content' : ''}`}
              >
                {Number(day.day.slice(-2))}
              </span>
              <Dots {...day} />
              <span className="sr-only">{`${monthOf(day)}: ${describeDay(day)}`}</span>
            </a>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-sm text-soft">
        {describeWeek(sumOf(week))}.{suffix && ` Days are in${suffix}.`}
      </p>
    </Section>
  )
}

/** Decorative: the link's hidden text says the same. Shapes differ, so that colour isn't needed. */
function Dots({ attention, published, scheduled, free }: WeekDay) {
  const dots = [
    ...repeat(attention, 'rounded-none rotate-45 bg-error'),
    ...repeat(published, 'rounded-full bg-success'),
    ...repeat(scheduled, 'rounded-full bg-base-content'),
    ...repeat(free, 'rounded-full border border-edge'),
  ]
  const more = dots.length - MAX_DOTS
  return (
    <span aria-hidden="true" className="flex flex-wrap justify-center gap-1">
      {dots.slice(0, MAX_DOTS).map((look, index) => (
        <span key={index} className={`size-2 forced-color-adjust-none ${look}`} />
      ))}
      {more > 0 && <span className="text-[0.6875rem] leading-none text-soft">+{more}</span>}
    </span>
  )
}

const repeat = (count: number, look: string) => Array.from({ length: count }, () => look)

const month = new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', month: 'long' })

/** 'November' */
const monthOf = ({ day }: WeekDay) => month.format(new Date(`${day}T00:00:00Z`))

/** The posts and posting times of a week. */
export const sumOf = (week: readonly WeekDay[]): PlannedWeek => ({
  posts: week.reduce((sum, day) => sum + postsOn(day), 0),
  planned: week.some(({ slots }) => slots !== null)
    ? week.reduce((sum, { slots }) => sum + (slots ?? 0), 0)
    : null,
})

const postsOn = ({ published, scheduled }: WeekDay) => published + scheduled

/** '1 published, 2 planned, 1 slot free', for the title of a day. */
export function describeDay({ published, scheduled, attention, free }: WeekDay): string {
  const parts = [
    published > 0 && `${published} published`,
    scheduled > 0 && `${scheduled} planned`,
    attention > 0 && (attention === 1 ? '1 needs you' : `${attention} need you`),
    free > 0 && `${plural(free, 'slot')} free`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'nothing planned'
}
