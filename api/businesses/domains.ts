import { and, asc, eq, inArray, ne, type SQL } from 'drizzle-orm'

import {
  addMember,
  deleteMembers,
  isActiveDomain,
  NEWEST_FIRST,
  noSuchBusinessError,
  requireMembership,
  requireRole,
  selectMembership,
} from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import type { Context, Inside, OwnerContext, UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { audits, scores } from '#api/db/schema/businesses/scores.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { deleteUnusedMedia, markMediaForRemoval } from '#api/media/media.ts'
import { publishToUser, publishToBusiness } from '#api/outbox/live-events.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { isLatest, toMeasurement } from '#api/scores/history.ts'
import { queueFirstAudit, replaceAudit } from '#api/scores/queue.ts'
import type { ChangeDomain } from '#shared/businesses/change-domain.ts'
import type { Domain, EditDomain, SaveDomain, UpdateDomain } from '#shared/businesses/domains.ts'
import { MAX_DOMAINS } from '#shared/businesses/domains.ts'
import type { Permission } from '#shared/businesses/permissions.ts'
import { NO_VOICE, type Voice } from '#shared/businesses/voice.ts'

export async function listDomains(ctx: UserContext): Promise<Domain[]> {
  return (await readDomains(ctx, undefined).orderBy(...NEWEST_FIRST)).map(toDomain)
}

/** Returns the business of the request, or null if the caller has none. */
export async function getActiveDomain(ctx: Inside<UserContext>): Promise<Domain | null> {
  const [row] = await readDomains(ctx, isActiveDomain(ctx))
  return row ? toDomain(row) : null
}

/**
 * Like `getActiveDomain`.
 * @throws {DomainError} `not_found` if the window's business was deleted, `forbidden` without the permission
 */
export async function requireActiveDomain(
  ctx: Inside<UserContext>,
  permission: Permission = 'see',
): Promise<Domain | null> {
  const domain = await getActiveDomain(ctx)
  if (!domain && ctx.shownDomainId !== undefined) throw noSuchBusinessError()
  if (domain) requireRole(domain.role, permission)
  return domain
}

/** Like `requireActiveDomain`. @throws {DomainError} `not_found` also for a user without a business */
export async function requireBusiness(ctx: Inside<UserContext>, permission: Permission): Promise<Domain> {
  const domain = await requireActiveDomain(ctx, permission)
  if (!domain) throw noBusinessError()
  return domain
}

export const noBusinessError = () => new DomainError('not_found', 'Please add your business first.')

/** @throws {DomainError} `not_found`, also for non-members; `forbidden` without the permission */
export async function getDomain(
  ctx: Inside<OwnerContext>,
  domainId: string,
  permission: Permission = 'see',
): Promise<Domain> {
  const [row] = await readDomains(ctx, eq(domains.id, domainId))
  if (!row) throw noSuchBusinessError()
  requireRole(row.role, permission)
  return toDomain(row)
}

/** Adds a business, and selects it if it is the first. @throws {DomainError} `conflict` above the maximum, `rate_limited` */
export async function saveDomain(ctx: UserContext, input: SaveDomain): Promise<Domain> {
  if (input.websiteURL !== '') await limit(ctx, { ...LIMITS.newWebsite, key: ctx.userId })
  return write(ctx, async ctx => getDomain(ctx, await addOwnDomain(ctx, input)))
}

/** Like `addDomain`. @throws {DomainError} `conflict` if the caller has the maximum number of businesses */
export async function addOwnDomain(ctx: Inside<UserContext>, input: SaveDomain): Promise<string> {
  if ((await ctx.db.$count(domains, eq(domains.userId, ctx.userId))) >= MAX_DOMAINS)
    throw new DomainError(
      'conflict',
      `You have ${MAX_DOMAINS} businesses, which is the limit. Delete one first.`,
    )
  return addDomain(ctx, input)
}

/** Adds a business of the caller, and measures its website. Returns its id. */
export async function addDomain(
  ctx: Inside<UserContext>,
  { businessName, websiteURL, timeZone }: SaveDomain,
): Promise<string> {
  const { db, userId, now } = ctx
  const id = Bun.randomUUIDv7()
  await db
    .insert(domains)
    .values({ id, userId, businessName, websiteUrl: websiteURL, timeZone, createdAt: now() })
  await addMember(ctx, { domainId: id, role: 'owner' })
  await recordActivity(ctx, { domainId: id, act: 'business.created' })
  await publishToUser(ctx, userId, 'domain', { domainId: id })
  if (websiteURL !== '') await queueFirstAudit(ctx, id)
  return id
}

/** Edits a business, or selects it if only its id is given. */
export const updateDomain = (ctx: UserContext, input: UpdateDomain): Promise<Domain> =>
  'businessName' in input ? editDomain(ctx, input) : selectDomain(ctx, input.domainId)

async function editDomain(ctx: UserContext, { domainId, ...edited }: EditDomain) {
  const current = await getDomain(ctx, domainId, 'configure')
  if (edited.websiteURL && edited.websiteURL !== current.websiteURL)
    await limit(ctx, { ...LIMITS.newWebsite, key: ctx.userId })
  return changeDomain(ctx, domainId, edited)
}

/**
 * Changes details and settings of a business. An omitted value stays. A new website discards the scores.
 * @throws {DomainError} `not_found`, `forbidden`
 */
export const changeDomain = (
  ctx: UserContext,
  domainId: string,
  change: ChangeDomain & Partial<Omit<EditDomain, 'domainId'>>,
): Promise<Domain> =>
  write(ctx, async ctx => {
    const { db } = ctx
    const current = await getDomain(ctx, domainId, 'configure')
    const changes = changesOf(current, change)
    if (Object.keys(changes).length === 0) return current
    const { websiteURL, ...others } = change
    await db
      .update(domains)
      .set({ ...others, websiteUrl: websiteURL })
      .where(eq(domains.id, domainId))
    await recordActivity(ctx, { domainId, act: 'business.changed', details: { changes } })
    await publishToBusiness(ctx, domainId, 'domain', { domainId })
    if ('websiteURL' in changes) await replaceAudit(ctx, domainId, websiteURL)
    return getDomain(ctx, domainId)
  })

/** Returns how AI writes for a business. @throws {DomainError} `not_found` */
export async function readVoice(ctx: Inside<OwnerContext>, domainId: string): Promise<Voice> {
  await requireMembership(ctx, domainId)
  const [row] = await ctx.db.select({ voice: domains.voice }).from(domains).where(eq(domains.id, domainId))
  return row?.voice ?? NO_VOICE
}

/** @throws {DomainError} `not_found`, `forbidden` */
export const saveVoice = (ctx: UserContext, domainId: string, voice: Voice): Promise<Voice> =>
  write(ctx, async ctx => {
    await requireMembership(ctx, domainId, 'configure')
    if (Bun.deepEquals(await readVoice(ctx, domainId), voice)) return voice
    await ctx.db.update(domains).set({ voice }).where(eq(domains.id, domainId))
    // The voice's texts are left out, because they are long and nobody compares them.
    const details = { changes: { voice: [null, null] } }
    await recordActivity(ctx, { domainId, act: 'business.changed', details })
    return voice
  })

/** Returns the values that differ from the current ones, as pairs of the previous and the new value. */
const changesOf = (current: Domain, change: { [Name in keyof Domain]?: Domain[Name] | undefined }) =>
  Object.fromEntries(
    (Object.keys(change) as (keyof Domain)[])
      .filter(key => change[key] !== undefined && !Bun.deepEquals(current[key], change[key]))
      .map(key => [key, [current[key], change[key]]]),
  )

export async function setTimeZone({ db }: Inside<Context>, domainId: string, timeZone: string) {
  await db.update(domains).set({ timeZone }).where(eq(domains.id, domainId))
}

const selectDomain = (ctx: UserContext, domainId: string): Promise<Domain> =>
  write(ctx, async ctx => {
    await requireMembership(ctx, domainId)
    await selectMembership(ctx, domainId)
    return getDomain(ctx, domainId)
  })

/**
 * Deletes a business with its accounts, drafts, posts and files. Members who had selected it get their newest other one selected,
 * and all members' browsers reload.
 * @throws {DomainError} `conflict` while one of its posts is in flight
 */
export async function deleteDomain(ctx: UserContext, domainId: string): Promise<void> {
  await write(ctx, async ctx => {
    await requireMembership(ctx, domainId, 'own')
    const isInFlight = inArray(deliveries.state, ['publishing', 'unconfirmed'])
    if ((await ctx.db.$count(deliveries, and(eq(deliveries.domainId, domainId), isInFlight))) > 0)
      throw new DomainError(
        'conflict',
        'One of its posts is going out right now. Please wait a minute, then delete the business.',
      )
    await markMediaForRemoval(ctx, [domainId])
    await publishToBusiness(ctx, domainId, 'domain', { domainId })
    await removeDomain(ctx, domainId)
  })
  await deleteUnusedMedia(ctx, { isMarked: true })
}

/** Deletes a business with its memberships. */
export async function removeDomain(ctx: Inside<Context>, domainId: string): Promise<void> {
  await deleteMembers(ctx, eq(members.domainId, domainId))
  await ctx.db.delete(domains).where(eq(domains.id, domainId))
}

/**
 * Makes one of the owners the business's `userId` after a change of members.
 * @param leaving an owner who is about to be deleted
 */
export async function repairOwner({ db }: Inside<Context>, domainId: string, leaving = ''): Promise<void> {
  const owners = await db
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.domainId, domainId), eq(members.role, 'owner'), ne(members.userId, leaving)))
    .orderBy(asc(members.createdAt), asc(members.userId))
  const [business] = await db.select({ userId: domains.userId }).from(domains).where(eq(domains.id, domainId))
  const [first] = owners
  if (first && !owners.some(({ userId }) => userId === business?.userId))
    await db.update(domains).set({ userId: first.userId }).where(eq(domains.id, domainId))
}

/** Marks a business as sample data. No route calls this. */
export async function markAsSample({ db }: Context, domainId: string): Promise<void> {
  await db.update(domains).set({ isSample: true }).where(eq(domains.id, domainId))
}

type Row = Pick<typeof members.$inferSelect, 'role' | 'isSelected' | 'visitsUntil'> & {
  domain: typeof domains.$inferSelect
  state: string | null
  message: string | null
  scores: typeof scores.$inferSelect | null
}

/** Reads the businesses that meet the condition and of which the user is a member. */
const readDomains = ({ db, userId }: Pick<UserContext, 'db' | 'userId'>, condition: SQL | undefined) =>
  db
    .select({
      domain: domains,
      role: members.role,
      isSelected: members.isSelected,
      visitsUntil: members.visitsUntil,
      state: audits.state,
      message: audits.message,
      scores,
    })
    .from(members)
    .innerJoin(domains, eq(domains.id, members.domainId))
    .leftJoin(audits, eq(audits.domainId, domains.id))
    .leftJoin(scores, isLatest(db))
    .where(and(eq(members.userId, userId), condition))

const toDomain = ({
  domain,
  role,
  isSelected,
  visitsUntil,
  state,
  message,
  scores: latest,
}: Row): Domain => ({
  _id: domain.id,
  businessName: domain.businessName,
  websiteURL: domain.websiteUrl,
  isSelected,
  role,
  timeZone: domain.timeZone,
  linkTags: domain.linkTags,
  postButton: domain.postButton,
  ...(domain.isSample && { isSample: true as const }),
  ...(visitsUntil && { isVisit: true as const }),
  performanceData:
    latest === null
      ? []
      : Object.entries(toMeasurement(latest).scores).map(([category, score]) => ({ category, score })),
  performanceStatus: (state as Domain['performanceStatus'] | null) ?? 'none',
  ...(message !== null && { performanceMessage: message }),
})
