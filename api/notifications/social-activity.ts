import { aliasedTable, and, eq, isNull, notExists, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { accountInsights } from '#api/db/schema/businesses/insights.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { settings } from '#api/db/schema/people/settings.ts'
import { write } from '#api/db/write.ts'
import { DAY_MS } from '#shared/durations.ts'
import { formatList } from '#shared/format-list.ts'
import { networks } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { isoDay } from '#shared/posts/rhythm.ts'
import { notify } from './notifications.ts'

const LINK = '/dashboard/insights'

type Gained = { followers: number; comments: number; likes: number }

/** Notifies users who want it of the previous day's gains, once a day. */
export async function notifySocialActivity(ctx: Context): Promise<void> {
  const now = +ctx.now()
  const day = isoDay(now - DAY_MS)
  const gained = await readGained(ctx, day, isoDay(now - 2 * DAY_MS))
  const rows = [...Map.groupBy(gained, ({ userId }) => userId)].flatMap(([userId, ofUser]) => {
    const active = ofUser.filter(one => describeGains(one) !== '')
    if (active.length === 0) return []
    const sum = (name: keyof Gained) => active.reduce((total, one) => total + Math.max(0, one[name]), 0)
    const all = { followers: sum('followers'), comments: sum('comments'), likes: sum('likes') }
    return {
      id: `social:${userId}:${day}`,
      userId,
      type: 'social' as const,
      tone: 'primary' as const,
      title: `Yesterday: ${describeGains(all)}`,
      message: active
        .map(
          one =>
            `${one.name || networks[one.network].name} on ${networks[one.network].name}: ${describeGains(one)}.`,
        )
        .join(' '),
      link: LINK,
    }
  })
  await write(ctx, ctx => notify(ctx, rows))
}

/** Selects the gains of users who want to be notified and haven't been. Missing figures count as none. */
function readGained({ db }: Context, day: string, before: string) {
  const previous = aliasedTable(accountInsights, 'before')
  const gain = (name: keyof Gained) =>
    sql<number>`coalesce(${accountInsights[name]} - ${previous[name]}, 0)`.mapWith(Number)
  return db
    .select({
      userId: members.userId,
      network: accounts.network,
      name: accounts.name,
      followers: gain('followers'),
      comments: gain('comments'),
      likes: gain('likes'),
    })
    .from(settings)
    .innerJoin(members, eq(members.userId, settings.userId))
    .innerJoin(accounts, eq(accounts.domainId, members.domainId))
    .innerJoin(accountInsights, and(eq(accountInsights.accountId, accounts.id), eq(accountInsights.day, day)))
    .innerJoin(previous, and(eq(previous.accountId, accounts.id), eq(previous.day, before)))
    .where(
      and(
        eq(settings.socialNotifications, true),
        isNull(members.visitsUntil),
        notExists(
          db
            .select({ id: notifications.id })
            .from(notifications)
            .where(eq(notifications.id, sql`'social:' || ${settings.userId} || ':' || ${day}`)),
        ),
      ),
    )
    .orderBy(accounts.createdAt)
}

/** Returns a text such as '3 new followers, 1 comment and 12 likes', or an empty one without gains. */
const describeGains = ({ followers, comments, likes }: Gained): string =>
  formatList(
    [gain(followers, 'new follower'), gain(comments, 'comment'), gain(likes, 'like')].filter(Boolean),
  )

const gain = (count: number, noun: string) => (count > 0 ? plural(count, noun) : '')
