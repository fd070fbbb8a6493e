import { NETWORK_IDS } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { messageFor, commentFor } from '#shared/posts/draft-texts.ts'
import { takesExtras } from '#shared/posts/extras-rules.ts'
import { takesFirstComment } from '#shared/posts/first-comments.ts'
import { type Post, POST_MESSAGES } from '#shared/posts/posts.ts'
import type { PostContent } from '#shared/posts/revision.ts'
import type { SeriesPart } from '#shared/posts/series.ts'
import { UNDO_MS } from '#shared/timings.ts'
import { stopEdit } from '#site/dashboard/composer/draft/clear-composer.ts'
import { $content, fillComposer, sameContent } from '#site/dashboard/composer/draft/content.ts'
import { saveCopy, takeCopy } from '#site/dashboard/composer/draft/device-copy.ts'
import { $draft, $enabled, extrasFor } from '#site/dashboard/composer/draft/draft.ts'
import {
  $saving,
  currentCopy,
  forgetDraft,
  isSafe,
  saveNow,
  UNSAVED,
} from '#site/dashboard/composer/draft/saving.ts'
import { type Outgoing, postData } from '#site/dashboard/composer/send/post-form.ts'
import { describeSending } from '#site/dashboard/composer/send/sending.ts'
import { $domains, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { loadPart } from '#site/dashboard/shared/lazy-part.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { textsSettled } from '#site/dashboard/shared/post-dialogs/unsaved-texts.ts'
import { $composer, composerPath, pathAfterEdit } from '#site/dashboard/shared/post-dialogs/url.ts'
import { openPage } from '#site/dashboard/shared/router.ts'
import { dropEditCopy, editCopyKey } from '#site/dashboard/shared/tab-copy.ts'
import { api, bodyOf, dataOf } from '#site/lib/api/api.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { settled } from '#site/lib/remote.ts'
import { toast } from '#site/lib/toasts.ts'
import { unixSeconds } from '#site/lib/wall-clock.ts'
import { $editing, $openingFailure, type Editing } from './editing.ts'

/** Opens a post in the composer. The previous content stays a draft. */
export async function openEdit(postId: string) {
  $openingFailure.set(undefined)
  await Promise.all([textsSettled(postId), saveNow()])
  if (!isSafe()) return $openingFailure.set({ postId, message: UNSAVED })
  await loadEdit(postId)
}

const NOT_OPENED = 'This post didn’t open. Try again.'
const GONE = 'This post no longer exists, or it belongs to another account.'
const BEING_PUBLISHED = 'This post is being published or already is, so it can’t be changed any more.'

const failFinally = (postId: string, message: string) =>
  $openingFailure.set({ postId, message, isFinal: true })

async function loadEdit(postId: string) {
  try {
    const { data } = await bodyOf(api.posts[':id'].content.$get({ param: { id: postId } }))
    if (NETWORK_IDS.every(network => !data.content.networks[network] || data.out.includes(network)))
      return failFinally(postId, BEING_PUBLISHED)
    await Promise.all([settled($domains), settled($me)])
    if (await selectDomain(data.domainId)) fill(data)
    else $openingFailure.set({ postId, message: NOT_OPENED })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return failFinally(postId, GONE)
    $openingFailure.set({ postId, message: messageOf(error, NOT_OPENED) })
  }
}

function fill({ _id: postId, content, media, ...post }: PostContent) {
  const copy = takeCopy(editCopyKey(postId))
  const isAhead = content.publishAt && new Date(content.publishAt) > new Date()
  const shown = {
    ...content,
    publishAt: isAhead ? content.publishAt : null,
    networks: { ...content.networks, ...Object.fromEntries(post.out.map(network => [network, false])) },
  }
  const networks = NETWORK_IDS.filter(network => content.networks[network])
  forgetDraft()
  const opened = { ...post, postId, networks }
  $editing.set({ ...opened, saved: shown })
  fillComposer({ content: shown, media })
  // Compares later changes with the content as the composer has it, which may differ from the server's in form.
  const editing = { ...opened, saved: $content.get() }
  $editing.set(editing)
  dropEditCopy(postId)
  $saving.set({ state: 'empty' })
  if (!copy || sameContent(copy.content, editing.saved)) return
  $editing.set({ ...editing, version: copy.version })
  fillComposer(copy)
  if (copy.version !== post.version) $saving.set({ state: 'changed' })
  toast('info', 'We’ve restored your unsaved changes.')
}

/** Goes back, unless something else was opened meanwhile. */
function leaveEdit({ postId }: Editing, { keeps = false } = {}) {
  const isShown = $composer.get()?.edit === postId
  const path = pathAfterEdit(postId)
  if ($editing.get()?.postId === postId) stopEdit()
  if (!keeps) dropEditCopy(postId)
  if (isShown) openPage(path)
}

/** Goes back without saving. The post's details offer the changes, which stay on this device. */
export function leaveUnsaved() {
  const editing = $editing.get()
  if (!editing) return
  const [copy, key] = currentCopy()
  const isChanged = !sameContent(copy.content, editing.saved)
  if (isChanged) saveCopy(copy, key)
  leaveEdit(editing, { keeps: isChanged })
  if (!isChanged) return
  toast('info', 'Your change isn’t saved. It waits in the post’s details.', {
    follows: true,
    action: { label: 'Continue', run: () => openPage(composerPath({ edit: editing.postId })) },
  })
}

/** Goes back without saving, with Undo. */
export function discardEdit() {
  const editing = $editing.get()
  if (!editing) return
  const [copy, key] = currentCopy()
  leaveEdit(editing)
  if (sameContent(copy.content, editing.saved)) return
  const bringBack = () => {
    saveCopy(copy, key)
    openPage(composerPath({ edit: editing.postId }))
  }
  const action = { label: 'Undo', run: bringBack }
  toast('info', 'Changes discarded.', { duration: UNDO_MS, follows: true, action })
}

/** Says that the post was saved, and returns to the screen where it was opened. */
export function onEditSaved(editing: Editing, { post, laterChanged }: Saved) {
  const at = $draft.get().isScheduled ? new Date(post.publishAt) : null
  const { state } = post.approval ?? {}
  const later = laterChanged > 0 ? `, and ${plural(laterChanged, 'later post')} of its series too` : ''
  const sending = describeSending($enabled.get(), at, state === 'in_review')
  if (state !== 'changes_requested') toast('success', `Saved${later}. ${sending}.`, { follows: true })
  leaveEdit(editing)
  void loadPart(() => import('#site/dashboard/shared/post-dialogs/live-posts.ts')).then(part =>
    part?.showPost(post),
  )
}

/** Keeps the content if a save is rejected because the post has changed. @returns true if a notice above the form says so */
export function showRejection(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  if (error.code === 'not_found') $saving.set({ state: 'gone', message: GONE })
  else if (error.code !== 'conflict') return false
  else if (error.message === POST_MESSAGES.changed) $saving.set({ state: 'changed' })
  else $saving.set({ state: 'gone', message: error.message })
  return true
}

/** Replaces the content with the current version of the post. */
export async function openCurrent() {
  const editing = $editing.get()
  if (!editing) return
  dropEditCopy(editing.postId)
  await loadEdit(editing.postId)
}

/** Says at once that the post was changed elsewhere or is being published. */
export async function checkEdited(postId: string) {
  const editing = $editing.get()
  if (editing?.postId !== postId) return
  const { data } = await bodyOf(api.posts[':id'].content.$get({ param: { id: postId } }))
  if ($editing.get()?.postId !== postId) return
  if (data.out.length > editing.out.length)
    $saving.set({ state: 'gone', message: 'This post is being published, so it can’t be changed any more.' })
  else if (data.version !== editing.version) $saving.set({ state: 'changed' })
}

/** Saves the changes of a post, and resubmits one that was sent back. @throws {ApiError} `conflict` if it was changed elsewhere */
export async function putChanges(
  editing: Editing,
  outgoing: Outgoing,
  series?: SeriesPart['series'],
): Promise<Saved> {
  const json = editing.out.length > 0 ? partOf(editing, outgoing) : { ...wholeOf(editing, outgoing), series }
  const call = api.posts[':id'].$put({ param: { id: editing.postId }, json })
  const { data, laterChanged = 0 } = await bodyOf(call)
  const post = data.approval?.state === 'changes_requested' ? await resubmit(data) : data
  return { post, laterChanged }
}

/** `laterChanged` is the number of later posts of the series that changed too. */
type Saved = { post: Post; laterChanged: number }

/** Sends a post for approval again. Only shows a failure, because the changes are saved. */
async function resubmit(post: Post): Promise<Post> {
  try {
    return await dataOf(api.posts[':id'].submit.$post({ param: { id: post._id } }))
  } catch (error) {
    const reason = messageOf(error, 'Send it from its details.')
    toast('error', `Your changes are saved, but the post wasn’t sent for approval. ${reason}`)
    return post
  }
}

function wholeOf({ version }: Editing, outgoing: Outgoing) {
  const { platforms, mediaIds, altTexts, textOnly, slot, labels, timeZone } = postData(outgoing)
  const { isScheduled, publishAt } = outgoing.draft
  const when = slot
    ? { slot }
    : !isScheduled
      ? { now: true }
      : publishAt && { scheduledTime: unixSeconds(publishAt) }
  return { version, platforms, mediaIds, altTexts, textOnly, labels, timeZone, ...when }
}

/** Returns the texts for networks that don't have the post yet, and the time if it has changed. */
function partOf({ saved, version }: Editing, { draft, enabled, timeZone }: Outgoing) {
  const at = draft.isScheduled ? draft.publishAt : new Date()
  const isMoved = at && at.toISOString() !== saved.publishAt
  return {
    version,
    platforms: enabled.map(platform => ({
      platform,
      message: messageFor(draft, platform),
      ...(takesFirstComment(platform) && { firstComment: commentFor(draft, platform) }),
      ...(takesExtras(platform) && { extras: extrasFor(draft, platform) }),
    })),
    ...(isMoved && { scheduledTime: unixSeconds(at), timeZone }),
  }
}
