import { atom } from 'nanostores'

import { DRAFT_MESSAGES, type DraftContent } from '#shared/posts/drafts.ts'
import { DRAFT_RETRY_MS, DRAFT_SAVE_MS } from '#shared/timings.ts'
import { $editing, type Editing } from '#site/dashboard/composer/edit/editing.ts'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { dropEditCopy, editCopyKey } from '#site/dashboard/shared/tab-copy.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { $content, fillComposer, fingerprint, hasContent, mediaItems, sameContent } from './content.ts'
import { type DeviceCopy, dropCopy, saveCopy } from './device-copy.ts'
import { $identity, type Identity, renewIdentity } from './draft.ts'

export type Saving =
  | { state: 'empty' }
  | { state: 'saving' }
  | { state: 'saved' }
  /** The edits of a post aren't saved. This device has a copy. */
  | { state: 'edited' }
  /** The server can't be reached. This device has a copy. */
  | { state: 'offline' }
  /** Changed in another window. */
  | { state: 'changed' }
  /** Posted or deleted in another window. */
  | { state: 'gone'; message: string }
  | { state: 'failed'; message: string }

export const $saving = atom<Saving>({ state: 'empty' })

export const UNSAVED = 'The post that you were writing isn’t saved yet. Save it as a draft first.'

/** Returns true if nothing is lost when the content is replaced. */
export const isSafe = () =>
  $editing.get() !== undefined ||
  !hasContent($content.get()) ||
  ['saved', 'empty'].includes($saving.get().state)

/** Content that the server has or is receiving. */
let serverContent: DraftContent | undefined
/** Fingerprints of earlier contents that the server may have although their responses were lost. */
let sentFingerprints: string[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let inFlight: Promise<void> | undefined
let paused = false

export function markSaved(identity: Identity) {
  clearTimeout(timer)
  serverContent = $content.get()
  sentFingerprints = []
  $identity.set(identity)
  dropCopy()
  $saving.set(hasContent(serverContent) ? { state: 'saved' } : { state: 'empty' })
}

export function forgetDraft() {
  clearTimeout(timer)
  serverContent = undefined
  sentFingerprints = []
  $editing.set(undefined)
  dropCopy()
  renewIdentity()
  $saving.set({ state: 'empty' })
}

/** Fills the composer with this device's copy, which the server may have. */
export function resumeCopy(copy: DeviceCopy) {
  fillComposer(copy)
  sentFingerprints = [...(copy.sent ?? []), fingerprint(copy.content)]
  $identity.set({ id: copy.id, version: copy.version })
  onContentChange($content.get())
}

/** Returns the arguments with which `saveCopy` saves the content. */
export function currentCopy() {
  const editing = $editing.get()
  const identity = editing ? { id: editing.postId, version: editing.version } : $identity.get()
  const copy = { ...identity, content: $content.get(), media: mediaItems(), sent: sentFingerprints }
  return [copy, editing && editCopyKey(editing.postId)] as const
}

/** Saves a change on this device at once and, for a draft, on the server a moment later. */
export function onContentChange(content: DraftContent) {
  const editing = $editing.get()
  if (editing) return onEditChange(editing, content)
  if (paused || (serverContent && sameContent(content, serverContent))) return
  if (!serverContent && !hasContent(content)) return forgetEmptyDraft()
  const { state } = $saving.get()
  saveCopy(...currentCopy())
  if (state === 'changed' || state === 'gone') return
  $saving.set({ state: 'saving' })
  schedule(DRAFT_SAVE_MS)
}

function onEditChange({ postId, saved }: Editing, content: DraftContent) {
  const { state } = $saving.get()
  if (sameContent(content, saved)) {
    dropEditCopy(postId)
    if (state === 'edited') $saving.set({ state: 'empty' })
    return
  }
  saveCopy(...currentCopy())
  if (state === 'empty') $saving.set({ state: 'edited' })
}

/** Drops the copy of an unsaved draft whose content was removed. */
function forgetEmptyDraft() {
  if ($saving.get().state !== 'saving') return
  clearTimeout(timer)
  dropCopy()
  $saving.set({ state: 'empty' })
}

/** Saves the content in session storage when the session ends, so that it is restored after the next sign-in. */
export function saveForNextSignIn() {
  if ($editing.get() ? $saving.get().state !== 'empty' : hasContent($content.get()))
    saveCopy(...currentCopy(), 'sessionStorage')
}

function schedule(ms: number) {
  clearTimeout(timer)
  timer = setTimeout(() => void saveNow(), ms)
}

/** Saves pending changes, except of a post that is being sent. Resolves once no save is in flight. */
export async function saveNow(): Promise<void> {
  clearTimeout(timer)
  await inFlight
  const content = $content.get()
  const { state } = $saving.get()
  if (paused || $editing.get() || state === 'changed' || state === 'gone') return
  if (serverContent ? sameContent(content, serverContent) : !hasContent(content)) return
  inFlight = save(content).finally(() => (inFlight = undefined))
  await inFlight
}

/** Pauses saving while the post is sent, because a late save would recreate the draft. */
export async function pauseSaving(): Promise<void> {
  paused = true
  clearTimeout(timer)
  await inFlight
}

export function resumeSaving() {
  paused = false
  onContentChange($content.get())
}

async function save(content: DraftContent) {
  const identity = $identity.get()
  const isCurrent = () => $identity.get().id === identity.id
  $saving.set({ state: 'saving' })
  try {
    sentFingerprints = [...new Set([...sentFingerprints, fingerprint(content)])]
    saveCopy(...currentCopy())
    const version = await put(identity, content)
    if (isCurrent()) accept({ ...identity, version }, content)
  } catch (error) {
    if (isCurrent()) refuse(error)
  }
}

async function put({ id, version }: Identity, content: DraftContent): Promise<number> {
  const call = api.drafts[':id']
  const putAfter = (last: number) => dataOf(call.$put({ param: { id }, json: { version: last, content } }))
  try {
    return (await putAfter(version)).version
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
    const saved = await dataOf(call.$get({ param: { id } }))
    if (sameContent(saved.content, content)) return saved.version
    if (!sentFingerprints.includes(fingerprint(saved.content))) throw error
    return (await putAfter(saved.version)).version
  }
}

function accept(identity: Identity, content: DraftContent) {
  // The calendar shows drafts at their times.
  if (identity.version === 1 || content.publishAt !== serverContent?.publishAt) void $drafts.refresh()
  serverContent = content
  sentFingerprints = []
  $identity.set(identity)
  if (!sameContent($content.get(), content)) return schedule(DRAFT_SAVE_MS)
  dropCopy()
  $saving.set({ state: 'saved' })
}

function refuse(error: unknown) {
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'unauthenticated') return
  if (code === 'network') {
    $saving.set({ state: 'offline' })
    return schedule(DRAFT_RETRY_MS)
  }
  const message = messageOf(error, 'This draft wasn’t saved. Keep this window open and try again.')
  if (code === 'not_found')
    $saving.set($identity.get().version > 0 ? { state: 'gone', message } : { state: 'failed', message })
  else if (code === 'conflict' && message === DRAFT_MESSAGES.changed) $saving.set({ state: 'changed' })
  else $saving.set({ state: 'failed', message })
}

/** Keeps the content of a draft that another window has sent. @returns true if the notice above the form explains that */
export function showDraftRejection(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.message !== DRAFT_MESSAGES.posted) return false
  $saving.set({ state: 'gone', message: error.message })
  return true
}

/** Saves the content for the selected business, even if it is unchanged. */
export async function saveHere(): Promise<void> {
  serverContent = undefined
  await saveNow()
}

/** Saves the content as a new draft. An edited post doesn't change. */
export async function saveAsNew() {
  const { postId } = $editing.get() ?? {}
  if (postId) dropEditCopy(postId)
  $editing.set(undefined)
  renewIdentity()
  serverContent = undefined
  sentFingerprints = []
  $saving.set({ state: 'saving' })
  await saveNow()
}

/** Opens the version that another window saved. */
export async function openTheirs() {
  const { id } = $identity.get()
  try {
    const saved = await dataOf(api.drafts[':id'].$get({ param: { id } }))
    fillComposer(saved)
    markSaved({ id, version: saved.version })
  } catch (error) {
    refuse(error)
  }
}
