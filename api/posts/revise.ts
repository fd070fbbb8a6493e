import { eq } from 'drizzle-orm'

import { connectedAccounts } from '#api/accounts/accounts.ts'
import { getDomain } from '#api/businesses/domains.ts'
import type { Inside, UserContext } from '#api/context.ts'
import { deliveries, postMedia, posts } from '#api/db/schema/posts/posts.ts'
import { write } from '#api/db/write.ts'
import { contentHash, signedContent } from '#api/deliveries/approval/content.ts'
import { requireNoDeletion } from '#api/deliveries/user-holds.ts'
import { withHashes } from '#api/media/content-hash.ts'
import { saveFirstComments } from '#api/publishing/first-comments.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import type { NetworkId } from '#shared/networks.ts'
import { isCanceled, isChangeable, isNotStarted, tooLateError } from '#shared/posts/changes.ts'
import { fitExtrasToFiles } from '#shared/posts/extras-rules.ts'
import { coverIds } from '#shared/posts/extras.ts'
import type { TextRules } from '#shared/posts/fields.ts'
import { NOT_CONNECTED, POST_MESSAGES } from '#shared/posts/posts.ts'
import type { RevisePost } from '#shared/posts/revision.ts'
import { RHYTHM_MESSAGES } from '#shared/posts/rhythm.ts'
import { discardUploads } from './edit.ts'
import { checkMessages, toPublishTime, requireNoDates } from './post/input.ts'
import { accountColumns, insertMedia, textColumns } from './post/insert.ts'
import { type LoadedPost, loadPost, toDomainError, requireMayChange, requireVersion } from './post/load.ts'
import { checkMediaCount, type PostFile, type NetworkContent, planContent } from './post/plan-content.ts'
import { textRulesOf, tagTexts, textForNetwork, withKeptStories } from './post/texts.ts'
import { readPost } from './read-posts.ts'
import { schedule, withdrawIfApproved } from './schedule.ts'
import { readContentHash, loadFollowing, messagesOf, timeAfterMove } from './series.ts'
import { nextFreeSlot } from './slots/slots.ts'

/**
 * Replaces the content of a post: its networks, texts, media, first comments and time, all or nothing. Its deliveries are
 * scheduled as if it were new. With `series: 'following'`, the later posts of its series that haven't begun change too, and
 * follow a change of the time. A later post with another text keeps that, and one that was changed alone keeps its whole content.
 * @param alsoWrite saves what must change with the post, in the same transaction
 * @returns the number of later posts that changed too
 * @throws {DomainError} `conflict` if one of its networks is publishing or has published it, or another window has changed it.
 * For callers who may not publish: `conflict` for an approved post, `forbidden` for another author's
 */
export async function revisePost(
  ctx: UserContext,
  postId: string,
  input: RevisePost,
  alsoWrite?: (ctx: Inside<UserContext>) => Promise<void>,
): Promise<{ laterChanged?: number }> {
  const { domain, rules, timeZone, isUntimed, chosenTime, planned, postFiles, hashesOf } =
    await prepareRevision(ctx, postId, input)
  return write(ctx, async ctx => {
    await requireNoDeletion(ctx)
    const loaded = await loadPost(ctx, postId)
    requireMayChange(loaded)
    const error = revisionError(loaded, networksOf(planned))
    if (error) throw error
    requireVersion(loaded, input.version)
    const free = input.slot && (await nextFreeSlot(ctx, domain, { timeZone, except: [postId] }))
    const at = free ? free.at : (chosenTime ?? ctx.now())
    const content = { planned, hashes: hashesOf(planned), postFiles, labels: input.labels }
    const isAlone = input.series !== 'following'
    const following = isAlone ? [] : await loadFollowing(ctx, loaded)
    const hashBefore = await readContentHash(ctx, postId)
    await replaceContent(ctx, loaded, { ...content, at, timeZone: free ? free.timeZone : timeZone })
    if (loaded.post.seriesId) {
      const changedAlone =
        isAlone && (loaded.post.changedAlone || (await readContentHash(ctx, postId)) !== hashBefore)
      await ctx.db.update(posts).set({ changedAlone }).where(eq(posts.id, postId))
    }

    // Authors choose times to the second.
    const isMoved = !isUntimed && Math.floor(+at / 1000) !== Math.floor(+loaded.post.publishAt / 1000)
    const laterChanged = await reviseFollowing(ctx, following, {
      revised: loaded,
      content,
      hashesOf,
      rules,
      at: isMoved ? at : undefined,
    })
    await alsoWrite?.(ctx)
    return laterChanged > 0 ? { laterChanged } : {}
  })
}

/** Rejects most invalid input before the work on files. The change itself repeats these checks. */
async function prepareRevision(ctx: UserContext, postId: string, input: RevisePost) {
  const post = await readPost(ctx, postId)
  await requireNoDeletion(ctx)
  const domain = await getDomain(ctx, post.domainId, 'write')
  requireMayChange({ role: domain.role, ...post })
  const accounts = await connectedAccounts(ctx, domain._id)
  const active = post.deliveries.filter(delivery => !isCanceled(delivery))
  const rules = textRulesOf(domain, accounts)
  const platforms = withKeptStories(tagTexts(input.platforms, rules), active)
  checkMessages(platforms, new Set([...accounts, ...active].map(({ network }) => network)))
  checkMediaCount(input.mediaIds.length, input.textOnly)
  if (input.now && input.series === 'following') throw invalidField('series', RHYTHM_MESSAGES.notNow)
  const { scheduledTime = Math.floor(Date.parse(post.publishAt) / 1000), timeZone = post.timeZone } = input
  if (input.series === 'following') requireNoDates(platforms)
  if (input.slot) await nextFreeSlot(ctx, domain, { timeZone, except: [postId] })
  // A post that is published on approval has no time to keep.
  const isUntimed = post.approval?.whenApproved === true && input.scheduledTime === undefined
  let chosenTime: Date | undefined
  if (input.now || isUntimed) chosenTime = ctx.now()
  else if (!input.slot) chosenTime = toPublishTime(scheduledTime, ctx.now())

  const extrasOn = (platform: NetworkId) => active.find(({ network }) => network === platform)?.extras
  const keptCovers = coverIds(
    platforms.map(({ platform, extras }) => (extras === undefined ? extrasOn(platform) : null)),
  )
  const { planned, postFiles } = await planContent(ctx, { ...input, platforms, keptCovers })
  const files = await withHashes(ctx, postFiles)
  const hashesOf = (parts: NetworkContent[]) =>
    parts.map(plan =>
      contentHash([
        signedContent({
          network: plan.platform,
          account: accounts.find(({ network }) => network === plan.platform)?.providerId ?? '',
          message: plan.message,
          extras:
            plan.extras === undefined
              ? fitExtrasToFiles(extrasOn(plan.platform) ?? null, files, plan.positions)
              : plan.extras,
          firstComment: plan.firstComment.trim(),
          files,
          positions: plan.positions,
        }),
      ]),
    )
  return { domain, rules, timeZone, isUntimed, chosenTime, planned, postFiles, hashesOf }
}

/** A change of one post of a series, which the later posts follow. */
type Revision = {
  /** The post as it was. */
  revised: LoadedPost
  content: Omit<NewContent, 'at' | 'timeZone'>
  hashesOf: (parts: NetworkContent[]) => string[]
  rules: TextRules
  /** The new time; undefined if it stays. */
  at: Date | undefined
}

/**
 * Gives later posts of a series the new content, and a new time if the revised post has one. A post with another text keeps it, and
 * one that was changed alone only moves. Skips posts that can't be revised any more.
 * @returns the number of changed posts
 */
async function reviseFollowing(
  ctx: Inside<UserContext>,
  following: LoadedPost[],
  { revised, content, hashesOf, rules, at }: Revision,
): Promise<number> {
  const { planned } = content
  let changed = 0
  for (const other of following) {
    if (revisionError(other, networksOf(planned))) continue
    requireMayChange(other)
    const { publishAt, seriesText, changedAlone, timeZone } = other.post
    const time = at ? await timeAfterMove(ctx, other, { moved: revised, at }) : publishAt
    if (!changedAlone || at) changed++
    if (!changedAlone) {
      const hasSameText = seriesText === revised.post.seriesText
      const own = hasSameText ? planned : withOwnText(other, planned, rules)
      await replaceContent(ctx, other, {
        ...content,
        planned: own,
        hashes: hashesOf(own),
        at: time,
        timeZone,
      })
    } else if (at) {
      const chosen = other.deliveries.filter(isChangeable)
      await schedule(ctx, other, { act: 'post.moved', chosen, at: time })
    }
  }
  return changed
}

/**
 * Returns the new content with a post's own text, also for networks to which the post doesn't go yet.
 * @throws {DomainError} `invalid` if such a network doesn't accept it
 */
const withOwnText = (loaded: LoadedPost, planned: NetworkContent[], rules: TextRules): NetworkContent[] =>
  planned.map(plan => {
    const number = loaded.post.seriesText ?? 0
    const { message, written } = textForNetwork(plan.platform, messagesOf(loaded), { number, rules })
    return { ...plan, message, written }
  })

type NewContent = {
  planned: NetworkContent[]
  postFiles: PostFile[]
  /** The hash of what each network gets. */
  hashes: string[]
  at: Date
  timeZone: string
  labels: string[] | undefined
}

/** Replaces a post's content, and schedules it. Withdraws its approval, unless that covers the new content. */
async function replaceContent(
  ctx: Inside<UserContext>,
  loaded: LoadedPost,
  { planned, postFiles, hashes, at, timeZone, labels }: NewContent,
): Promise<void> {
  const { id: postId } = loaded.post
  const covers = hashes.every(hash => loaded.approval?.signedHashes.includes(hash))
  const revised = covers ? loaded : await withdrawIfApproved(ctx, loaded)
  await discardUploads(ctx, loaded.deliveries)
  await removeOtherNetworks(ctx, loaded, networksOf(planned))
  for (const one of planned) await saveNetworkContent(ctx, loaded, one, { at, postFiles })
  await ctx.db.delete(postMedia).where(eq(postMedia.postId, postId))
  await insertMedia(ctx, postId, postFiles)
  const { deliveries: saved } = await loadPost(ctx, postId)
  const chosen = saved.filter(({ network }) => networksOf(planned).includes(network))
  const planOn = (network: NetworkId) => planned.find(({ platform }) => platform === network)
  const comments = chosen.map(({ id, network }) => ({ ...planOn(network), id }))
  await saveFirstComments(ctx, comments)
  // Prevents restoring the cancelled networks, because their deliveries still have the old text and media.
  await ctx.db
    .update(deliveries)
    .set({ updatedAt: ctx.now(), canceledFrom: null })
    .where(eq(deliveries.postId, postId))
  const values = { timeZone, ...(labels && { labels }) }
  await schedule(ctx, revised, { act: 'post.edited', chosen, at, values })
}

const networksOf = (planned: NetworkContent[]) => planned.map(({ platform }) => platform)

/**
 * Returns the error for a post that a network has begun to publish. A cancelled network where the post may be public can't be
 * chosen again, because its old text is needed to recognise the remote post.
 */
function revisionError({ deliveries: all }: LoadedPost, chosen: NetworkId[]): DomainError | undefined {
  if (!isNotStarted(all)) return toDomainError(tooLateError(all))
  return all.some(one => one.mayBePublished && (!isCanceled(one) || chosen.includes(one.network)))
    ? new DomainError('conflict', POST_MESSAGES.changed)
    : undefined
}

/**
 * Deletes the deliveries of removed networks. A claimed one is cancelled instead, because the call log or
 * `written_off_calls` may refer to it.
 */
async function removeOtherNetworks(
  ctx: Inside<UserContext>,
  { deliveries: all }: LoadedPost,
  chosen: NetworkId[],
) {
  const removed = all.filter(one => !isCanceled(one) && !chosen.includes(one.network))
  for (const { id, attempt } of removed)
    await (attempt === 0
      ? ctx.db.delete(deliveries).where(eq(deliveries.id, id))
      : ctx.db.update(deliveries).set({ state: 'canceled', wakeAt: null }).where(eq(deliveries.id, id)))
}

/**
 * Saves the content for one network, in a new delivery if there is none. A cancelled delivery now goes to the connected
 * account.
 */
async function saveNetworkContent(
  ctx: Inside<UserContext>,
  { post: { id: postId, userId, domainId }, deliveries: all }: LoadedPost,
  plan: NetworkContent,
  { at: publishAt, postFiles }: Pick<NewContent, 'at' | 'postFiles'>,
): Promise<void> {
  const { platform } = plan
  const existing = all.find(({ network }) => network === platform)
  const content = {
    ...textColumns(plan),
    ...(plan.extras === undefined &&
      existing?.extras && { extras: fitExtrasToFiles(existing.extras, postFiles, plan.positions) }),
    mediaPositions: plan.positions,
  }
  const isActive = existing && !isCanceled(existing)
  const [account] = isActive
    ? []
    : (await connectedAccounts(ctx, domainId)).filter(({ network }) => network === platform)
  if (!isActive && !account) throw invalidField('platforms', NOT_CONNECTED[platform])
  const target = account && accountColumns(account)
  await (existing
    ? ctx.db
        .update(deliveries)
        .set({ ...content, ...target })
        .where(eq(deliveries.id, existing.id))
    : ctx.db.insert(deliveries).values({
        ...content,
        ...target,
        id: Bun.randomUUIDv7(),
        postId,
        userId,
        domainId,
        network: platform,
        state: 'draft',
        publishAt,
        updatedAt: ctx.now(),
      }))
}
