import type { WeekDay } from '#shared/overview.ts'
import { zoneSuffix } from '#site/dashboard/shared/zone.ts'
import { clockIn } from '#site/lib/wall-clock.ts'
import { WEEKDAYS } from '#site/lib/weekdays.ts'
import { describeDay, describeWeek, monthOf } from './week.ts'

const MAX_DOTS = 4

type Props = { week: readonly WeekDay[]; now: Date; zone: string }

/** This week by day: posts as filled dots, free weekly times as rings. */
export function WeekStrip({ week, now, zone }: Props) {
  const today = clockIn(zone, now).day
  const suffix = zoneSuffix(now, zone)
  return (
    <section aria-labelledby="this-week">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="this-week" className="text-xl">
          This week
        </h2>
        <a href="/dashboard/calendar?view=week" className="prose-link text-sm">
          Calendar
        </a>
      </div>
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
        {describeWeek(week)}
        {suffix && ` Days are in${suffix}.`}
      </p>
    </section>
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
