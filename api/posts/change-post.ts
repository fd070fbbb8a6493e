import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'

import type { UserContext } from '#api/context.ts'
import { DomainError, invalidField } from '#api/errors.ts'
import { liveInsert } from '#api/live/live.ts'
import type { DeliveryState, EditPost, MovePost } from '#shared/posts.ts'
import { checkMessage, checkPublishTime } from './new-post.ts'
import { noSuchPost, readPost } from './posts.ts'
import { deliveries, deliverySteps, postMedia, posts } from './table.ts'

/** What the author may still change: all that is neither published nor being published. */
const CHANGEABLE = ['draft', 'scheduled', 'held', 'failed'] as const satisfies DeliveryState[]

type Choice = { postId: string; deliveryId?: string | undefined }

/** Stops what has not begun. @throws DomainError `conflict` when nothing of it can be stopped any more */
export const cancelPost = (ctx: UserContext, choice: Choice) =>
  changeDeliveries(ctx, choice, CHANGEABLE, {
    state: 'canceled',
    wakeAt: null,
    reason: '',
    reasonCode: '',
  } as const)

/** Sends what is held or failed at once, and a delivery that is named even before its time. What the last attempt left unanswered is looked for first. */
export async function retryPost(ctx: UserContext, choice: Choice) {
  await forgetGivenUp(ctx, choice)
  await changeDeliveries(ctx, choice, choice.deliveryId ? CHANGEABLE : ['held', 'failed'], dueAt(ctx.now()))
  ctx.wake()
}

/** Gives the post another time. */
export async function movePost(ctx: UserContext, choice: Choice, { scheduledTime }: MovePost) {
  const publishAt = checkPublishTime(scheduledTime, ctx.now())
  await forgetGivenUp(ctx, choice)
  await changeDeliveries(ctx, choice, CHANGEABLE, dueAt(publishAt))
  ctx.wake()
}

const dueAt = (publishAt: Date) =>
  ({ state: 'scheduled', publishAt, wakeAt: publishAt, failures: 0, reason: '', reasonCode: '' }) as const

/**
 * Changes words, alt texts and time of what is not being published.
 * @throws DomainError `conflict` when a network of the post is publishing or has published it
 */
export async function editPost(ctx: UserContext, postId: string, input: EditPost) {
  const post = await readPost(ctx, postId)
  const open = post.deliveries.filter(({ state }) => (CHANGEABLE as readonly string[]).includes(state))
  if (open.length === 0) throw tooLate()
  for (const { platform, message } of input.platforms ?? []) {
    if (!open.some(({ network }) => network === platform)) throw tooLate()
    if (message.trim() === '') throw invalidField('platforms', 'Please enter a message to post.')
    checkMessage(platform, message)
  }
  const publishAt =
    input.scheduledTime === undefined ? undefined : checkPublishTime(input.scheduledTime, ctx.now())
  const now = ctx.now()
  const changeable = and(
    eq(deliveries.postId, postId),
    eq(deliveries.userId, ctx.userId),
    inArray(deliveries.state, [...CHANGEABLE]),
  )

  // Uploads hold the old alt texts, and containers the old caption: they are made anew.
  await ctx.db.batch([
    ctx.db
      .delete(deliverySteps)
      .where(
        and(
          inArray(
            deliverySteps.deliveryId,
            ctx.db.select({ id: deliveries.id }).from(deliveries).where(changeable),
          ),
          ne(deliverySteps.name, 'publish'),
        ),
      ),
    ...(input.platforms ?? []).map(({ platform, message }) =>
      ctx.db
        .update(deliveries)
        .set({ message, updatedAt: now })
        .where(and(changeable, eq(deliveries.network, platform))),
    ),
    ...(publishAt
      ? [
          ctx.db
            .update(deliveries)
            .set({ ...dueAt(publishAt), updatedAt: now })
            .where(changeable),
          followTime(ctx, postId, publishAt, input.timeZone),
        ]
      : []),
    ...input.altTexts.map((altText, position) =>
      ctx.db
        .update(postMedia)
        .set({ altText })
        .where(
          and(eq(postMedia.postId, postId), eq(postMedia.position, position), somethingChangeable(postId)),
        ),
    ),
    ...open.map(({ _id }) =>
      liveInsert(ctx, ctx.userId, 'delivery', { postId, deliveryId: _id, state: 'scheduled' }),
    ),
  ])
  ctx.wake()
}

const somethingChangeable = (postId: string) =>
  sql`exists (select 1 from deliveries where post_id = ${postId} and state in ('draft', 'scheduled', 'held', 'failed'))`

/** The post's own time is its deliveries', once one of them has it. */
const followTime = (ctx: UserContext, postId: string, publishAt: Date, timeZone?: string) =>
  ctx.db
    .update(posts)
    .set({ publishAt, ...(timeZone && { timeZone }) })
    .where(
      and(
        eq(posts.id, postId),
        eq(posts.userId, ctx.userId),
        sql`exists (select 1 from deliveries where post_id = ${postId} and publish_at = ${+publishAt})`,
      ),
    )

async function changeDeliveries(
  ctx: UserContext,
  { postId, deliveryId }: Choice,
  from: readonly DeliveryState[],
  change: {
    state: 'scheduled' | 'canceled'
    publishAt?: Date
    wakeAt: Date | null
    failures?: number
    reason: string
    reasonCode: string
  },
) {
  const chosen = and(
    eq(deliveries.postId, postId),
    eq(deliveries.userId, ctx.userId),
    deliveryId ? eq(deliveries.id, deliveryId) : undefined,
  )
  const update = ctx.db
    .update(deliveries)
    .set({ ...change, updatedAt: ctx.now() })
    .where(and(chosen, inArray(deliveries.state, [...from])))
    .returning({ id: deliveries.id })
  const [changed] = await (change.publishAt
    ? ctx.db.batch([update, followTime(ctx, postId, change.publishAt)])
    : ctx.db.batch([update]))
  if (changed.length === 0) {
    const [any] = await ctx.db.select({ id: deliveries.id }).from(deliveries).where(chosen)
    throw any ? tooLate() : noSuchPost()
  }
  for (const { id } of changed)
    await liveInsert(ctx, ctx.userId, 'delivery', { postId, deliveryId: id, state: change.state })
}

/** The author has looked, and says that it isn't there: what was never answered counts as not done. */
const forgetGivenUp = (ctx: UserContext, { postId }: Choice) =>
  ctx.db.delete(deliverySteps).where(
    inArray(
      deliverySteps.deliveryId,
      ctx.db
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(
          and(
            eq(deliveries.postId, postId),
            eq(deliveries.userId, ctx.userId),
            eq(deliveries.state, 'failed'),
            eq(deliveries.reasonCode, 'never_confirmed'),
          ),
        ),
    ),
  )

const tooLate = () =>
  new DomainError(
    'conflict',
    'This post is being published or is out already, so it can’t be changed any more.',
  )
