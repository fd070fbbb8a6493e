import { atom, computed, onMount } from 'nanostores'

import { NETWORK_IDS } from '#shared/networks.ts'
import { POST_MESSAGES } from '#shared/posts.ts'
import { ApiError, messageOf } from '#site/lib/api-error.ts'
import { timeZone } from '#site/lib/format.ts'
import { $toasts, dismissToast, toast } from '#site/lib/toasts.ts'
import { upload } from '#site/lib/upload.ts'
import { $accounts } from '../accounts/store.ts'
import { $connected } from './accounts.ts'
import { checkDraft } from './check-draft.ts'
import { $draft, $enabled, resetDraft } from './draft.ts'
import { $errors } from './errors.ts'
import { forgetKey, keyOf } from './idempotency-key.ts'
import { $media, resetMedia } from './media.ts'
import { $positions, resetKind } from './network-media.ts'
import { type Outgoing, toForm } from './post-form.ts'
import { refusedFields } from './refused-fields.ts'

export type Sending =
  | { state: 'idle' }
  | { state: 'uploading'; fraction: number }
  | { state: 'checking' }
  /** `notes`: what a network does not take of it, in words. */
  | { state: 'sent'; postId: string; notes: string[] }

type Answer = {
  postId: string
  message: string
  results: { platform: string; success: boolean; message?: string }[]
}

export const $sending = atom<Sending>({ state: 'idle' })

export const $busy = computed($sending, ({ state }) => state === 'uploading' || state === 'checking')

/** Whether leaving now would lose something. */
export const $unsent = computed(
  [$draft, $media],
  ({ message, messages }, media) =>
    media.length > 0 || [message, messages.facebook, messages.instagram].some(text => text.trim() !== ''),
)

onMount($sending, () =>
  $unsent.listen(unsent => {
    if (unsent && $sending.get().state === 'sent') $sending.set({ state: 'idle' })
  }),
)

let current: AbortController | undefined

/** Checks the draft and sends it. Everything that goes wrong is said in a notice and beside its field. */
export async function sendPost() {
  if ($busy.get()) return
  const draft = $draft.get()
  const media = $media.get()
  const enabled = $enabled.get()
  const problem = checkDraft({
    draft,
    enabled,
    connected: $connected.get(),
    files: media.length,
    now: new Date(),
  })
  $errors.set(problem ? { [problem.field]: problem.message } : {})
  if (problem) return say('error', problem.message)

  try {
    const answer = await transmit({
      draft,
      enabled,
      media,
      positions: $positions.get(),
      timeZone: timeZone(),
    })
    if (answer.results.some(({ success }) => !success)) throw new Error(POST_MESSAGES.failed)
    finish(answer)
  } catch (error) {
    $sending.set({ state: 'idle' })
    if (current?.signal.aborted) return
    if (error instanceof ApiError && error.code === 'unauthenticated') return
    if (error instanceof ApiError) showRefusal(error)
    say('error', messageOf(error, POST_MESSAGES.failed))
  }
}

async function transmit(post: Outgoing): Promise<Answer> {
  current = new AbortController()
  $sending.set({ state: 'uploading', fraction: 0 })
  return await upload<Answer>('/api/auth/createPosts', toForm(post), {
    signal: current.signal,
    headers: { 'Idempotency-Key': keyOf(post) },
    onProgress: fraction =>
      $sending.set(fraction < 1 ? { state: 'uploading', fraction } : { state: 'checking' }),
  })
}

function showRefusal(error: ApiError) {
  const errors = refusedFields(error)
  $errors.set(errors)
  if (errors.platforms) for (const network of NETWORK_IDS) void $accounts[network].reload()
}

/** Stops an upload that has not yet arrived whole, so nothing of it is kept. */
export function cancelSending() {
  if ($sending.get().state === 'uploading') current?.abort()
}

function finish({ postId, results }: Answer) {
  discardDraft()
  $sending.set({ state: 'sent', postId, notes: results.flatMap(({ message }) => message ?? []) })
  say('success', POST_MESSAGES.accepted)
}

export function discardDraft() {
  resetDraft()
  resetMedia()
  resetKind()
  forgetKey()
  $errors.set({})
}

/** One notice at a time: a refusal that was put right must not stand beside the success. */
function say(type: 'success' | 'error', message: string) {
  for (const { id, corner } of $toasts.get()) if (corner === 'bottom') dismissToast(id)
  toast(type, message, { title: type === 'success' ? 'Success' : 'Error', corner: 'bottom' })
}
