import { and, asc, desc, eq, gte, inArray, lte } from 'drizzle-orm'

import type { OwnerContext } from '#api/context.ts'
import type { accounts } from '#api/db/schema/businesses/accounts.ts'
import { accountKeywords, accountPresence } from '#api/db/schema/businesses/insights.ts'
import {
  type AccountPresence,
  type Figure,
  type MissingInsights,
  NO_PRESENCE,
  type PresenceDay,
  type PresenceSum,
  sumKnown,
} from '#shared/insights.ts'
import { PRESENCE_FIGURES, PRESENCE_SURFACES } from '#shared/networks/presence.ts'
import { whyMissing } from './account-figures.ts'
import { addDays } from './days.ts'
import { daysBefore, type Period } from './period.ts'

type Linked = Pick<typeof accounts.$inferSelect, 'id' | 'network' | 'name' | 'username' | 'status'> & {
  readAt: Date | null
  missing: '' | MissingInsights | null
}

/** Returns the presence of the accounts whose networks count it. */
export async function readPresences(
  ctx: OwnerContext,
  linked: readonly Linked[],
  period: Period,
): Promise<AccountPresence[]> {
  const counted = linked.filter(({ network }) => ctx.networks[network].presence)
  return Promise.all(
    counted.map(
      async ({ id, network, name, username, status, readAt, missing }): Promise<AccountPresence> => {
        const [days, keywords] = await Promise.all([readDays(ctx, id, period), readKeywords(ctx, id, period)])
        return {
          _id: id,
          network,
          name: name || username,
          readAt: readAt?.toISOString() ?? null,
          missing: whyMissing(status, missing),
          ...presenceIn(days, period),
          keywords,
        }
      },
    ),
  )
}

async function readDays({ db }: OwnerContext, accountId: string, period: Period) {
  const first = addDays(period.days[0] ?? '', -period.shift)
  const rows = await db
    .select()
    .from(accountPresence)
    .where(and(eq(accountPresence.accountId, accountId), gte(accountPresence.day, first)))
  return new Map(
    rows.map(row => {
      const { accountId: _, ...day } = row
      const shown = sumKnown(PRESENCE_SURFACES.map(surface => day[surface]))
      return [day.day, { ...day, shown }]
    }),
  )
}

async function readKeywords({ db }: OwnerContext, accountId: string, { days }: Period) {
  const latest = db
    .select({ month: accountKeywords.month })
    .from(accountKeywords)
    .where(
      and(
        eq(accountKeywords.accountId, accountId),
        lte(accountKeywords.month, days.at(-1)?.slice(0, 7) ?? ''),
      ),
    )
    .orderBy(desc(accountKeywords.month))
    .limit(1)
  const rows = await db
    .select()
    .from(accountKeywords)
    .where(and(eq(accountKeywords.accountId, accountId), inArray(accountKeywords.month, latest)))
    .orderBy(asc(accountKeywords.isBelow), desc(accountKeywords.count), asc(accountKeywords.keyword))
  const [first] = rows
  return first
    ? { month: first.month, list: rows.map(({ keyword, count, isBelow }) => ({ keyword, count, isBelow })) }
    : null
}

export const PRESENCE_SUMS: readonly PresenceSum[] = ['shown', ...PRESENCE_FIGURES]

/** Sums each figure over the days that the network has reported, and compares it with the same number of days before. */
function presenceIn(days: ReadonlyMap<string, PresenceDay>, period: Period) {
  const seriesOf = (wanted: readonly string[]) =>
    wanted.map((day): PresenceDay => days.get(day) ?? { day, ...NO_PRESENCE, shown: null })
  const previous = period.days.map(day => addDays(day, -period.shift))
  return {
    sums: Object.fromEntries(PRESENCE_SUMS.map(name => [name, sumOf(days, name, period)])) as Record<
      PresenceSum,
      Figure
    >,
    knownUntil: period.finished.findLast(day => days.has(day)) ?? null,
    series: seriesOf(period.days),
    previous: daysBefore(period).every(day => days.has(day)) ? seriesOf(previous) : null,
  }
}

/** Excludes days that the network hasn't reported yet, and their counterparts in the period before. */
function sumOf(days: ReadonlyMap<string, PresenceDay>, name: PresenceSum, period: Period): Figure {
  const valueOn = (day: string) => days.get(day)?.[name] ?? null
  const known = period.finished.filter(day => valueOn(day) !== null)
  const earlier = known.map(day => valueOn(addDays(day, -period.shift)))
  const value = sumKnown(known.map(valueOn))
  const missing = period.finished.length - known.length
  if (value === null || earlier.includes(null)) return { value, change: null, since: null }
  return {
    value,
    change: value - (sumKnown(earlier) ?? 0),
    since: addDays(period.days[0] ?? '', -1),
    ...(missing > 0 && { missing }),
  }
}
