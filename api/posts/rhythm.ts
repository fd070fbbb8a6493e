import { and, asc, desc, eq, inArray, lt } from 'drizzle-orm'

import { connectedAccounts } from '#api/accounts/accounts.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import { getDomain } from '#api/businesses/domains.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { firstComments, postMedia, posts, postSeries, type RhythmChange } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { requireNoDeletion } from '#api/deliveries/user-holds.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { dayIn } from '#api/runtime/wall-clock.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { dateFormats } from '#shared/date-formats.ts'
import { formatList } from '#shared/format-list.ts'
import { awaitsApproval, isChangeable, tooLateError } from '#shared/posts/changes.ts'
import type { TextRules } from '#shared/posts/fields.ts'
import { dayOfMonthOf, planRhythm, RHYTHM_MESSAGES } from '#shared/posts/rhythm.ts'
import { type ChangeRhythm, MAX_TEXTS, type Repeat, SERIES_MESSAGES } from '#shared/posts/series.ts'
import { cancelDeliveries, saveAsDraft } from './cancel.ts'
import { canMoveBack } from './move.ts'
import { toPublishTime, requireNoDates } from './post/input.ts'
import { insertPosts, textColumns } from './post/insert.ts'
import {
  activeDeliveries,
  hasBegun,
  isUnsent,
  type LoadedPost,
  loadPost,
  requireMayChange,
  requireVersion,
  toDomainError,
} from './post/load.ts'
import { prepareFurtherTexts, textRulesOf, type TaggedMessage, textForNetwork } from './post/texts.ts'
import { RESTORE_MS, restore } from './restore.ts'
import { finishChange, updatePost, schedule, SUBMITTABLE_STATES } from './schedule.ts'
import {
  insertSeries,
  loadPosts,
  loadUnsentFollowing,
  readSeries,
  occurrenceTimes,
  messagesOf,
} from './series.ts'
import { timeZoneOf } from './slots/slots.ts'

type RhythmResult = Record<'stays' | 'moved' | 'added' | 'cancelled', number> & {
  laterIds: string[]
  canUndo: boolean
}

/**
 * Changes how a post and the later ones of its series repeat, or makes the post its last one. A post that doesn't repeat yet starts
 * a series. `planRhythm` decides which later posts stay, move or are cancelled, and which days get a copy:
 * - What was approved stays approved, because no content changes. A copy waits for an approval if the business requires one.
 * - A content that no other post would have becomes a draft.
 * - Earlier posts, and those that have begun, stay in their series, which ends before this post.
 * @returns the numbers of later posts, and the ids of all of them
 * @throws {DomainError} `conflict` if publishing has begun, or another window has changed the post; `invalid` for a rhythm or a text
 *   that a new post couldn't have. For callers who may not publish: `conflict` if one of the posts is approved
 */
export const changeRhythm = (
  ctx: UserContext,
  postId: string,
  { repeat, texts = [], version }: ChangeRhythm,
): Promise<RhythmResult> =>
  write(ctx, async ctx => {
    await requireNoDeletion(ctx)
    const loaded = await loadPost(ctx, postId)
    requireMayChange(loaded)
    requireVersion(loaded, version)
    if (!isUnsent(loaded)) throw toDomainError(tooLateError(loaded.deliveries))
    if (!repeat && !loaded.post.seriesId) throw new DomainError('conflict', RHYTHM_MESSAGES.single)
    if (!repeat && texts.length > 0) throw invalidField('texts', RHYTHM_MESSAGES.textsAlone)
    const subject = await loadSeries(ctx, loaded, texts)
    const times = repeat ? rhythmTimes(subject, repeat, ctx.now()) : [loaded.post.publishAt]
    const plan = planRhythm({
      ...toPlanInput(subject),
      days: times.map(time => dayIn(subject.timeZone, time)),
    })

    const { later } = subject
    const find = ({ _id }: { _id: string }) => onlyRow(later.filter(({ post }) => post.id === _id))
    const timeAt = (turn: number) => onlyRow(times.slice(turn, turn + 1))
    for (const one of plan.drafts) await saveAsDraft(ctx, find(one))
    for (const other of plan.cancelled.map(find)) await cancelDeliveries(ctx, other, activeDeliveries(other))
    for (const one of plan.moved) await moveTo(ctx, find(one), timeAt(one.turn))
    const seriesId = await replaceSeries(ctx, subject, repeat)
    const added = await insertCopies(
      ctx,
      subject,
      plan.added.map(({ turn, text }) => ({
        publishAt: timeAt(turn),
        seriesId,
        seriesIndex: turn,
        seriesText: text,
      })),
    )
    for (const { _id, turn } of [...plan.stays, ...plan.moved])
      await ctx.db.update(posts).set({ seriesId, seriesIndex: turn }).where(eq(posts.id, _id))
    const { domainId, seriesText } = loaded.post
    await updatePost(ctx, loaded, {
      seriesId,
      seriesText: seriesText ?? 0,
      ...(repeat && { seriesIndex: 0 }),
    })

    const { stays, moved, cancelled } = plan
    const canUndo = await saveForUndo(ctx, subject, {
      seriesId,
      stays: stays.map(find),
      moved: moved.map(find),
      cancelled: cancelled.map(({ _id }) => _id),
      added,
    })
    const details = { occurrences: times.length }
    await recordActivity(ctx, { domainId, act: 'post.edited', postId, ...(repeat && { details }) })
    return {
      stays: stays.length,
      moved: moved.length,
      added: added.length,
      cancelled: cancelled.length,
      laterIds: [...later.map(({ post }) => post.id), ...added],
      canUndo,
    }
  })

/** A post with its series, loaded for a change of the rhythm. */
type LoadedSeries = {
  loaded: LoadedPost
  /** The series of the post; null if it doesn't repeat yet. */
  former: typeof postSeries.$inferSelect | null
  timeZone: string
  /** The later posts of the series that haven't begun, soonest first. */
  later: LoadedPost[]
  rules: TextRules
  /** The texts that take turns, by number, as each network gets them. */
  texts: ReadonlyMap<number, TaggedMessage[]>
  /** Minimum number of posts, from this one on, so that each text has its turn. */
  minPosts: number
}

/** @throws {DomainError} if the caller may not change one of the later posts, or for wrong texts */
async function loadSeries(
  ctx: Inside<UserContext>,
  loaded: LoadedPost,
  further: string[],
): Promise<LoadedSeries> {
  const { seriesId, publishAt, ...post } = loaded.post
  const domain = await getDomain(ctx, post.domainId)
  const rules = textRulesOf(domain, await connectedAccounts(ctx, post.domainId))
  if (!seriesId) {
    toPublishTime(+publishAt / 1000, ctx.now())
    const own = messagesOf(loaded)
    const texts = [own, ...prepareFurtherTexts([own], further, { rules })]
    return {
      loaded,
      former: null,
      timeZone: timeZoneOf(domain, post.timeZone),
      rules,
      later: [],
      texts: new Map(texts.entries()),
      minPosts: texts.length,
    }
  }
  const former = await readSeries(ctx, seriesId)
  const later = await loadUnsentFollowing(ctx, loaded)
  const all = [...(await loadEarlier(ctx, loaded)), ...later, loaded]
  const texts = new Map(
    all.filter(each => !each.post.changedAlone).map(each => [each.post.seriesText ?? 0, messagesOf(each)]),
  )
  const first = 1 + Math.max(...all.map(each => each.post.seriesText ?? 0))
  if (further.length > 0 && first + further.length > MAX_TEXTS)
    throw invalidField('texts', SERIES_MESSAGES.tooManyTexts)
  const added = prepareFurtherTexts([messagesOf(loaded), ...texts.values()], further, {
    rules,
    from: first + 1,
  })
  for (const [index, text] of added.entries()) texts.set(first + index, text)
  // A series may end before each of its former texts has had its turn.
  const minPosts = added.length > 0 ? texts.size : 1
  return { loaded, former, timeZone: former.timeZone, rules, later, texts, minPosts }
}

/** Loads the posts of a series before one of them that aren't cancelled, soonest first. */
async function loadEarlier(ctx: Inside<UserContext>, { post }: LoadedPost): Promise<LoadedPost[]> {
  const rows = await ctx.db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.seriesId, post.seriesId ?? ''), lt(posts.publishAt, post.publishAt)))
    .orderBy(asc(posts.publishAt), asc(posts.id))
  return (await loadPosts(ctx, rows)).filter(each => activeDeliveries(each).length > 0)
}

/** Returns the times of the new rhythm, the first of which is the post's own. */
function rhythmTimes({ loaded, later, timeZone, minPosts }: LoadedSeries, repeat: Repeat, now: Date): Date[] {
  const dayOf = ({ post }: LoadedPost) => dayIn(timeZone, post.publishAt)
  const dayOfMonth = dayOfMonthOf(dayOf(loaded), later.map(dayOf))
  return occurrenceTimes(loaded.post.publishAt, repeat, { timeZone, now, dayOfMonth, texts: minPosts })
}

/** Describes the posts and texts of a series as `planRhythm` needs them. */
const toPlanInput = ({ loaded, later, texts, timeZone }: LoadedSeries) => ({
  text: loaded.post.seriesText ?? 0,
  texts: [...texts.keys()],
  later: later.map(({ post: { id, publishAt, seriesText, changedAlone } }) => ({
    _id: id,
    day: dayIn(timeZone, publishAt),
    text: seriesText ?? 0,
    differs: changedAlone,
  })),
})

const moveTo = (ctx: Inside<UserContext>, other: LoadedPost, at: Date) =>
  schedule(ctx, other, { act: 'post.moved', chosen: other.deliveries.filter(isChangeable), at })

/**
 * Ends the former series with the post, if it doesn't repeat any more, or else with the one before it.
 * @returns the id of the series that the post is in now
 */
async function replaceSeries(
  ctx: Inside<UserContext>,
  { loaded: { post }, former, timeZone }: LoadedSeries,
  repeat: Repeat | null,
): Promise<string> {
  const isEarlier = and(eq(posts.seriesId, former?.id ?? ''), lt(posts.publishAt, post.publishAt))
  const [last] = repeat
    ? await ctx.db.select().from(posts).where(isEarlier).orderBy(desc(posts.publishAt)).limit(1)
    : [post]
  if (former && last)
    await ctx.db
      .update(postSeries)
      .set({ until: dayIn(timeZone, last.publishAt) })
      .where(eq(postSeries.id, former.id))
  const { domainId } = post
  return repeat ? insertSeries(ctx, { ...repeat, domainId, timeZone }) : (former?.id ?? '')
}

/**
 * Inserts copies of a post, by the same author, each with its own text. A copy that isn't approved waits if its business requires
 * approval, or if the post itself waits for one. If the post was changed alone, copies the next post that wasn't.
 * @returns the ids in the same order
 */
async function insertCopies(
  ctx: Inside<UserContext>,
  { loaded, later, texts, rules }: LoadedSeries,
  copies: { publishAt: Date; seriesId: string; seriesIndex: number; seriesText: number }[],
): Promise<string[]> {
  if (copies.length === 0) return []
  const original = [loaded, ...later].find(({ post }) => !post.changedAlone) ?? loaded
  const { userId, domainId, authorId, timeZone, labels, id } = original.post
  const media = await ctx.db
    .select({ id: postMedia.mediaId, altText: postMedia.altText })
    .from(postMedia)
    .where(eq(postMedia.postId, id))
    .orderBy(asc(postMedia.position))
  const parts = activeDeliveries(original)
  requireNoDates(parts)
  const partIds = parts.map(part => part.id)
  const ofParts = inArray(firstComments.deliveryId, partIds)
  const comments = await ctx.db.select().from(firstComments).where(ofParts)
  const created = await insertPosts(
    ctx,
    { userId, domainId, authorId, timeZone, labels, media },
    copies.map(copy => {
      const text = texts.get(copy.seriesText) ?? messagesOf(original)
      return {
        ...copy,
        deliveries: parts.map(part => {
          const { accountId, meantFor, meantForName, network, mediaPositions } = part
          const comment = comments.find(({ deliveryId }) => deliveryId === part.id)
          return {
            ...textColumns(textForNetwork(network, text, { number: copy.seriesText, rules })),
            accountId,
            meantFor,
            meantForName,
            network,
            mediaPositions,
            extras: part.extras,
            writtenExtras: part.writtenExtras,
            ...(comment && { firstComment: comment.message, writtenComment: comment.written }),
          }
        }),
      }
    }),
  )
  const waits = !isAllowed(loaded.role, 'publish') || loaded.deliveries.some(awaitsApproval)
  await finishChange(ctx, created, { submits: waits ? SUBMITTABLE_STATES : [] })
  const ids = created.map(post => post.id)
  const details = { occurrences: created.length }
  await recordActivity(ctx, { domainId, act: 'post.created', postId: ids[0] ?? '', details })
  return ids
}

type AppliedChange = Pick<RhythmChange, 'cancelled' | 'added'> & {
  seriesId: string
  stays: LoadedPost[]
  moved: LoadedPost[]
}

/** Saves what an undo needs, unless an undo wouldn't restore everything. @returns true if it was saved */
async function saveForUndo(
  ctx: Inside<UserContext>,
  { loaded, former }: LoadedSeries,
  { seriesId, stays, moved, ...others }: AppliedChange,
): Promise<boolean> {
  let canUndo = true
  for (const other of moved) canUndo &&= await canMoveBack(ctx, other)
  const kept = ({ post: { id, version, seriesIndex, publishAt } }: LoadedPost, changes: number) => ({
    postId: id,
    version: version + changes,
    seriesIndex,
    publishAt: publishAt.toISOString(),
  })
  const lastChange: RhythmChange = {
    changedAt: ctx.now().toISOString(),
    former: former && { seriesId: former.id, until: former.until },
    kept: [kept(loaded, 1), ...stays.map(other => kept(other, 0)), ...moved.map(other => kept(other, 1))],
    ...others,
  }
  await ctx.db
    .update(postSeries)
    .set({ lastChange: canUndo ? lastChange : null })
    .where(eq(postSeries.id, seriesId))
  return canUndo
}

/**
 * Undoes the last change of a post's rhythm within an hour, all or nothing: copies are cancelled, and the other posts get back
 * their times, and their series.
 * @returns the ids of the other posts that it changed
 * @throws {DomainError} `conflict` if it is too late, or if one of the posts has gone out or was changed meanwhile
 */
export const undoRhythm = (ctx: UserContext, postId: string): Promise<string[]> =>
  write(ctx, async ctx => {
    await requireNoDeletion(ctx)
    const found = await loadPost(ctx, postId)
    requireMayChange(found)
    const { post } = found
    const series = post.seriesId ? await readSeries(ctx, post.seriesId) : null
    const change = series?.lastChange
    const isLate = !change || +new Date(change.changedAt) < +ctx.now() - RESTORE_MS
    if (!series || isLate || change.kept[0]?.postId !== postId)
      throw new DomainError('conflict', RHYTHM_MESSAGES.tooLateToUndo)
    const { former } = change
    const kept: (RhythmChange['kept'][number] & ExpectedPost)[] = []
    for (const each of change.kept) kept.push({ ...each, loaded: await loadPost(ctx, each.postId) })
    const copies: ExpectedPost[] = []
    for (const id of change.added) copies.push({ version: 0, loaded: await loadPost(ctx, id) })
    requireUnchanged([...kept, ...copies], series)

    for (const { loaded } of copies) await cancelDeliveries(ctx, loaded, activeDeliveries(loaded))
    for (const { loaded, publishAt, seriesIndex } of kept) {
      const values = { seriesId: former?.seriesId ?? null, seriesIndex, ...(!former && { seriesText: null }) }
      const isMoved = publishAt !== loaded.post.publishAt.toISOString()
      await ctx.db.update(posts).set(values).where(eq(posts.id, loaded.post.id))
      await (isMoved ? moveTo(ctx, loaded, new Date(publishAt)) : updatePost(ctx, loaded))
    }
    for (const id of change.cancelled) await restore(ctx, await loadPost(ctx, id), { postId: id })
    if (former)
      await ctx.db
        .update(postSeries)
        .set({ until: former.until, lastChange: null })
        .where(eq(postSeries.id, former.seriesId))
    if (former?.seriesId !== series.id) await ctx.db.delete(postSeries).where(eq(postSeries.id, series.id))
    await recordActivity(ctx, { domainId: post.domainId, act: 'post.edited', postId })
    const others = kept.map(({ loaded }) => loaded.post.id).slice(1)
    return [...others, ...change.added, ...change.cancelled]
  })

/** A loaded post, and the version that it has unless somebody has changed it. */
type ExpectedPost = { loaded: LoadedPost; version: number }
/** @throws {DomainError} `conflict` if one of the posts has begun or was changed since its rhythm was */
function requireUnchanged(all: ExpectedPost[], { id, timeZone }: typeof postSeries.$inferSelect): void {
  for (const { loaded } of all) requireMayChange(loaded)
  const out = all.filter(({ loaded }) => activeDeliveries(loaded).some(hasBegun))
  if (out.length > 0) {
    const times = out.map(({ loaded }) => dateFormats('en').dateTime(loaded.post.publishAt, timeZone))
    throw new DomainError('conflict', RHYTHM_MESSAGES.wentOut(formatList(times)))
  }
  const isSame = ({ loaded, version }: ExpectedPost) =>
    isUnsent(loaded) && loaded.post.seriesId === id && loaded.post.version === version
  if (!all.every(isSame)) throw new DomainError('conflict', RHYTHM_MESSAGES.changedSince)
}
