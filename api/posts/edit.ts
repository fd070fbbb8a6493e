import { and, asc, eq, inArray, ne } from 'drizzle-orm'

import { connectedAccounts } from '#api/accounts/accounts.ts'
import { getDomain } from '#api/businesses/domains.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { deliveries, deliverySteps, postMedia, PUBLISH_STEP } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { requireNoDeletion } from '#api/deliveries/user-holds.ts'
import { readFirstComment, saveFirstComments } from '#api/publishing/first-comments.ts'
import { invalidField } from '#api/runtime/errors.ts'
import { networks } from '#shared/networks.ts'
import { tooLateError } from '#shared/posts/changes.ts'
import { EXTRAS_MESSAGES, fitExtrasToFiles } from '#shared/posts/extras-rules.ts'
import { type EditPost, POST_MESSAGES } from '#shared/posts/posts.ts'
import { isStory } from '#shared/posts/stories.ts'
import { hasVisible } from '#shared/text/characters.ts'
import { toPublishTime, checkMessage, requireNotEnded } from './post/input.ts'
import { textColumns } from './post/insert.ts'
import {
  hasBegun,
  type LoadedDelivery,
  type LoadedPost,
  loadPost,
  toDomainError,
  requireMayChange,
  requireVersion,
} from './post/load.ts'
import { requireAltTextsWithoutFields } from './post/plan-content.ts'
import { textRulesOf, type TaggedMessage, tagTexts, withKeptStories } from './post/texts.ts'
import { finishChange, recordChange, updatePost, schedule, withdrawIfApproved } from './schedule.ts'
import { readContentHash } from './series.ts'

/**
 * Changes messages, alt texts and time of a post, all or nothing. `revisePost` also replaces its files and networks.
 * @throws {DomainError} `conflict` if it has another version, or one of its networks is publishing or has published it. For
 *   callers who may not publish: `conflict` for an approved post, `forbidden` for another author's
 */
export const editPost = (
  ctx: UserContext,
  postId: string,
  { platforms = [], altTexts, scheduledTime, timeZone, version }: EditPost,
): Promise<void> =>
  write(ctx, async ctx => {
    const loaded = await loadPost(ctx, postId)
    if (scheduledTime !== undefined) await requireNoDeletion(ctx)
    requireMayChange(loaded)
    requireVersion(loaded, version)
    const { domainId } = loaded.post
    const rules = textRulesOf(await getDomain(ctx, domainId), await connectedAccounts(ctx, domainId))
    const tagged = withKeptStories(tagTexts(platforms, rules), loaded.deliveries)
    const sent = await withExtrasOfFiles(ctx, loaded, tagged)
    checkTexts(loaded, sent)
    requireAltTextsWithoutFields(altTexts)
    const texts = await changedTexts(ctx, loaded, sent)
    const at = scheduledTime === undefined ? undefined : toPublishTime(scheduledTime, ctx.now())
    const chosen = requireEditable(loaded, texts, altTexts)

    const hashBefore = await readContentHash(ctx, postId)
    await discardUploads(ctx, chosen)
    for (const [position, altText] of altTexts.entries())
      await ctx.db
        .update(postMedia)
        .set({ altText })
        .where(and(eq(postMedia.postId, postId), eq(postMedia.position, position)))
    await saveTexts(ctx, chosen, texts)
    const changesContent = texts.length > 0 || altTexts.length > 0
    const withNewExtras = chosen.map(one => {
      const { extras = one.extras } = texts.find(({ platform }) => platform === one.network) ?? {}
      return { ...one, extras }
    })
    const edited = changesContent ? await withdrawIfApproved(ctx, loaded) : loaded
    const changedAlone = loaded.post.seriesId !== null && (await readContentHash(ctx, postId)) !== hashBefore
    const values = { ...(timeZone && at && { timeZone }), ...(changedAlone && { changedAlone }) }
    if (at) {
      const act = changesContent ? 'post.edited' : 'post.moved'
      await schedule(ctx, edited, { act, chosen: withNewExtras, at, values })
    } else {
      requireNotEnded(texts, loaded.post.publishAt, loaded.post.timeZone)
      await updatePost(ctx, edited, values)
      if (changesContent) await recordChange(ctx, edited, { act: 'post.edited' })
      await finishChange(ctx, [edited.post])
    }
  })

/** Removes extras that refer to files that their network doesn't get. */
async function withExtrasOfFiles(
  { db }: Inside<UserContext>,
  { post, deliveries: all }: LoadedPost,
  texts: TaggedMessage[],
): Promise<TaggedMessage[]> {
  if (!texts.some(({ extras }) => extras)) return texts
  const files = await db
    .select({ id: media.id, kind: media.kind, duration: media.duration })
    .from(postMedia)
    .innerJoin(media, eq(media.id, postMedia.mediaId))
    .where(eq(postMedia.postId, post.id))
    .orderBy(asc(postMedia.position))
  return texts.map(text => {
    if (!text.extras) return text
    const positions = all.find(({ network }) => network === text.platform)?.mediaPositions ?? []
    return { ...text, extras: fitExtrasToFiles(text.extras, files, positions) }
  })
}

/** @throws {DomainError} `invalid` */
function checkTexts({ deliveries: all }: LoadedPost, texts: TaggedMessage[]): void {
  for (const text of texts) {
    const { platform, message } = text
    const { name } = networks[platform]
    const current = all.find(one => one.network === platform)
    if (!current) throw invalidField('platforms', `This post does not go to ${name}.`)
    if (text.extras !== undefined && isStory(text) !== isStory(current))
      throw invalidField('platforms.extras', EXTRAS_MESSAGES.keepsKind)
    if (!hasVisible(message)) throw invalidField('platforms', POST_MESSAGES.noMessageFor(name))
    checkMessage(text)
  }
}

/** Returns the texts that differ from the stored ones. The composer sends all of them, and only a change needs a new approval. */
async function changedTexts(
  ctx: Inside<UserContext>,
  { deliveries: all }: LoadedPost,
  texts: TaggedMessage[],
): Promise<TaggedMessage[]> {
  const changed: TaggedMessage[] = []
  for (const { id, network, message, extras } of all) {
    const text = texts.find(({ platform }) => platform === network)
    if (!text) continue
    const { firstComment } = text
    const isKept = firstComment === undefined || firstComment === (await readFirstComment(ctx, id))
    const keepsExtras = text.extras === undefined || Bun.deepEquals(text.extras, extras)
    if (message !== text.message || !isKept || !keepsExtras) changed.push(text)
  }
  return changed
}

/**
 * Returns the deliveries that can be edited. One that may be public keeps its text, which reconciliation compares with the remote
 * post. Alt texts are shared by all networks, so they can't change while any network is publishing: it has uploaded the old ones.
 * @throws {DomainError} `conflict` if there are none, or publishing has begun on a network whose text or alt texts would change
 */
function requireEditable({ deliveries: all }: LoadedPost, texts: TaggedMessage[], altTexts: string[]) {
  const editable = all.filter(delivery => !hasBegun(delivery))
  const isTooLate = all.some(
    delivery => texts.some(({ platform }) => platform === delivery.network) && hasBegun(delivery),
  )
  const isInFlight = all.some(
    ({ state, mayBePublished }) =>
      state === 'publishing' || state === 'unconfirmed' || (state !== 'published' && mayBePublished),
  )
  if (editable.length === 0 || isTooLate || (altTexts.length > 0 && isInFlight))
    throw toDomainError(tooLateError(all))
  return editable
}

/** Deletes the recorded uploads and containers, which have the old alt texts and captions. Publishing creates them again. */
export async function discardUploads({ db }: Inside<UserContext>, of: LoadedDelivery[]): Promise<void> {
  const ids = of.map(({ id }) => id)
  await db
    .delete(deliverySteps)
    .where(and(inArray(deliverySteps.deliveryId, ids), ne(deliverySteps.name, PUBLISH_STEP)))
}

async function saveTexts(ctx: Inside<UserContext>, chosen: LoadedDelivery[], texts: TaggedMessage[]) {
  const updatedAt = ctx.now()
  for (const { id, network } of chosen) {
    const text = texts.find(({ platform }) => platform === network)
    await ctx.db
      .update(deliveries)
      .set({ ...(text && textColumns(text)), updatedAt })
      .where(eq(deliveries.id, id))
    if (text) await saveFirstComments(ctx, [{ ...text, id }])
  }
}
