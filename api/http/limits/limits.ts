import { and, eq, gt, gte, like, lte, or, sql } from 'drizzle-orm'
import { createMiddleware } from 'hono/factory'
import ipaddr from 'ipaddr.js'

import type { Context, Inside, RequestContext, UserEnv } from '#api/context.ts'
import { rateLimits } from '#api/db/schema/server/limits.ts'
import { withErrors } from '#api/http/route.ts'
import { keyedHash } from '#api/runtime/crypto/secrets.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { AUDIT_DAYS, AUDIT_MESSAGES } from '#shared/audits/audit.ts'
import { brand } from '#shared/brand.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts'
import { CAPTIONS_A_DAY, CAPTION_MESSAGES } from '#shared/posts/captions.ts'
import { isSamplePhone } from '#shared/sample-phone.ts'

/** Factor by which the limit of a whole IPv6 /48 exceeds that of a /64. */
const SITE_FACTOR = 8
/** Maximum number of trial weeks that AI writes in 24 hours, for all visitors together. */
const TRIAL_TEXTS_A_DAY = 60

/** Rate limits. Names with `Address` count by the client's IP address (`limitAddress`), those with `Email` by the e-mail. */
export const LIMITS = {
  registerAddress: { name: 'register:address', max: 60, windowMs: HOUR_MS },
  registerEmail: { name: 'register:email', max: 20, windowMs: HOUR_MS },
  loginAddress: { name: 'login:address', max: 30, windowMs: 15 * MINUTE_MS },
  loginEmail: { name: 'login:email', max: 20, windowMs: 15 * MINUTE_MS },
  /** Replaces the other login limits for a browser in which the user has signed in before. */
  loginDevice: { name: 'login:device', max: 10, windowMs: 15 * MINUTE_MS },
  verifyAddress: { name: 'verify:address', max: 30, windowMs: 15 * MINUTE_MS },
  /** Independent of the number of codes mailed meanwhile. */
  verifyEmail: { name: 'verify:email', max: 50, windowMs: HOUR_MS },
  resendAddress: { name: 'resend:address', max: 30, windowMs: 15 * MINUTE_MS },
  resetAddress: { name: 'reset:address', max: 30, windowMs: 15 * MINUTE_MS },
  resetEmail: { name: 'reset:email', max: 10, windowMs: 15 * MINUTE_MS },
  googleAddress: { name: 'google:address', max: 60, windowMs: 15 * MINUTE_MS },
  /** Exceeds the usual lifetime of Google's credentials. One with a longer lifetime is remembered until it expires. */
  googleCredential: { name: 'google:credential', max: 1, windowMs: 2 * HOUR_MS },
  contactAddress: { name: 'contact:address', max: 20, windowMs: HOUR_MS, isOfVisitors: true },
  contactCopy: { name: 'contact:copy', max: 4, windowMs: DAY_MS },
  contactCopyAddress: { name: 'contact:copy:address', max: 5, windowMs: DAY_MS },
  featureAddress: { name: 'feature:address', max: 20, windowMs: HOUR_MS, isOfVisitors: true },
  bookingAddress: { name: 'booking:address', max: 6, windowMs: DAY_MS, isOfVisitors: true },
  /** Each booking mails a confirmation and takes a time from others. */
  bookingEmail: { name: 'booking:email', max: 8, windowMs: DAY_MS, isOfVisitors: true },
  /** Each move mails the visitor and the agency. */
  moveBookingEmail: { name: 'move-booking:email', max: 12, windowMs: DAY_MS, isOfVisitors: true },
  readBookingAddress: { name: 'read-booking:address', max: 600, windowMs: HOUR_MS },
  auditAddress: { name: 'audit:address', max: 20, windowMs: HOUR_MS, isOfVisitors: true },
  /** Keeps strangers from using us to burden a website. */
  auditHost: { name: 'audit:host', max: 30, windowMs: HOUR_MS, isOfVisitors: true },
  /** An audit takes some fifteen seconds. */
  auditAll: {
    name: 'audit:all',
    max: 200,
    windowMs: HOUR_MS,
    message: AUDIT_MESSAGES.busy,
    isOfVisitors: true,
  },
  /** High, because the page of an audit polls every other second. */
  readAuditAddress: { name: 'read-audit:address', max: 4000, windowMs: HOUR_MS },
  mailAuditAddress: { name: 'mail-audit:address', max: 10, windowMs: DAY_MS, isOfVisitors: true },
  mailAuditEmail: { name: 'mail-audit:email', max: 4, windowMs: DAY_MS, isOfVisitors: true },
  /** Mails the same audit to the same e-mail only once. */
  mailAuditOnce: { name: 'mail-audit:once', max: 1, windowMs: AUDIT_DAYS * DAY_MS },
  trialWeekAddress: { name: 'trial-week:address', max: 30, windowMs: HOUR_MS, isOfVisitors: true },
  /** AI writes these trial weeks. Visitors above the limit get templates. */
  trialTextsAddress: { name: 'trial-texts:address', max: 3, windowMs: DAY_MS },
  trialTextsAll: { name: 'trial-texts:all', max: TRIAL_TEXTS_A_DAY, windowMs: DAY_MS },
  /** High, because the calendar programs of an office share an IP address, and each reads a few times an hour. */
  feedAddress: { name: 'feed:address', max: 300, windowMs: HOUR_MS },
  /** Each reply is a mail in the agency's name. */
  replyToRequest: { name: 'replyToRequest:user', max: 60, windowMs: HOUR_MS },
  /** High, because the reviewers of an office share an IP address. */
  reviewAddress: { name: 'review:address', max: 3000, windowMs: HOUR_MS },
  /** Separate, so that open pages, which poll every eight seconds, don't use up the limit for decisions. */
  reviewPollAddress: { name: 'review-poll:address', max: 3000, windowMs: HOUR_MS },
  /** A PIN of four digits has ten thousand values. */
  reviewPin: { name: 'review:pin', max: 10, windowMs: HOUR_MS },
  /** Exceeds the lifetime of any link. With ten attempts an hour alone, most PINs would be found within a month. */
  reviewPinEver: { name: 'review:pin:ever', max: 100, windowMs: 400 * DAY_MS },
  /** Each decision adds a comment, a notification or both. */
  reviewDecision: { name: 'review:decision', max: 200, windowMs: HOUR_MS },
  connectAddress: { name: 'connect-link:address', max: 600, windowMs: HOUR_MS },
  /** Each of these calls may start a sign-in at a network. */
  connectLink: { name: 'connect-link', max: 60, windowMs: HOUR_MS },
  supportUser: { name: 'support:user', max: 10, windowMs: HOUR_MS },
  deletionStatusAddress: { name: 'deletion-status:address', max: 60, windowMs: 15 * MINUTE_MS },
  uploadMedia: { name: 'uploadMedia:user', max: 1200, windowMs: HOUR_MS },
  updatePassword: { name: 'updatePassword:user', max: 10, windowMs: 15 * MINUTE_MS },
  updateProfile: { name: 'updateProfile:user', max: 60, windowMs: HOUR_MS },
  /** Each change mails two people. Codes have the limits of a sign-up. */
  changeEmail: { name: 'changeEmail:user', max: 10, windowMs: HOUR_MS },
  requestDeletion: { name: 'requestDeletion:user', max: 10, windowMs: 15 * MINUTE_MS },
  exportActivity: { name: 'exportActivity:user', max: 60, windowMs: HOUR_MS },
  exportPosts: { name: 'exportPosts:user', max: 60, windowMs: HOUR_MS },
  /** Each file is parsed, and each of its rows checked. */
  importPosts: { name: 'importPosts:user', max: 60, windowMs: HOUR_MS },
  exportData: { name: 'exportData:user', max: 10, windowMs: HOUR_MS },
  secondFactorAddress: { name: 'second-factor:address', max: 60, windowMs: 15 * MINUTE_MS },
  secondFactorUser: { name: 'second-factor:user', max: 10, windowMs: HOUR_MS },
  /** Separate, so that an attacker who guesses codes of the app can't lock out a user with a recovery code. */
  recoveryCodeAddress: { name: 'recovery-code:address', max: 60, windowMs: 15 * MINUTE_MS },
  recoveryCodeUser: { name: 'recovery-code:user', max: 10, windowMs: HOUR_MS },
  twoFactorSetUp: { name: 'two-factor:user', max: 20, windowMs: HOUR_MS },
  pushSubscribe: { name: 'push-subscribe:user', max: 60, windowMs: HOUR_MS },
  unsubscribeUrl: { name: 'unsubscribe:address', max: 60, windowMs: HOUR_MS },
  readProviderPosts: { name: 'readProviderPosts:user', max: 300, windowMs: 15 * MINUTE_MS },
  changeProviderPosts: { name: 'changeProviderPosts:user', max: 120, windowMs: 15 * MINUTE_MS },
  createPost: { name: 'createPost:user', max: 600, windowMs: HOUR_MS },
  /** High, because each open window saves its draft a second after the last keystroke. */
  changes: { name: 'changes:user', max: 6000, windowMs: HOUR_MS },
  /** Each request changes up to a hundred posts. */
  bulkPosts: { name: 'bulkPosts:user', max: 120, windowMs: HOUR_MS },
  captions: {
    name: 'captions:user',
    max: CAPTIONS_A_DAY,
    windowMs: DAY_MS,
    message: CAPTION_MESSAGES.usedUp(CAPTIONS_A_DAY),
  },
  /** Each new link in a post is opened. */
  linkPreview: { name: 'linkPreview:user', max: 120, windowMs: HOUR_MS },
  /** Each new website is measured. */
  newWebsite: { name: 'newWebsite:user', max: 60, windowMs: HOUR_MS },
  readAccounts: { name: 'readAccounts:user', max: 300, windowMs: 15 * MINUTE_MS },
  readPages: { name: 'readPages:user', max: 120, windowMs: 15 * MINUTE_MS },
  readLocations: { name: 'readLocations:user', max: 30, windowMs: 15 * MINUTE_MS },
  refreshUser: { name: 'refresh:user', max: 60, windowMs: HOUR_MS },
  refreshDomain: { name: 'refresh:domain', max: 6, windowMs: 15 * MINUTE_MS },
  prepareReport: { name: 'prepareReport:user', max: 120, windowMs: HOUR_MS },
  /** Each release mails up to five people. */
  releaseReport: { name: 'releaseReport:user', max: 30, windowMs: DAY_MS },
  saveReportMailing: { name: 'saveReportMailing:user', max: 60, windowMs: HOUR_MS },
  /** Each invitation is a mail to somebody who may not know us. */
  inviteMember: { name: 'inviteMember:user', max: 60, windowMs: DAY_MS },
  /** Each call creates a business and sends a mail. */
  createClient: { name: 'createClient:user', max: 60, windowMs: HOUR_MS },
  /** Each mention may mail all members of a business. */
  mention: { name: 'mention:user', max: 120, windowMs: HOUR_MS },
  /** Counts mails to a recipient from all senders together, so that no mailbox is flooded. */
  invitedEmail: { name: 'invited:email', max: 6, windowMs: DAY_MS },
  invitationAddress: { name: 'invitation:address', max: 120, windowMs: HOUR_MS },
  acceptInvitation: { name: 'acceptInvitation:user', max: 30, windowMs: HOUR_MS },
  resendEmail: { name: 'resend:email', max: 10, windowMs: 15 * MINUTE_MS },
} as const

export type Limit = {
  name: string
  /** An IP address, an e-mail or a user's id. */
  key: string
  /** Counts only requests from this IP address or network. */
  from?: string
  max: number
  windowMs: number
  /** Start of the error message, which goes on with the time to wait. */
  message?: string
  /** True to add other ways to reach the agency to the error message. */
  isOfVisitors?: boolean
}

/** Hashes a key, which may be the e-mail of somebody without an account. */
const hashOf = ({ config }: Pick<Context, 'config'>, key: string) =>
  keyedHash(config.appSecret, 'rate limit', key)
const rowKey = (ctx: Pick<Context, 'config'>, { name, key, from }: Limit) =>
  [name, hashOf(ctx, key), ...(from ? [hashOf(ctx, from)] : [])].join(':')

/**
 * Ends of the windows in which this process has rejected a request, by key and by the process's settings. Rejecting the next one
 * then takes no turn of the database's only writer, for which everybody waits.
 */
const usedUp = new WeakMap<Context['config'], Map<string, Date>>()

function usedUpOf({ config }: Pick<Context, 'config'>): Map<string, Date> {
  const known = usedUp.get(config) ?? new Map<string, Date>()
  usedUp.set(config, known)
  return known
}

/**
 * Counts a request in a single statement, so that concurrent processes can't miscount. A `write` that is rolled back undoes the
 * count.
 * @throws {DomainError} `rate_limited` for more than `max` requests in a window
 */
export async function limit(ctx: Inside<Context>, counted: Limit): Promise<void> {
  const now = ctx.now()
  const opened = { count: 1, windowEndsAt: new Date(now.getTime() + counted.windowMs) }
  // A window that ends far later than a new one was opened before the clock was set back. Processes’ clocks differ a little.
  const latest = now.getTime() + 2 * counted.windowMs
  const key = rowKey(ctx, counted)
  const endsAt = usedUpOf(ctx).get(key)?.getTime() ?? 0
  if (endsAt > now.getTime() && endsAt <= latest) throw tooMany(endsAt - now.getTime(), counted)
  const isOver = sql`${rateLimits.windowEndsAt} not between ${now.getTime() + 1} and ${latest}`
  const [row] = await ctx.db
    .insert(rateLimits)
    .values({ key, ...opened })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
        windowEndsAt: sql`case when ${isOver} then ${opened.windowEndsAt.getTime()} else ${rateLimits.windowEndsAt} end`,
      },
    })
    .returning()
  if (!row || row.count <= counted.max) return
  usedUpOf(ctx).set(key, row.windowEndsAt)
  throw tooMany(row.windowEndsAt.getTime() - now.getTime(), counted)
}

/**
 * Counts a request by its IP address. An IPv6 customer may have a whole /48 (65,536 networks of /64), but customers may also
 * share one, so a /48 gets eight times the limit of a /64.
 * @returns the limits that were counted, for `refundLimit`
 * @throws {DomainError} `rate_limited`
 */
export async function limitAddress(ctx: Inside<RequestContext>, rule: Omit<Limit, 'key'>): Promise<Limit[]> {
  const byAddress = { ...rule, key: ctx.address }
  await limit(ctx, byAddress)
  const site = widerNetwork(ctx.address)
  if (!site) return [byAddress]
  const bySite = { ...rule, name: `${rule.name}:48`, key: site, max: rule.max * SITE_FACTOR }
  await limit(ctx, bySite)
  return [byAddress, bySite]
}

/**
 * Counts a request about an e-mail. A single IP address (or IPv6 /48) may make half of the allowed requests, so that one attacker
 * can't lock out the owner of the e-mail.
 * @returns the limits that were counted, for `refundLimit`
 * @throws {DomainError} `rate_limited`
 */
export async function limitEmail(
  ctx: RequestContext,
  rule: Omit<Limit, 'key'>,
  email: string,
): Promise<Limit[]> {
  const from = widerNetwork(ctx.address) ?? ctx.address
  const fromHere = { ...rule, name: `${rule.name}:here`, key: email, from, max: rule.max / 2 }
  const fromAnywhere = { ...rule, key: email }
  await limit(ctx, fromHere)
  await limit(ctx, fromAnywhere)
  return [fromHere, fromAnywhere]
}

/** Returns true if the next request would exceed the limit, without counting it. */
export async function isLimitReached(ctx: Context, counted: Limit): Promise<boolean> {
  const isReached = and(
    eq(rateLimits.key, rowKey(ctx, counted)),
    gte(rateLimits.count, counted.max),
    gt(rateLimits.windowEndsAt, ctx.now()),
  )
  return (await ctx.db.$count(rateLimits, isReached)) > 0
}

/** Uncounts a request, so that a successful attempt doesn't use up the limit. */
export async function refundLimit(ctx: Context, counted: Limit): Promise<void> {
  usedUpOf(ctx).delete(rowKey(ctx, counted))
  await ctx.db
    .update(rateLimits)
    .set({ count: sql`${rateLimits.count} - 1` })
    .where(and(eq(rateLimits.key, rowKey(ctx, counted)), gt(rateLimits.count, 0)))
}

/** Deletes the counts of these keys under every rule. */
export function forgetLimits(ctx: Inside<Context>, keys: string[]) {
  usedUpOf(ctx).clear()
  return ctx.db.delete(rateLimits).where(
    or(
      ...keys.flatMap(key => {
        const hash = hashOf(ctx, key)
        return [like(rateLimits.key, `%:${hash}`), like(rateLimits.key, `%:${hash}:%`)]
      }),
    ),
  )
}

export async function sweepLimits(ctx: Context): Promise<void> {
  const now = ctx.now()
  const known = usedUpOf(ctx)
  for (const [key, endsAt] of known) if (endsAt <= now) known.delete(key)
  await ctx.db.delete(rateLimits).where(lte(rateLimits.windowEndsAt, now))
}

const { phone, email } = brand
/** Other ways to reach the agency, without a fictitious phone number. */
const OR_ASK_US = `, or ${phone && !isSamplePhone(phone) ? `call ${phone} or ` : ''}write to ${email}`

function tooMany(
  waitMs: number,
  { message = 'Too many attempts.', isOfVisitors }: Pick<Limit, 'message' | 'isOfVisitors'>,
): DomainError {
  const orAsk = isOfVisitors ? OR_ASK_US : ''
  return new DomainError('rate_limited', `${message} Please try again ${wait(waitMs)}${orAsk}.`, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}

function wait(ms: number): string {
  const minutes = Math.ceil(ms / MINUTE_MS)
  if (minutes === 1) return 'in a minute'
  return minutes <= 120 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`
}

/** Limits a user's changes, on routes without a limit of their own. */
export const limitChanges = withErrors(
  createMiddleware<UserEnv>(async (c, next) => {
    const ctx = c.get('ctx')
    await limit(ctx, { ...LIMITS.changes, key: ctx.userId })
    await next()
  }),
  ['rate_limited'],
)

/** Matches an address with a port, which some proxies append and which differs between connections. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]*)\](?::\d+)?)$/

/** Returns the IPv4 address or IPv6 /64 by which limits count a client. Providers assign a /64 to a single customer. */
export function clientAddress(reported: string): string {
  const [, ipv4WithPort, ipv6WithPort] = WITH_PORT.exec(reported) ?? []
  const address = ipv4WithPort ?? ipv6WithPort ?? reported
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map(group => group.toString(16))
  return `${network.join(':')}::/64`
}

/** True for the result of `clientAddress` if its input was an IP address. */
export const isAddress = (address: string) => ipaddr.isValid(address.replace(/\/64$/, ''))

/** Returns the /48 around a /64 from `clientAddress`: providers assign one per site, so an attacker may control all of it. */
export function widerNetwork(address: string): string | undefined {
  if (!address.endsWith('::/64')) return undefined
  return `${address.split(':').slice(0, 3).join(':')}::/48`
}
