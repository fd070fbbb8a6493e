import { and, eq, exists, inArray, ne, type SQL, sql } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { deliveries, deliverySteps, postMedia, posts, PUBLISH_STEP } from '#api/db/schema/posts.ts'
import {
  holdForAnotherAccount,
  meantForConnected,
  requireOwnAccount,
} from '#api/deliveries/account-mismatch.ts'
import { broadcastDeliveries } from '#api/deliveries/broadcast.ts'
import { mayBePublished } from '#api/deliveries/may-be-published.ts'
import { requireStaying } from '#api/deliveries/user-holds.ts'
import { getDomain } from '#api/domains/domains.ts'
import { invalidField } from '#api/errors.ts'
import { isAllowedIn } from '#api/members/membership.ts'
import { firstCommentChanges } from '#api/publishing/first-comment/first-comments.ts'
import { nextFreeSlot, requireFree } from '#api/slots/next-free-slot.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import {
  type DeliveryState,
  type EditPost,
  type MovePost,
  NEVER_CONFIRMED,
  POST_MESSAGES,
} from '#shared/posts/posts.ts'
import { nothingToRetry, tooLate } from './change-refused.ts'
import { checkFirstComment, checkMessage, checkPublishTime } from './new-post.ts'
import { noSuchPost, readPost } from './posts.ts'
import { tagTexts } from './tag-texts.ts'

/** States in which the author may still change a delivery. */
export const CHANGEABLE = ['draft', 'scheduled', 'held', 'failed'] as const satisfies DeliveryState[]

export type Choice = { postId: string; deliveryId?: string | undefined }
/** The author's consent to another account than the post was written for. */
type Consent = { onConnectedAccount?: boolean }

/**
 * Cancels deliveries that have not begun, without creating a draft.
 * @throws {DomainError} `conflict` if none can be cancelled any more
 */
export const discardPost = (ctx: UserContext, choice: Choice) =>
  changeDeliveries(ctx, choice, CHANGEABLE, stopped)

/**
 * Publishes held and failed deliveries at once, or a given delivery even before its time. Deliveries that may be published
 * already are reconciled first.
 * @throws {DomainError} `conflict` without consent if it was written for another account than the connected one
 */
export async function retryPost(ctx: UserContext, choice: Choice, consent: Consent = {}) {
  await requireStaying(ctx)
  const from = choice.deliveryId ? CHANGEABLE : (['held', 'failed'] as const)
  if (!consent.onConnectedAccount)
    await requireOwnAccount(ctx, and(chosenBy(ctx, choice), inArray(deliveries.state, [...from]))!)
  await discardUnconfirmed(ctx, choice)
  await changeDeliveries(ctx, choice, from, dueAt(ctx.now(), consent))
  ctx.wake()
}

/** Reschedules the post. Without consent, a delivery written for another account than the connected one stays held. */
export async function movePost(
  ctx: UserContext,
  choice: Choice,
  { scheduledTime, ...consent }: MovePost & Consent,
) {
  await requireStaying(ctx)
  const publishAt = checkPublishTime(scheduledTime, ctx.now())
  await discardUnconfirmed(ctx, choice)
  await changeDeliveries(ctx, choice, CHANGEABLE, dueAt(publishAt, consent))
  ctx.wake()
}

/**
 * Moves the post to the next free slot of its business, which the update itself claims. Its own time counts as free.
 * @throws {DomainError} `invalid` if the business has no slots, `conflict` if all are taken
 */
export async function movePostToSlot(ctx: UserContext, postId: string, consent: Consent) {
  await requireStaying(ctx)
  const { domainId, timeZone } = await readPost(ctx, postId)
  const free = await nextFreeSlot(ctx, await getDomain(ctx, domainId), { timeZone, except: postId })
  await discardUnconfirmed(ctx, { postId })
  try {
    await changeDeliveries(ctx, { postId }, CHANGEABLE, dueAt(free.at, consent))
  } catch (error) {
    await requireFree(ctx, free)
    throw error
  }
  ctx.wake()
}

/** Values of a cancelled delivery. Its former state and reason are saved, so that `restorePost` can undo the cancellation. */
export const stopped = { state: 'canceled', canceledFrom: sql`${deliveries.state}`, wakeAt: null } as const

const dueAt = (publishAt: Date | SQL<Date>, { onConnectedAccount = false }: Consent = {}) =>
  ({
    state: 'scheduled',
    publishAt,
    wakeAt: publishAt,
    failures: 0,
    reason: '',
    reasonCode: '',
    ...(onConnectedAccount && meantForConnected),
  }) as const

/**
 * Changes messages, alt texts and time of a post, all or nothing.
 * @throws {DomainError} `conflict` if one of its networks is publishing or has published it
 */
export async function editPost(
  ctx: UserContext,
  postId: string,
  { platforms = [], altTexts, scheduledTime, timeZone }: EditPost,
) {
  const post = await readPost(ctx, postId)
  if (scheduledTime !== undefined) await requireStaying(ctx)
  const { linkTags } = await getDomain(ctx, post.domainId)
  const texts = tagTexts(platforms, linkTags)
  for (const { platform, message, firstComment } of texts) {
    if (!post.deliveries.some(({ network }) => network === platform))
      throw invalidField('platforms', `This post does not go to ${networks[platform].name}.`)
    if (message.trim() === '')
      throw invalidField('platforms', POST_MESSAGES.noMessageFor(networks[platform].name))
    checkMessage(platform, message)
    checkFirstComment(platform, firstComment)
  }
  const publishAt = scheduledTime === undefined ? undefined : checkPublishTime(scheduledTime, ctx.now())
  const editable = and(
    changeable(ctx, postId),
    isUntouchedOn(
      postId,
      platforms.map(({ platform }) => platform),
    ),
  )!
  const changed = { updatedAt: ctx.now() }

  // Uploads contain the old alt texts, and containers the old caption, so they are created again.
  const [touched] = await ctx.db.batch([
    ctx.db.update(deliveries).set(changed).where(editable).returning(),
    ctx.db
      .delete(deliverySteps)
      .where(
        and(
          inArray(
            deliverySteps.deliveryId,
            ctx.db.select({ id: deliveries.id }).from(deliveries).where(editable),
          ),
          ne(deliverySteps.name, PUBLISH_STEP),
        ),
      ),
    ...altTexts.map((altText, position) =>
      ctx.db
        .update(postMedia)
        .set({ altText })
        .where(
          and(
            eq(postMedia.postId, postId),
            eq(postMedia.position, position),
            exists(ctx.db.select().from(deliveries).where(editable)),
          ),
        ),
    ),
    ...texts.map(({ platform, message, written }) =>
      ctx.db
        .update(deliveries)
        .set({ message, written })
        .where(and(editable, eq(deliveries.network, platform))),
    ),
    ...firstCommentChanges(ctx, editable, texts),
    ...(publishAt
      ? [
          ctx.db.update(deliveries).set(dueAt(publishAt)).where(editable),
          holdForAnotherAccount(ctx, editable),
          followTime(ctx, postId, publishAt, timeZone),
        ]
      : [
          ctx.db
            .update(posts)
            .set({ version: sql`${posts.version} + 1` })
            .where(and(eq(posts.id, postId), exists(ctx.db.select().from(deliveries).where(editable)))),
        ]),
  ])
  if (touched.length === 0) throw tooLate((await readPost(ctx, postId)).deliveries.map(({ state }) => state))
  await broadcastDeliveries(ctx, touched)
  ctx.wake()
}

/** Excludes deliveries that may be published, because their text is needed to recognise the remote post. */
const changeable = (ctx: UserContext, postId: string) =>
  and(
    eq(deliveries.postId, postId),
    isAllowedIn(ctx, deliveries.domainId, 'publish'),
    inArray(deliveries.state, [...CHANGEABLE]),
    sql`not ${mayBePublished(sql`deliveries.id`)}`,
  )

/** SQL condition: publishing has not begun on any of these networks. */
const isUntouchedOn = (postId: string, affected: NetworkId[]) =>
  affected.length === 0
    ? undefined
    : sql`not exists (select 1 from deliveries other where other.post_id = ${postId} and other.network in ${affected} and (other.state not in ${[...CHANGEABLE]} or ${mayBePublished(sql`other.id`)}))`

/** Sets the post's time to that of its deliveries if at least one has changed to it. A slot is the time of all that changed. */
const followTime = (ctx: UserContext, postId: string, at: Date | SQL<Date>, timeZone?: string) => {
  const publishAt =
    at instanceof Date
      ? at
      : sql<Date>`(select publish_at from deliveries where post_id = ${postId} and state in ${[...CHANGEABLE]} limit 1)`
  return ctx.db
    .update(posts)
    .set({ publishAt, version: sql`${posts.version} + 1`, ...(timeZone && { timeZone }) })
    .where(
      and(
        eq(posts.id, postId),
        isAllowedIn(ctx, posts.domainId, 'publish'),
        sql`exists (select 1 from deliveries where post_id = ${postId} and publish_at = ${publishAt instanceof Date ? +publishAt : publishAt})`,
      ),
    )
}

export const chosenBy = (ctx: UserContext, { postId, deliveryId }: Choice) =>
  and(
    eq(deliveries.postId, postId),
    isAllowedIn(ctx, deliveries.domainId, 'publish'),
    deliveryId ? eq(deliveries.id, deliveryId) : undefined,
  )!

async function changeDeliveries(
  ctx: UserContext,
  choice: Choice,
  from: readonly DeliveryState[],
  change: ReturnType<typeof dueAt> | typeof stopped,
) {
  const { postId, deliveryId } = choice
  const chosen = chosenBy(ctx, choice)
  const update = ctx.db
    .update(deliveries)
    .set({ ...change, updatedAt: ctx.now() })
    .where(and(chosen, inArray(deliveries.state, [...from])))
    .returning()
  // Rescheduling a single network doesn't change the post's time.
  const [changed] = await ctx.db.batch([
    update,
    holdForAnotherAccount(ctx, chosen),
    ...('publishAt' in change && !deliveryId ? [followTime(ctx, postId, change.publishAt)] : []),
  ])
  if (changed.length === 0) {
    const states = (await ctx.db.select({ state: deliveries.state }).from(deliveries).where(chosen)).map(
      ({ state }) => state,
    )
    if (states.length === 0) throw noSuchPost()
    throw from.includes('scheduled') ? tooLate(states) : nothingToRetry(states)
  }
  await broadcastDeliveries(ctx, changed)
}

/** The author confirmed that the post is absent: discards the unanswered intents. */
const discardUnconfirmed = (ctx: UserContext, choice: Choice) =>
  ctx.db.delete(deliverySteps).where(
    inArray(
      deliverySteps.deliveryId,
      ctx.db
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(
          and(
            chosenBy(ctx, choice),
            eq(deliveries.state, 'failed'),
            eq(deliveries.reasonCode, NEVER_CONFIRMED),
          ),
        ),
    ),
  )
