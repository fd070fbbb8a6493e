import { atom } from 'nanostores'

import { DRAFT_MESSAGES, type DraftContent } from '#shared/posts/drafts.ts'
import { DRAFT_RETRY_MS, DRAFT_SAVE_MS } from '#shared/timings.ts'
import { $media } from '#site/dashboard/composer/media/media.ts'
import { ApiError, messageOf } from '#site/lib/api-error.ts'
import { api } from '#site/lib/api/api.ts'
import { $content, fillComposer, hasContent, mediaItems, sameContent } from './content.ts'
import { carryCopy, dropCopy, saveCopy } from './device-copy.ts'
import { $identity, type Identity, renewIdentity } from './identity.ts'

/** How it stands with what was entered. */
export type Saving =
  /** Nothing was entered. */
  | { state: 'empty' }
  | { state: 'saving' }
  | { state: 'saved' }
  /** The server can't be reached; this device keeps it. */
  | { state: 'offline' }
  /** Another window saved it since. */
  | { state: 'changed' }
  /** It was posted or deleted in another window. */
  | { state: 'gone' }
  | { state: 'failed'; message: string }

export const $saving = atom<Saving>({ state: 'empty' })

/** What the server has, or is being given. */
let known: DraftContent | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let going: Promise<void> | undefined
let paused = false

/** The content is the server's by now: nothing of it needs saving. */
export function markSaved(identity: Identity) {
  clearTimeout(timer)
  known = $content.get()
  $identity.set(identity)
  dropCopy()
  $saving.set(hasContent(known) ? { state: 'saved' } : { state: 'empty' })
}

/** As for a post that is begun anew. */
export function forgetDraft() {
  clearTimeout(timer)
  known = undefined
  dropCopy()
  renewIdentity()
  $saving.set({ state: 'empty' })
}

/** Notes that something was entered: it is kept here at once, and by the server a moment later. */
export function noteChange(content: DraftContent) {
  if (paused || (known && sameContent(content, known))) return
  if (!known && !hasContent(content)) return
  const { state } = $saving.get()
  saveCopy({ ...$identity.get(), content, media: mediaItems($media.get()) })
  if (state === 'changed' || state === 'gone') return
  $saving.set({ state: 'saving' })
  schedule(DRAFT_SAVE_MS)
}

/** For the end of a session: the tab keeps the draft for whoever signs in again. */
export function carryDraft() {
  const content = $content.get()
  if (hasContent(content)) carryCopy({ ...$identity.get(), content, media: mediaItems($media.get()) })
}

function schedule(ms: number) {
  clearTimeout(timer)
  timer = setTimeout(() => void saveNow(), ms)
}

/** Saves what has not been saved; resolves when nothing is under way. */
export async function saveNow(): Promise<void> {
  clearTimeout(timer)
  await going
  const content = $content.get()
  const { state } = $saving.get()
  if (state === 'changed' || state === 'gone') return
  if (known ? sameContent(content, known) : !hasContent(content)) return
  going = save(content).finally(() => (going = undefined))
  await going
}

/** While a post is being made of it, nothing is saved: it would come back after it has gone. */
export async function pauseSaving(): Promise<void> {
  paused = true
  clearTimeout(timer)
  await going
}

export function resumeSaving() {
  paused = false
  noteChange($content.get())
}

async function save(content: DraftContent) {
  const identity = $identity.get()
  const isCurrent = () => $identity.get().id === identity.id
  $saving.set({ state: 'saving' })
  try {
    const version = await put(identity, content)
    if (isCurrent()) accept({ ...identity, version }, content)
  } catch (error) {
    if (isCurrent()) refuse(error)
  }
}

async function put({ id, version }: Identity, content: DraftContent): Promise<number> {
  const draft = api.drafts[':id']
  try {
    const answer = await draft.$put({ param: { id }, json: { version, content } })
    return (await answer.json()).data.version
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
    // A save whose answer was lost makes the next one look stale, though both are this window's.
    const { data } = await (await draft.$get({ param: { id } })).json()
    if (!lastSent || !sameContent(data.content, lastSent)) throw error
    const answer = await draft.$put({ param: { id }, json: { version: data.version, content } })
    return (await answer.json()).data.version
  } finally {
    lastSent = content
  }
}
let lastSent: DraftContent | undefined

function accept(identity: Identity, content: DraftContent) {
  known = content
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
    $saving.set($identity.get().version > 0 ? { state: 'gone' } : { state: 'failed', message })
  else if (code === 'conflict' && message === DRAFT_MESSAGES.changed) $saving.set({ state: 'changed' })
  else $saving.set({ state: 'failed', message })
}

/** Keeps what this window has, as a draft of its own beside the other. */
export async function saveAsNew() {
  renewIdentity()
  known = undefined
  $saving.set({ state: 'saving' })
  await saveNow()
}

/** Takes what the other window saved. */
export async function takeTheirs() {
  const { id } = $identity.get()
  try {
    const { data } = await (await api.drafts[':id'].$get({ param: { id } })).json()
    fillComposer(data)
    markSaved({ id, version: data.version })
  } catch (error) {
    refuse(error)
  }
}
