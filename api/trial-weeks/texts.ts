import { and, eq, gt, lte } from 'drizzle-orm'

import { type TrialMaterial, trialPrompt } from '#api/ai/prompt.ts'
import { type Writer, WriterError } from '#api/ai/writer.ts'
import type { Context, RequestContext } from '#api/context.ts'
import { trialTexts } from '#api/db/schema/server/trial-weeks.ts'
import { write } from '#api/db/write.ts'
import { limit, limitAddress, LIMITS } from '#api/http/limits/limits.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { DAY_MS, MINUTE_MS } from '#shared/durations.ts'
import { fold } from '#shared/text/fold.ts'
import { POSTS_A_WEEK } from '#shared/trades/week.ts'

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
export async function textsByAi(ctx: RequestContext, about: TrialMaterial): Promise<Texts | null> {
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

export async function sweepTrialTexts({ db, now }: Context): Promise<void> {
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
 * Returns the posts of an AI's answer, in their order: null for one that is missing, repeats another, isn't plain text, or claims
 * something that we can't know.
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
