import { and, eq, gt, like, lte, or, sql } from 'drizzle-orm'

import type { Context, RequestContext } from '#api/context.ts'
import { keyedHash } from '#api/crypto/secrets.ts'
import { rateLimits } from '#api/db/schema/limits.ts'
import { DomainError } from '#api/errors.ts'
import { widerNetwork } from '#api/http/client-address.ts'
import { CAPTIONS_A_DAY, CAPTION_MESSAGES } from '#shared/posts/captions.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const NETWORKS_OF_A_SITE = 8

/** Rate limits. `Address` counts by the client's IP address (`limitAddress`), `Email` by the e-mail in the request (`limitEmail`). */
export const LIMITS = {
  registerAddress: { name: 'register:address', most: 60, windowMs: HOUR },
  registerEmail: { name: 'register:email', most: 20, windowMs: HOUR },
  loginAddress: { name: 'login:address', most: 30, windowMs: 15 * MINUTE },
  loginEmail: { name: 'login:email', most: 20, windowMs: 15 * MINUTE },
  /** Replaces the two above for a browser where the owner has signed in before. */
  loginDevice: { name: 'login:device', most: 10, windowMs: 15 * MINUTE },
  verifyAddress: { name: 'verify:address', most: 30, windowMs: 15 * MINUTE },
  /** However many codes are mailed meanwhile. */
  verifyEmail: { name: 'verify:email', most: 50, windowMs: HOUR },
  resendAddress: { name: 'resend:address', most: 30, windowMs: 15 * MINUTE },
  resetAddress: { name: 'reset:address', most: 30, windowMs: 15 * MINUTE },
  resetEmail: { name: 'reset:email', most: 10, windowMs: 15 * MINUTE },
  googleAddress: { name: 'google:address', most: 60, windowMs: 15 * MINUTE },
  /** Longer than the lifetime of Google's credentials; one that lives longer is remembered until it expires. */
  googleCredential: { name: 'google:credential', most: 1, windowMs: 2 * HOUR },
  contactAddress: { name: 'contact:address', most: 20, windowMs: HOUR },
  featureAddress: { name: 'feature:address', most: 20, windowMs: HOUR },
  supportUser: { name: 'support:user', most: 10, windowMs: HOUR },
  deletionStatusAddress: { name: 'deletion-status:address', most: 60, windowMs: 15 * MINUTE },
  uploadMedia: { name: 'uploadMedia:user', most: 1200, windowMs: HOUR },
  updatePassword: { name: 'updatePassword:user', most: 10, windowMs: 15 * MINUTE },
  updateProfile: { name: 'updateProfile:user', most: 60, windowMs: HOUR },
  requestDeletion: { name: 'requestDeletion:user', most: 10, windowMs: 15 * MINUTE },
  exportData: { name: 'exportData:user', most: 10, windowMs: HOUR },
  secondFactorAddress: { name: 'second-factor:address', most: 60, windowMs: 15 * MINUTE },
  secondFactorUser: { name: 'second-factor:user', most: 10, windowMs: HOUR },
  twoFactorSetUp: { name: 'two-factor:user', most: 20, windowMs: HOUR },
  pushSubscribe: { name: 'push-subscribe:user', most: 60, windowMs: HOUR },
  unsubscribeUrl: { name: 'unsubscribe:address', most: 60, windowMs: HOUR },
  readProviderPosts: { name: 'readProviderPosts:user', most: 300, windowMs: 15 * MINUTE },
  changeProviderPosts: { name: 'changeProviderPosts:user', most: 120, windowMs: 15 * MINUTE },
  createPost: { name: 'createPost:user', most: 600, windowMs: HOUR },
  /** Drafts are saved a second after the last key, by each window that is open. */
  changes: { name: 'changes:user', most: 6000, windowMs: HOUR },
  captions: {
    name: 'captions:user',
    most: CAPTIONS_A_DAY,
    windowMs: DAY,
    says: CAPTION_MESSAGES.usedUp(CAPTIONS_A_DAY),
  },
  /** While somebody writes, each pause compares what is there with two hundred posts. */
  compareCaptions: { name: 'compareCaptions:user', most: 600, windowMs: 15 * MINUTE },
  /** Each new website is measured by itself. */
  newWebsite: { name: 'newWebsite:user', most: 60, windowMs: HOUR },
  readAccounts: { name: 'readAccounts:user', most: 300, windowMs: 15 * MINUTE },
  readPages: { name: 'readPages:user', most: 120, windowMs: 15 * MINUTE },
  readLocations: { name: 'readLocations:user', most: 30, windowMs: 15 * MINUTE },
  refreshUser: { name: 'refresh:user', most: 60, windowMs: HOUR },
  refreshDomain: { name: 'refresh:domain', most: 6, windowMs: 15 * MINUTE },
  resendEmail: { name: 'resend:email', most: 10, windowMs: 15 * MINUTE },
} as const

/**
 * `key` is who is counted: an address, an e-mail, a user's id; with `place`, an address, what comes from there alone. `says`
 * stands before when to try again.
 */
export type Limit = {
  name: string
  key: string
  place?: string
  most: number
  windowMs: number
  says?: string
}

/** Keys may be e-mails that nobody registered here: only their hash is kept. */
const hashOf = ({ config }: Context, key: string) => keyedHash(config.appSecret, 'rate limit', key)
const rowKey = (ctx: Context, { name, key, place }: Limit) =>
  [name, hashOf(ctx, key), ...(place ? [hashOf(ctx, place)] : [])].join(':')

/**
 * Counts one request, in one statement however many processes count.
 * @throws DomainError `rate_limited` when more than `most` came within the window
 */
export async function limit(ctx: Context, counted: Limit): Promise<void> {
  const now = ctx.now()
  const opened = { count: 1, windowEndsAt: new Date(now.getTime() + counted.windowMs) }
  // One that ends long after any that opens now was opened by a clock that has been set back since.
  const latest = now.getTime() + 2 * counted.windowMs
  const isOver = sql`${rateLimits.windowEndsAt} not between ${now.getTime() + 1} and ${latest}`
  const [row] = await ctx.db
    .insert(rateLimits)
    .values({ key: rowKey(ctx, counted), ...opened })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
        windowEndsAt: sql`case when ${isOver} then ${opened.windowEndsAt.getTime()} else ${rateLimits.windowEndsAt} end`,
      },
    })
    .returning()
  if (row!.count > counted.most) throw tooMany(row!.windowEndsAt.getTime() - now.getTime(), counted.says)
}

/**
 * Counts a request by its IP address. An IPv6 customer may have a whole /48 (65,536 networks of /64), but customers may also
 * share one, so a /48 gets eight times the limit of a /64.
 * @returns what was counted, for `uncount`
 * @throws {DomainError} `rate_limited`
 */
export async function limitAddress(ctx: RequestContext, rule: Omit<Limit, 'key'>): Promise<Limit[]> {
  const here = { ...rule, key: ctx.address }
  await limit(ctx, here)
  const wider = widerNetwork(ctx.address)
  if (!wider) return [here]
  const around = { ...rule, name: `${rule.name}:48`, key: wider, most: rule.most * NETWORKS_OF_A_SITE }
  await limit(ctx, around)
  return [here, around]
}

/**
 * Counts a request about an e-mail, whoever makes it: from one address half as many as from all together, so that nobody
 * alone uses up what its owner needs.
 * @returns what was counted, for `uncount`
 * @throws DomainError `rate_limited`
 */
export async function limitEmail(
  ctx: RequestContext,
  rule: Omit<Limit, 'key'>,
  email: string,
): Promise<Limit[]> {
  const place = widerNetwork(ctx.address) ?? ctx.address
  const fromHere = { ...rule, name: `${rule.name}:here`, key: email, place, most: rule.most / 2 }
  const inAll = { ...rule, key: email }
  await limit(ctx, fromHere)
  await limit(ctx, inAll)
  return [fromHere, inAll]
}

/** Takes one request out of the count again: tries that succeeded don't use a limit up. */
export async function uncount(ctx: Context, counted: Limit): Promise<void> {
  await ctx.db
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(and(eq(rateLimits.key, rowKey(ctx, counted)), gt(rateLimits.count, 0)))
}

/** For a caller's batch: forgets how often somebody asked for anything, by whatever they were counted. */
export const forgetLimits = (ctx: Context, keys: string[]) =>
  ctx.db.delete(rateLimits).where(
    or(
      ...keys.flatMap(key => {
        const hash = hashOf(ctx, key)
        return [like(rateLimits.key, `%:${hash}`), like(rateLimits.key, `%:${hash}:%`)]
      }),
    ),
  )

export async function sweepLimits({ db, now }: Context): Promise<void> {
  await db.delete(rateLimits).where(lte(rateLimits.windowEndsAt, now()))
}

function tooMany(waitMs: number, says = 'Too many tries.'): DomainError {
  return new DomainError('rate_limited', `${says} Please try again ${wait(waitMs)}.`, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}

function wait(ms: number): string {
  const minutes = Math.ceil(ms / MINUTE)
  if (minutes === 1) return 'in a minute'
  return minutes <= 120 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`
}
