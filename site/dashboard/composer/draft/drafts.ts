import { atom, computed } from 'nanostores'

import { UNDO_MS } from '#shared/timings.ts'
import { $editing, loadEditor } from '#site/dashboard/composer/edit/editing.ts'
import { $media, type DraftMedia } from '#site/dashboard/composer/media/media.ts'
import { removeFile, retryUploads, addFiles } from '#site/dashboard/composer/media/uploads.ts'
import { $busy, $unsent } from '#site/dashboard/composer/send/sending.ts'
import {
  proposeFreeSlot,
  followFreeSlot,
  resetTimeChoice,
  chooseTime,
  pickTime,
} from '#site/dashboard/composer/send/time-choice.ts'
import {
  $selectedDomain,
  $selectionVersion,
  saveBeforeSelecting,
  selectDomain,
} from '#site/dashboard/shared/domains/store.ts'
import { $deletedDraft, $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { $resumeCount } from '#site/dashboard/shared/guard.ts'
import { loadPart } from '#site/dashboard/shared/lazy-part.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { textsSettled } from '#site/dashboard/shared/post-dialogs/unsaved-texts.ts'
import { $composer, $isBeside, composerPath } from '#site/dashboard/shared/post-dialogs/url.ts'
import { $freeSlot, $ownDraft } from '#site/dashboard/shared/quick-times/times.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { $sentRecord } from '#site/dashboard/shared/sent-record.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { onLive } from '#site/lib/live/live.ts'
import { settled, until } from '#site/lib/remote.ts'
import { $session } from '#site/lib/session.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { clearComposer, stopEdit } from './clear-composer.ts'
import { $content, fillComposer, hasContent } from './content.ts'
import { takeCopy } from './device-copy.ts'
import { forgetNetworks, $draft, $onlyArticle, setMessage, $identity } from './draft.ts'
import {
  $saving,
  saveForNextSignIn,
  forgetDraft,
  isSafe,
  markSaved,
  onContentChange,
  resumeCopy,
  saveHere,
  saveNow,
  UNSAVED,
} from './saving.ts'

let business = $selectedDomain.get()?._id

/** Set while the user selects another business. */
let previousBusiness: string | undefined

saveBeforeSelecting(next => {
  if (waitsForUploads(next)) return false
  previousBusiness = $selectedDomain.get()?._id
  return hasContent($content.get()) ? saveNow() : undefined
})

// A post stays a draft of the business for which it was started. One that couldn't be saved stays in the composer.
$selectionVersion.listen(() => {
  const selected = $selectedDomain.get()?._id
  if (selected === business) return
  const from = previousBusiness
  business = selected
  previousBusiness = undefined
  if ($editing.get()) return
  if (!hasContent($content.get())) {
    clearComposer()
    forgetNetworks()
    return void proposeFreeSlot()
  }
  if (!from || from === selected) return
  if ($saving.get().state !== 'saved' || isUploading()) return
  const { id } = $identity.get()
  clearComposer()
  forgetNetworks()
  void proposeFreeSlot()
  showUrl()
  toast('info', 'Your post is kept as a draft of the other business.', {
    duration: UNDO_MS,
    action: { label: 'Bring it here', run: () => void moveHere(id) },
  })
})

/** Moves a draft to the selected business, and opens it. */
async function moveHere(id: string) {
  await openDraft(id)
  if ($identity.get().id !== id) return
  forgetNetworks()
  await saveHere()
}

/**
 * Saves the current content, then opens a draft, or this device's copy of it. A time that the author chooses meanwhile is for the
 * draft. `before` is the time of the current content; null for an empty post, whose time the draft gets.
 */
export async function openDraft(id: string, before = $draft.get().publishAt) {
  if (id === $identity.get().id || isUploading()) return
  await Promise.all([settled($me), saveNow()])
  if (wouldLose()) return showUrl()
  await withErrorToast('This draft didn’t open. Try again.', async () => {
    const opened = takeCopy(undefined, id) ?? (await readSaved(id))
    if (!opened) return
    const { isScheduled, slot, publishAt } = $draft.get()
    forgetDraft()
    if ('owner' in opened) resumeCopy(opened)
    else {
      fillComposer(opened)
      markSaved({ id, version: opened.version })
    }
    resetTimeChoice()
    void proposeFreeSlot()
    if (isScheduled && !slot && publishAt && publishAt !== before) scheduleAt(publishAt)
  })
  showUrl()
}

/** Reads a draft from the server. Returns undefined if content that was written meanwhile can't be saved. */
async function readSaved(id: string) {
  const { data } = await bodyOf(api.drafts[':id'].$get({ param: { id } }))
  await saveNow()
  return wouldLose() ? undefined : data
}

/** Returns true, and shows a toast, if content would be lost because it couldn't be saved. */
function wouldLose(): boolean {
  const { state } = $saving.get()
  if (isSafe() || state === 'gone') return false
  toast('info', UNSAVED)
  return true
}

/** The user's own draft that was changed last, while the composer is empty. */
export const $lastDraft = computed([$drafts, $unsent, $composer], (drafts, unsent, opened) => {
  const { draft, from, edit, shared } = opened ?? {}
  if (drafts.state !== 'ready' || unsent || draft || from || edit || shared) return undefined
  return drafts.data.find(({ author }) => !author)
})

const isArriving = ({ upload: { state } }: DraftMedia) => state === 'waiting' || state === 'uploading'

/** Returns true, and shows a toast, while files upload, because another business's library would get them. */
function waitsForUploads(next: string): boolean {
  const waits = $media.get().some(isArriving)
  const name = $selectedDomain.get()?.businessName ?? 'this business'
  const stopAndSelect = () => {
    for (const { id } of $media.get().filter(isArriving)) removeFile(id)
    void selectDomain(next)
  }
  if (waits)
    toast('info', `Files are still uploading to ${name}. Switch once they’ve arrived.`, {
      duration: UNDO_MS,
      action: { label: 'Stop them and switch', run: stopAndSelect },
    })
  return waits
}

/** Returns true, and shows a toast, while files upload, because the draft would lack them. */
function isUploading(): boolean {
  const waits = $media.get().some(isArriving)
  if (waits) toast('info', 'A file is still uploading. Once it has arrived, it’s saved with the draft.')
  return waits
}

const NOT_KEPT = 'This post isn’t saved as a draft yet, so it stays open.'

/** Starts a new post. The current content stays a draft, or stays open if it couldn't be saved. */
export async function startNewPost() {
  if (isUploading()) return
  await saveNow()
  if (['offline', 'failed'].includes($saving.get().state)) return toast('info', NOT_KEPT)
  // The next post is rarely an article.
  if ($onlyArticle.get()) forgetNetworks()
  clearComposer()
  showUrl()
  $drafts.refresh()
  void proposeFreeSlot()
}

// A draft may be deleted on another screen.
$deletedDraft.listen(id => {
  if (id !== $identity.get().id) return
  clearComposer()
  void proposeFreeSlot()
})

/** Puts the id of the draft, or of the edited post, into the URL. */
function showUrl() {
  const search = $composer.get()
  if (!search || (search.edit && search.edit === awaitedPost)) return
  const { postId } = $editing.get() ?? {}
  if (postId) return void (search.edit !== postId && $router.open(composerPath({ edit: postId }), true))
  const { id, version } = $identity.get()
  const isSaved = version > 0
  const wanted = isSaved && hasContent($content.get()) ? { draft: id } : {}
  if (
    (search.draft ?? '') !== (isSaved ? id : '') ||
    search.from ||
    search.at ||
    search.edit ||
    search.shared
  )
    $router.open(composerPath(wanted), true)
}

async function begin() {
  const { at, draft, from, shared, edit } = $composer.get() ?? {}
  const isBlank = at !== undefined || $isBeside.get()
  if (!edit) {
    const outcome = await reportSentPost(!isBlank && !from && !shared)
    // Keeps what the author has begun meanwhile.
    if (outcome && hasContent($content.get())) return showUrl()
    if (outcome === 'sent') {
      takeCopy()
      $router.open(composerPath(), true)
      return void proposeFreeSlot()
    }
  }
  await restore(isBlank)
  if (shared) {
    await startWithShared(shared)
    showUrl()
  }
  const isNew = from || shared || !hasContent($content.get())
  if (!at) return isNew ? proposeFreeSlot() : undefined
  if (isNew || draft) scheduleAt(new Date(at))
  showUrl()
}

/** The time with which the composer was last opened. */
export const $startedAt = atom<Date | undefined>()

function scheduleAt(time: Date) {
  if (!(time > new Date())) return
  chooseTime('pick')
  pickTime(time)
  $startedAt.set(time)
}

/** Opens the post or draft in the URL, else this device's copy, else keeps the content. With `isBlank`, starts a new post. */
async function restore(isBlank: boolean) {
  const { draft, from, repeat, edit } = $composer.get() ?? {}
  if (edit) return openToEdit(edit)
  if ($editing.get()) stopEdit()
  if (draft && draft !== $identity.get().id) return openDraft(draft)
  if (from) {
    await saveNow()
    await reusePost(from, repeat !== undefined)
    return showUrl()
  }
  if (hasContent($content.get())) {
    if (isBlank && !draft) await startNewPost()
    return showUrl()
  }
  await settled($me)
  const copy = takeCopy()
  if (!copy || !hasContent(copy.content) || hasContent($content.get())) return
  resumeCopy(copy)
  toast('info', 'We’ve restored your unsaved post.')
}

/** The post that opens once another is sent. */
let awaitedPost: string | undefined

/** Opens a post, but first lets the sending of another one finish, which would otherwise lose its uploads. */
async function openToEdit(postId: string) {
  awaitedPost = postId
  await until($busy, busy => !busy)
  awaitedPost = undefined
  if ($composer.get()?.edit === postId && postId !== $editing.get()?.postId)
    await (await loadEditor())?.openEdit(postId)
}

/** Opens the post, draft or shared content in the URL, with the time in the URL. */
async function followUrl() {
  const search = $composer.get()
  if (!search) return
  const { draft, edit, shared, at } = search
  if (shared) return void startWithShared(shared).then(showUrl)
  if (edit) return openToEdit(edit)
  if ($editing.get()) stopEdit()
  if (draft && draft !== $identity.get().id) await openDraft(draft)
  if (at) scheduleAt(new Date(at))
  showUrl()
}

const KEPT_HERE =
  'You’re offline. Your post is kept on this device, and becomes a draft once you’re back online.'

/** Saves the composer's content while it is open. Returns the function that stops it. */
export function saveDrafts() {
  const onHide = () => document.visibilityState === 'hidden' && void saveNow()
  const onOnline = () => {
    retryUploads()
    void saveNow()
  }
  document.addEventListener('visibilitychange', onHide)
  addEventListener('online', onOnline)
  void begin()
  const stops = [
    $content.listen(onContentChange),
    $editing.listen(showUrl),
    onLive('delivery', event => {
      if (event.postId === $editing.get()?.postId && !$busy.get())
        void loadEditor().then(edit => edit?.checkEdited(event.postId).catch(() => undefined))
    }),
    $saving.listen(({ state }) => state === 'saved' && showUrl()),
    $identity.listen(showUrl),
    $identity.subscribe(({ id }) => $ownDraft.set(id)),
    () => $ownDraft.set(undefined),
    $session.listen(({ state }) => state === 'expired' && saveForNextSignIn()),
    $resumeCount.listen(() => void saveNow()),
    $freeSlot.listen(() => $busy.get() || followFreeSlot()),
    $selectionVersion.listen(() => {
      const { domainId } = $editing.get() ?? {}
      if (domainId && domainId !== $selectedDomain.get()?._id) stopEdit()
    }),
    $router.listen(() => void followUrl()),
  ]
  return () => {
    void saveNow().then(() => $saving.get().state === 'offline' && toast('info', KEPT_HERE))
    document.removeEventListener('visibilitychange', onHide)
    removeEventListener('online', onOnline)
    for (const stop of stops) stop()
  }
}

/** Starts a new post with the text and pictures of an earlier one. With `repeats`, it repeats weekly. */
export async function reusePost(postId: string, repeats = false) {
  await Promise.all([textsSettled(postId), saveNow()])
  if (wouldLose()) return
  await withErrorToast('That post didn’t open. Try again.', async () => {
    const { data } = await bodyOf(api.posts[':id'].content.$get({ param: { id: postId } }))
    const { contentForReuse } = await import('./reuse.ts')
    const when = repeats
      ? (await import('#site/dashboard/composer/send/RepeatInput.tsx')).weeklyFrom(data.content.publishAt)
      : {}
    forgetDraft()
    fillComposer({ content: { ...contentForReuse(data.content), ...when }, media: data.media })
  })
}

/** Starts a post with content that another app shared, or adds it to a post that couldn't be saved. */
async function startWithShared(state: string): Promise<void> {
  if (state === 'lost')
    return toast('info', 'That didn’t arrive. The app is ready now, so please share it again.')
  const part = await loadPart(() => import('#site/dashboard/shared/worker-content.ts'))
  const shared = await part?.takeShared()
  if (!shared) return
  await saveNow()
  if (hasContent($content.get()) && $saving.get().state === 'saved') clearComposer()
  const { text, files } = shared
  const { message } = $draft.get()
  if (text) setMessage(message ? `${message}\n\n${text}` : text)
  if (files.length > 0) addFiles(files)
}

/** Reports on a post that this tab was sending when the page was reloaded, if any. */
async function reportSentPost(isFree: boolean): Promise<'sent' | 'not sent' | undefined> {
  if (!$sentRecord.get() || $busy.get() || hasContent($content.get())) return undefined
  const part = await loadPart(() => import('./sent-report.ts'))
  return part?.reportSentPost(isFree)
}
