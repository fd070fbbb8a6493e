import { and, eq, gt, lte } from 'drizzle-orm'
import * as v from 'valibot'

import { addOwnDomain } from '#api/businesses/domains.ts'
import type { Context, Inside, RequestContext, UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { type SuggestedPost, trialWeeks } from '#api/db/schema/server/trial-weeks.ts'
import { write } from '#api/db/write.ts'
import { limitAddress, LIMITS } from '#api/http/limits/limits.ts'
import { createDraft } from '#api/posts/drafts/drafts.ts'
import { hashToken, newToken } from '#api/runtime/crypto/secrets.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { DAY_MS, HOUR_MS } from '#shared/durations.ts'
import { DraftContent } from '#shared/posts/drafts.ts'
import { fold } from '#shared/text/fold.ts'
import { COMPARED } from '#shared/text/similarity.ts'
import {
  type KeptWeek,
  type StartTrialWeek,
  TRIAL_DAYS,
  TRIAL_MESSAGES,
  type TrialWeek,
} from '#shared/trial-weeks.ts'
import { type Slot, TEMPLATES } from './templates.ts'
import { sweepTrialTexts, textsByAi } from './texts.ts'

/** Minimum time before a post. A post that is due sooner would be missed while the visitor signs up. */
const NOTICE_MS = HOUR_MS

/** Suggests posts for the next seven days, by AI where it is available. @throws {DomainError} `rate_limited` */
export async function suggestWeek(ctx: RequestContext, input: StartTrialWeek): Promise<TrialWeek> {
  await limitAddress(ctx, LIMITS.trialWeekAddress)
  const { businessName, kind, suburb, timeZone } = input
  const written = await textsByAi(ctx, input)
  const posts = TEMPLATES[kind]
    .map(({ text, ...slot }, index): SuggestedPost => {
      const byAi = written?.[index]
      const at = nextTime(ctx.now(), timeZone, slot)
      return { text: fill(byAi ?? text, { businessName, suburb }), at, isByAi: Boolean(byAi) }
    })
    .toSorted((a, b) => a.at.localeCompare(b.at))
  const token = newToken()
  const expiresAt = new Date(+ctx.now() + TRIAL_DAYS * DAY_MS)
  await ctx.db
    .insert(trialWeeks)
    .values({ tokenHash: hashToken(token), businessName, timeZone, posts, expiresAt })
  return {
    token,
    businessName,
    posts: posts.map(({ text, at }) => ({ text, at })),
    isByAi: posts.some(({ isByAi }) => isByAi),
  }
}

const fill = (text: string, { businessName, suburb }: Pick<StartTrialWeek, 'businessName' | 'suburb'>) =>
  text.replaceAll('{business}', () => businessName).replaceAll('{suburb}', () => suburb)

/** Returns the next instant at which a clock in the zone shows this weekday and time. */
function nextTime(now: Date, timeZone: string, { weekday, time }: Slot): string {
  const today = Temporal.Instant.fromEpochMilliseconds(+now).toZonedDateTimeISO(timeZone).toPlainDate()
  const inDays = (days: number) =>
    new Date(
      today.add({ days }).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) })
        .epochMilliseconds,
    )
  const days = (weekday - today.dayOfWeek + 7) % 7
  const next = inDays(days)
  return (+next < +now + NOTICE_MS ? inDays(days + 7) : next).toISOString()
}

/**
 * Makes a week's posts drafts of the caller's business with its name, which is created if there is none. A time that has passed
 * moves to the following week. A week is kept once.
 * @throws {DomainError} `not_found` if it was kept or has expired, `conflict` above the maximum of businesses or drafts
 */
export const keepWeek = (ctx: UserContext, token: string): Promise<KeptWeek> =>
  write(ctx, async ctx => {
    const { db, now } = ctx
    const [week] = await db
      .delete(trialWeeks)
      .where(and(eq(trialWeeks.tokenHash, hashToken(token)), gt(trialWeeks.expiresAt, now())))
      .returning()
    if (!week) throw new DomainError('not_found', TRIAL_MESSAGES.gone)
    const { businessName, timeZone } = week
    const domainId =
      (await findOwnBusiness(ctx, businessName)) ??
      (await addOwnDomain(ctx, { businessName, websiteURL: '', timeZone }))
    const posts = week.posts.map(post => ({ ...post, at: ahead(post.at, { now: now(), timeZone }) }))
    for (const { text, at, isByAi } of posts) {
      const aiTexts = isByAi ? [text.slice(0, COMPARED)] : []
      const content = { message: text, isScheduled: true, publishAt: at, timeZone, aiTexts }
      await createDraft(ctx, { id: Bun.randomUUIDv7(), domainId, content: v.parse(DraftContent, content) })
    }
    const [from = ''] = posts.map(({ at }) => at).toSorted()
    return { domainId, businessName, from, count: posts.length }
  })

async function findOwnBusiness(
  { db, userId }: Inside<UserContext>,
  businessName: string,
): Promise<string | undefined> {
  const owned = await db.select().from(domains).where(eq(domains.userId, userId))
  return owned.find(each => fold(each.businessName) === fold(businessName))?.id
}

/** Adds whole weeks to a time until it is in the future, at the same time of day. */
function ahead(at: string, { now, timeZone }: { now: Date; timeZone: string }): string {
  let time = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone)
  while (time.epochMilliseconds <= +now) time = time.add({ weeks: 1 })
  return new Date(time.epochMilliseconds).toISOString()
}

export async function sweepTrialWeeks(ctx: Context): Promise<void> {
  await ctx.db.delete(trialWeeks).where(lte(trialWeeks.expiresAt, ctx.now()))
  await sweepTrialTexts(ctx)
}
