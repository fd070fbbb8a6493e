import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm'

import { weekPrompt } from '#api/ai/prompt.ts'
import type { Task } from '#api/ai/write-text.ts'
import { readVoice, requireBusiness } from '#api/businesses/domains.ts'
import type { UserContext } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { accountPosts } from '#api/db/schema/businesses/insights.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { describeVoice } from '#shared/businesses/voice.ts'
import { DAY_MS } from '#shared/durations.ts'
import { smallestMaxChars, type WriteForWeek } from '#shared/posts/captions.ts'
import { UNCANCELED_STATES } from '#shared/posts/posts.ts'
import { excerpt } from '#shared/text/graphemes.ts'

/** AI mustn't repeat planned posts, or those of this many past days. */
const KNOWN_DAYS = 30
const LIKED_DAYS = 180
const MAX_KNOWN = 12
const MAX_LIKED = 3
const SHOWN_CHARS = 240

/**
 * Returns the task of writing a post of a week for the request's business: in its voice, unlike its other posts, and in the manner
 * of its most liked ones.
 * @throws {DomainError} `not_found` without a business, `forbidden`
 */
export async function buildWeekTask(
  ctx: UserContext,
  { networks, day, occasion, wishes, picture, others }: WriteForWeek,
): Promise<Task> {
  const domain = await requireBusiness(ctx, 'write')
  const [voice, known, liked] = await Promise.all([
    readVoice(ctx, domain._id),
    readRecentTexts(ctx, domain._id),
    readLikedTexts(ctx, domain._id),
  ])
  const facts = [
    `The business: ${[domain.businessName, domain.websiteURL].filter(Boolean).join(', ')}`,
    `The day: ${[longDay(day), occasion].filter(Boolean).join(', ')}`,
    ...(picture ? [`Its picture shows: ${picture}`] : []),
    ...(wishes ? [`The owner’s wishes: ${wishes}`] : []),
  ].join('\n')
  const described = describeVoice(voice)
  const posts = [...others, ...known].map(text => excerpt(text, SHOWN_CHARS))
  return {
    prompt: weekPrompt({ networks, facts, voice: described, posts, liked, index: others.length }),
    material: [wishes, picture, described].filter(Boolean).join('\n'),
    maxChars: smallestMaxChars(networks),
  }
}

const longDay = (day: string) =>
  new Date(day).toLocaleDateString('en-AU', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })

/** Returns the latest texts of a business, each once. */
async function readRecentTexts({ db, now }: UserContext, domainId: string): Promise<string[]> {
  const rows = await db
    .select({ message: deliveries.message })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.domainId, domainId),
        inArray(deliveries.state, UNCANCELED_STATES),
        gte(deliveries.publishAt, new Date(+now() - KNOWN_DAYS * DAY_MS)),
      ),
    )
    .groupBy(deliveries.postId)
    .orderBy(desc(sql`max(${deliveries.publishAt})`))
    .limit(MAX_KNOWN)
  return rows.map(({ message }) => message)
}

/** Returns the beginnings of the posts with the most reactions on the accounts of a business. */
async function readLikedTexts({ db, now }: UserContext, domainId: string): Promise<string[]> {
  const reactions = sql<number>`${accountPosts.likes} + ${accountPosts.comments} + ${accountPosts.shares}`
  const rows = await db
    .select({ excerpt: accountPosts.excerpt, reactions })
    .from(accountPosts)
    .innerJoin(accounts, eq(accounts.id, accountPosts.accountId))
    .where(
      and(
        eq(accounts.domainId, domainId),
        gte(accountPosts.publishedAt, new Date(+now() - LIKED_DAYS * DAY_MS)),
      ),
    )
    .orderBy(desc(reactions))
    .limit(MAX_LIKED)
  return rows.filter(row => row.reactions > 0 && row.excerpt !== '').map(row => row.excerpt)
}
