import { and, eq, gt, lte } from 'drizzle-orm'
import * as v from 'valibot'

import { type TrialMaterial, trialPrompt } from '#api/ai/prompt.ts'
import { type Writer, WriterError } from '#api/ai/writer.ts'
import { addOwnDomain } from '#api/businesses/domains.ts'
import type { Context, Inside, RequestContext, UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { type SuggestedPost, trialWeeks, trialTexts } from '#api/db/schema/server/trial-weeks.ts'
import { write } from '#api/db/write.ts'
import { limitAddress, LIMITS, limit } from '#api/http/limits/limits.ts'
import { createDraft } from '#api/posts/drafts/drafts.ts'
import { hashToken, newToken } from '#api/runtime/crypto/secrets.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { wallClock } from '#api/runtime/wall-clock.ts'
import { brand } from '#shared/brand.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts'
import { DraftContent } from '#shared/posts/drafts.ts'
import { fold } from '#shared/text/fold.ts'
import { possessive, withApostrophes } from '#shared/text/possessive.ts'
import { MAX_COMPARED } from '#shared/text/similarity.ts'
import { type Trade, detectTrade, matchTypedTrade } from '#shared/trades/trades.ts'
import { DAYS, type Slot, POSTS_A_WEEK, postsOf } from '#shared/trades/week.ts'
import { WEEKS } from '#shared/trades/weeks.ts'
import {
  type KeptWeek,
  type StartTrialWeek,
  TRIAL_DAYS,
  TRIAL_MESSAGES,
  type TrialWeek,
} from '#shared/trial-weeks.ts'
import { eventText, hemisphereOf, seasonOn } from './events.ts'

/** Minimum time until a suggested post, because an earlier one would be missed while the visitor signs up. */
const NOTICE_MS = HOUR_MS

/**
 * Suggests posts for the next seven days, and saves them under the returned token. They are our own templates, or by AI for a trade
 * that we don't know.
 * @throws {DomainError} `rate_limited`
 */
export async function suggestWeek(ctx: RequestContext, input: StartTrialWeek): Promise<TrialWeek> {
  await limitAddress(ctx, LIMITS.trialWeekAddress)
  const { businessName, trade, suburb, timeZone } = input
  const knownTrade = trade ? matchTypedTrade(trade) : detectTrade(businessName)
  const shownTrade = knownTrade ?? 'other'
  const { times, posts: templates } = templatesOf(shownTrade, { now: ctx.now(), timeZone })
  const place = { timeZone, country: brand.country }
  const eventAt = templates.find(({ kind }) => kind === 'event')?.at
  const eventDay = wallClock(timeZone, new Date(eventAt ?? ctx.now())).toPlainDate()
  const season = seasonOn(eventDay, place)
  const aiTexts = knownTrade
    ? null
    : await textsByAi(ctx, {
        trade,
        suburb,
        month: eventDay.toLocaleString('en-AU', { month: 'long' }),
        season,
        hemisphere: hemisphereOf(place),
        kinds: templates.map(({ kind }) => kind),
      })
  const posts = templates
    .map(({ kind, text, at }, index) => {
      const aiText = aiTexts?.[index]
      return {
        kind,
        text: fillIn(aiText ?? text, { businessName, trade, suburb }),
        at,
        isByAi: Boolean(aiText),
      }
    })
    .toSorted((a, b) => a.at.localeCompare(b.at))
  const token = newToken()
  const expiresAt = new Date(+ctx.now() + TRIAL_DAYS * DAY_MS)
  const suggested = posts.map(({ text, at, isByAi }): SuggestedPost => ({ text, at, isByAi }))
  await ctx.db
    .insert(trialWeeks)
    .values({ tokenHash: hashToken(token), businessName, timeZone, posts: suggested, expiresAt })
  return {
    token,
    businessName,
    trade: shownTrade,
    season,
    times,
    posts: posts.map(({ kind, text, at }) => ({ kind, text, at })),
    isByAi: posts.some(({ isByAi }) => isByAi),
  }
}

/** The current time, and the zone in which the posts have their times of day. */
type Clock = { now: Date; timeZone: string }

/** Returns a trade’s templates at their next times. The last one is about an event or the season. */
function templatesOf(trade: Trade, { now, timeZone }: Clock) {
  const week = WEEKS[trade]
  const eventAt = nextTime(week.event.at, { now, timeZone })
  const date = wallClock(timeZone, new Date(eventAt)).toPlainDate()
  const event = eventText(week, date, { timeZone, country: brand.country })
  return {
    times: week.times,
    posts: [
      ...postsOf(week).map(({ at, ...post }) => ({ ...post, at: nextTime(at, { now, timeZone }) })),
      { kind: 'event' as const, text: event, at: eventAt },
    ],
  }
}

type Entered = Pick<StartTrialWeek, 'businessName' | 'trade' | 'suburb'>

/** Fills in one pass, because what a visitor entered may look like a placeholder, too. */
function fillIn(text: string, { businessName, trade, suburb }: Entered): string {
  const values: Record<string, string> = {
    '{business}': withApostrophes(businessName),
    '{Trade}': trade.charAt(0).toUpperCase() + trade.slice(1),
    '{suburb}': suburb,
  }
  return text.replaceAll(
    /\{business\}['’]s\b|\{\w+\}/g,
    placeholder =>
      values[placeholder] ?? (placeholder.endsWith('s') ? possessive(businessName) : placeholder),
  )
}

/** Returns the next instant at which a clock in the zone shows this weekday and time. */
function nextTime(slot: Slot, { now, timeZone }: Clock): string {
  const [day = '', time = ''] = slot.split(' ')
  const today = wallClock(timeZone, now).toPlainDate()
  const afterDays = (days: number) =>
    new Date(
      today.add({ days }).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) })
        .epochMilliseconds,
    )
  const days = (DAYS.findIndex(each => each === day) + 1 - today.dayOfWeek + DAYS.length) % DAYS.length
  const next = afterDays(days)
  return (+next < +now + NOTICE_MS ? afterDays(days + DAYS.length) : next).toISOString()
}

/**
 * Saves the posts of a suggested week as drafts of the caller's business with that name, and creates the business if there is none.
 * A time that has passed moves to a later week. A week can be kept only once.
 * @throws {DomainError} `not_found` for a week that was kept or has expired, `conflict` above the maximum of businesses or drafts
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
    const posts = week.posts.map(post => ({ ...post, at: nextFuture(post.at, { now: now(), timeZone }) }))
    for (const { text, at, isByAi } of posts) {
      const aiTexts = isByAi ? [text.slice(0, MAX_COMPARED)] : []
      const content = { message: text, isScheduled: true, publishAt: at, timeZone, aiTexts }
      await createDraft(ctx, { id: Bun.randomUUIDv7(), domainId, content: v.parse(DraftContent, content) })
    }
    const [from = ''] = posts.map(({ at }) => at).toSorted()
    return { domainId, businessName, from, count: posts.length }
  })

async function findOwnBusiness({ db, userId }: Inside<UserContext>, businessName: string) {
  const owned = await db.select().from(domains).where(eq(domains.userId, userId))
  return owned.find(each => fold(each.businessName) === fold(businessName))?.id
}

/** Adds whole weeks to a time until it is in the future, at the same time of day. */
function nextFuture(at: string, { now, timeZone }: Clock): string {
  let time = Temporal.Instant.from(at).toZonedDateTimeISO(timeZone)
  while (time.epochMilliseconds <= +now) time = time.add({ weeks: 1 })
  return new Date(time.epochMilliseconds).toISOString()
}

export async function sweepTrialWeeks(ctx: Context): Promise<void> {
  await ctx.db.delete(trialWeeks).where(lte(trialWeeks.expiresAt, ctx.now()))
  await sweepTrialTexts(ctx)
}

type Texts = (string | null)[]

const FRESH_MS = 30 * DAY_MS
/** Time after a failure, or a killed process, in which visitors get templates. */
const RETRY_MS = 10 * MINUTE_MS
/** Maximum wait of a visitor, who then gets templates. */
const MAX_WAIT_MS = 12_000
/** Maximum number of concurrent calls. Further visitors get templates. */
const MAX_CALLS = 4
const MAX_LETTERS = 5000

type Calls = { byKey: Map<string, Promise<Texts | null>>; count: number }
const callsOf = new WeakMap<Writer, Calls>()

/**
 * Returns the posts that AI wrote for this trade in this suburb and month. They are written once for all visitors, within the limits of
 * a visitor and of the installation. Returns null where AI isn't available, fails, or has written enough today.
 */
async function textsByAi(ctx: RequestContext, about: TrialMaterial): Promise<Texts | null> {
  const { writer } = ctx
  if (!writer) return null
  const calls = callsOf.get(writer) ?? { byKey: new Map(), count: 0 }
  callsOf.set(writer, calls)
  const { trade, suburb, month, hemisphere } = about
  const key = [fold(trade), fold(suburb), month, hemisphere].join('/')
  const begun =
    calls.byKey.get(key) ??
    findOrWrite(ctx, { writer, calls, key, about }).finally(() => calls.byKey.delete(key))
  calls.byKey.set(key, begun)
  return begun
}

type Writing = { writer: Writer; calls: Calls; key: string; about: TrialMaterial }

async function findOrWrite(ctx: RequestContext, writing: Writing): Promise<Texts | null> {
  const { calls, key } = writing
  const [known] = await ctx.db.select().from(trialTexts).where(isCurrent(ctx, key))
  if (known) return known.texts
  if (calls.count >= MAX_CALLS) return null
  calls.count++
  try {
    if (!(await claim(ctx, key))) return null
    const texts = await ask(ctx, writing)
    const until = new Date(+ctx.now() + FRESH_MS)
    await ctx.db.update(trialTexts).set({ texts, until }).where(eq(trialTexts.key, key))
    return texts
  } catch (error) {
    if (!(error instanceof WriterError)) throw error
    ctx.log.warn({ failure: error.code }, 'trial week not written')
    return null
  } finally {
    calls.count--
  }
}

const isCurrent = ({ now }: Pick<Context, 'now'>, key: string) =>
  and(eq(trialTexts.key, key), gt(trialTexts.until, now()))

/** Returns false if another process writes these texts, or the limits are reached. */
async function claim(ctx: RequestContext, key: string): Promise<boolean> {
  try {
    return await write(ctx, async ctx => {
      if ((await ctx.db.$count(trialTexts, isCurrent(ctx, key))) > 0) return false
      await limitAddress(ctx, LIMITS.trialTextsAddress)
      await limit(ctx, { ...LIMITS.trialTextsAll, key: 'all' })
      const claimed = { texts: null, until: new Date(+ctx.now() + RETRY_MS) }
      await ctx.db
        .insert(trialTexts)
        .values({ key, ...claimed })
        .onConflictDoUpdate({ target: trialTexts.key, set: claimed })
      return true
    })
  } catch (error) {
    if (error instanceof DomainError && error.code === 'rate_limited') return false
    throw error
  }
}

/** Asks AI for the texts of a week. @throws {WriterError} */
async function ask(ctx: Context, { writer, about }: Writing): Promise<Texts> {
  const signal = AbortSignal.timeout(MAX_WAIT_MS)
  let whole = ''
  for await (const delta of writer.write(trialPrompt(about), signal)) {
    whole += delta
    if (whole.length > MAX_LETTERS) break
  }
  if (signal.aborted) throw new WriterError('failed', 'timeout')
  const texts = postsIn(whole)
  const shown = texts.filter(text => text !== null)
  if (shown.length === 0) throw new WriterError('failed', 'no fit post')
  if (await writer.flags(shown.join('\n'), signal)) throw new WriterError('refused', 'moderation')
  return texts
}

async function sweepTrialTexts({ db, now }: Context): Promise<void> {
  await db.delete(trialTexts).where(lte(trialTexts.until, now()))
}

const SEPARATOR = /^[ \t]*-{3,}[ \t]*$/m
const [MIN_POST_LETTERS, MAX_POST_LETTERS] = [20, 320]

/** Latin letters, punctuation and spaces: no digits, symbols, emoji, or marks of links, mentions and Markdown. */
const PLAIN = /^(?:[\p{Script=Latin}\p{M} \n.,:;!?'’‘"“”()–—…&-]|\{business\})+$/u
/** Matches claims that nobody told us: prices, offers, hours, awards and promises. */
const CLAIMS =
  /\b(?:awards?|award-winning|winners?|voted|best|finest|cheapest|lowest|biggest|discounts?|sale|on special|half price|free|guaranteed?|open (?:at|from|until|till|every|daily|late|early|all)|closed|since|years?|decades?|established|certified|licen[cs]ed|qualified|accredited|cents?|dollars?|o[’']clock|noon|midnight|www|https?)\b/i
const HOURS =
  /\b(?:at|from|until|till|by|before|after|to) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/i

/**
 * Returns the posts of an AI's answer, in their order. A post is null if it is missing, repeats another, isn't plain text, or
 * claims something that we can't know.
 */
function postsIn(answer: string): (string | null)[] {
  const parts = answer.split(SEPARATOR).map(part => part.trim().replaceAll(/\s*\n\s*/g, '\n'))
  return Array.from({ length: POSTS_A_WEEK }, (_, index) => {
    const part = parts[index] ?? ''
    const post = part.charAt(0).toUpperCase() + part.slice(1)
    return isFit(post) && parts.indexOf(part) === index ? post : null
  })
}

const isFit = (text: string) =>
  text.length >= MIN_POST_LETTERS &&
  text.length <= MAX_POST_LETTERS &&
  PLAIN.test(text) &&
  !CLAIMS.test(text) &&
  !HOURS.test(text)
