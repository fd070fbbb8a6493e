import { atom, computed, onMount } from 'nanostores'

import { NETWORK_IDS, networks, type NetworkId } from '#shared/networks.ts'
import { messageProblem } from '#shared/posts/captions.ts'
import { commentProblem } from '#shared/posts/first-comments.ts'
import { type LinkTags, tagLinks } from '#shared/posts/link-tags.ts'
import {
  type DeliveryState,
  POST_MESSAGES,
  NOT_CONNECTED,
  SCHEDULE_GRACE_SECONDS,
} from '#shared/posts/posts.ts'
import { isStillWriting } from '#site/dashboard/composer/ai/writing.ts'
import { clearComposer } from '#site/dashboard/composer/draft/clear-composer.ts'
import { $content, hasContent } from '#site/dashboard/composer/draft/content.ts'
import {
  $connected,
  $draft,
  $enabled,
  $errors,
  type DraftField,
  $identity,
  type Accounts,
  commentFor,
  type Draft,
  messageFor,
} from '#site/dashboard/composer/draft/draft.ts'
import { $saving, pauseSaving, resumeSaving } from '#site/dashboard/composer/draft/saving.ts'
import { showRejection, finishEdit, putChanges } from '#site/dashboard/composer/edit/edit-post.ts'
import { $editing } from '#site/dashboard/composer/edit/editing.ts'
import { $media } from '#site/dashboard/composer/media/media.ts'
import { $positions } from '#site/dashboard/composer/media/network-media.ts'
import { $mediaProblems, type MediaProblem } from '#site/dashboard/composer/media/problems.ts'
import { finishUploads, uploadedShare } from '#site/dashboard/composer/media/uploads.ts'
import { $linkTags } from '#site/dashboard/composer/messages/shown-network.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { $needsApproval } from '#site/dashboard/shared/approvals/rule.ts'
import { $freeTimes } from '#site/dashboard/shared/quick-times/times.ts'
import { recordSent } from '#site/dashboard/shared/sent-post.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { shownDomainId } from '#site/lib/api/shown-domain.ts'
import { upload } from '#site/lib/api/upload.ts'
import { dismissNotices, showProblem } from './notice.ts'
import { type Outgoing, toForm, postData, scheduledTime } from './post-form.ts'
import { noteSent } from './sent.ts'
import { proposeFreeSlot, keepWhen, rememberWhen } from './when.ts'

const notConnected: readonly string[] = Object.values(NOT_CONNECTED)

/** Maps the api's validation errors to this form's fields. */
export function fieldErrors({ code, message, fields }: ApiError): Partial<Record<DraftField, string>> {
  if (code === 'unsupported' || code === 'too_large') return { media: message }
  const errors: Partial<Record<DraftField, string>> = {}
  for (const [name, message] of Object.entries(fields)) {
    const field = fieldOf(name, message)
    if (field) errors[field] ??= message
  }
  return errors
}

function fieldOf(name: string, message: string): DraftField | undefined {
  if (/^(media|data\.altTexts|data\.mediaIds)\b/.test(name)) return 'media'
  if (name === 'scheduledTime') return 'scheduledTime'
  if (!/^(data\.)?platforms\b/.test(name)) return undefined
  if (notConnected.includes(message)) return 'platforms'
  if (/comment/.test(message)) return 'firstComment'
  if ($draft.get().sameMessage) return 'message'
  return $enabled.get().find(network => message.includes(networks[network].name)) ?? 'platforms'
}

/**
 * Returns the idempotency key: equal for the same draft, content and business, in every window and after a reload, so that
 * resending after a lost connection can't publish twice.
 */
export function keyOf(outgoing: Outgoing): string {
  const post = { ...outgoing, draftId: undefined, submit: false }
  const whole = [postData(post), scheduledTime(post.draft), shownDomainId()]
  return `${$identity.get().id}-${fingerprint(JSON.stringify(whole))}`
}

/** Hashes to 53 bits by cyrb53, enough to distinguish versions of one draft. `crypto.subtle` would need https. */
function fingerprint(text: string): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}

export type Sending =
  | { state: 'idle' }
  | { state: 'uploading'; fraction: number }
  | { state: 'checking' }
  | { state: 'sent'; postId: string }

type CreatedPost = {
  postId: string
  message: string
  /** The time that the api chose, if it did. */
  publishAt?: string
  results: { platform: string; success: boolean; message?: string; state?: DeliveryState }[]
}

export const $sending = atom<Sending>({ state: 'idle' })

export const $busy = computed($sending, ({ state }) => state === 'uploading' || state === 'checking')

export const $unsent = computed(
  [$content, $media],
  (content, media) => media.length > 0 || hasContent(content),
)

onMount($sending, () =>
  $unsent.listen(unsent => {
    if (unsent && $sending.get().state === 'sent') $sending.set({ state: 'idle' })
  }),
)

let current: AbortController | undefined

/**
 * Validates and sends the draft. Failures are shown in a toast and beside their fields.
 * @returns true if it was sent
 */
export async function sendPost(): Promise<boolean> {
  if ($busy.get() || isStillWriting()) return false
  keepWhen()
  const draft = $draft.get()
  const media = $media.get()
  const enabled = $enabled.get()
  const problem = checkDraft({
    draft,
    enabled,
    connected: $connected.get(),
    alreadyFor: $editing.get()?.networks ?? [],
    files: media.length,
    positions: $positions.get(),
    linkTags: $linkTags.get(),
    rejecting: [...$mediaProblems.get().values()],
    now: new Date(),
  })
  $errors.set(problem ? { [problem.field]: problem.message } : {})
  if (problem) {
    showProblem(problem.message)
    return false
  }

  try {
    const editing = $editing.get()
    if (editing) {
      const post = await transmit(outgoing => putChanges(editing, outgoing))
      $sending.set({ state: 'idle' })
      finishEdit(editing, post)
    } else finish(await transmit(create))
    const reloaded = $freeTimes.reload()
    if (!editing) void proposeFreeSlot(reloaded)
    resumeSaving()
    return true
  } catch (error) {
    $sending.set({ state: 'idle' })
    if (current?.signal.aborted) return false
    if (error instanceof ApiError && error.code === 'unauthenticated') return false
    if ($editing.get() && showRejection(error)) return false
    if (error instanceof ApiError) showErrors(error)
    showProblem(messageOf(error, POST_MESSAGES.failed))
    return false
  }
}

/** Waits for the remaining uploads, and then sends the post. */
async function transmit<Response>(send: (outgoing: Outgoing) => Promise<Response>): Promise<Response> {
  const { signal } = (current = new AbortController())
  const showShare = () => $sending.set({ state: 'uploading', fraction: uploadedShare($media.get()) })
  showShare()
  const stop = $media.listen(showShare)
  await finishUploads(signal).finally(stop)
  $sending.set({ state: 'checking' })
  await pauseSaving()
  try {
    return await send(whole())
  } catch (error) {
    resumeSaving()
    throw error
  }
}

async function create(post: Outgoing): Promise<CreatedPost> {
  const headers = { 'Idempotency-Key': keyOf(post) }
  const { id: draftId } = $identity.get()
  recordSent({ state: 'sending', draftId })
  try {
    const created = await upload<CreatedPost>('/api/auth/createPosts', toForm(post), { headers })
    if (created.results.some(({ success }) => !success)) throw new Error(POST_MESSAGES.failed)
    return created
  } catch (error) {
    // Without a response we don't know whether it was sent, so it stays `sending`.
    if (!(error instanceof ApiError && error.code === 'network')) recordSent({ state: 'failed', draftId })
    throw error
  }
}

function whole(): Outgoing {
  const { id, version } = $identity.get()
  // Another window has changed the draft, so the api must not delete it.
  const isTheirs = $saving.get().state === 'changed'
  return {
    draft: $draft.get(),
    enabled: $enabled.get(),
    media: $media.get(),
    positions: $positions.get(),
    timeZone: $businessZone.get(),
    submit: $needsApproval.get(),
    ...(version > 0 && !isTheirs && { draftId: id }),
  }
}

function showErrors(error: ApiError) {
  const errors = fieldErrors(error)
  $errors.set(errors)
  if (errors.platforms) for (const network of NETWORK_IDS) void $accounts[network].reload()
}

/** Stops before the post is sent. Uploads continue for the draft. */
export function cancelSending() {
  if ($sending.get().state === 'uploading') current?.abort()
}

function finish({ postId, message, publishAt, results }: CreatedPost) {
  const notes = results.flatMap(({ message }) => message ?? [])
  const inReview = results.some(({ state }) => state === 'in_review')
  noteSent(postId, { message, notes, inReview, chosenByApi: publishAt })
  rememberWhen()
  clearComposer()
  $sending.set({ state: 'sent', postId })
  dismissNotices()
}

type Problem = { field: DraftField; message: string }

type CheckInput = {
  draft: Draft
  enabled: readonly NetworkId[]
  connected: Accounts
  /** Networks of the edited post. They need no connected account, because the post can wait for one. */
  alreadyFor: readonly NetworkId[]
  files: number
  positions: Record<NetworkId, number[]>
  /** Tags that links get, which count towards a message's length. */
  linkTags: LinkTags | null
  /** Files that networks would reject or convert. */
  rejecting: readonly MediaProblem[]
  now: Date
}

/** Returns the first failing check, in the order of the fields on the screen. */
function checkDraft({
  draft,
  enabled,
  connected,
  alreadyFor,
  files,
  positions,
  linkTags,
  rejecting,
  now,
}: CheckInput): Problem | undefined {
  if (enabled.length === 0) return { field: 'platforms', message: POST_MESSAGES.noPlatform }
  return (
    missingMessage(draft, enabled) ??
    missingAccount(
      enabled.filter(network => !alreadyFor.includes(network)),
      connected,
    ) ??
    (files === 0 && !draft.textOnly ? { field: 'media', message: POST_MESSAGES.noMedia } : undefined) ??
    missingMedia(enabled, positions, files) ??
    rejectedMedia(rejecting) ??
    unfitMessage(draft, enabled, linkTags) ??
    unfitComment(draft, enabled, linkTags) ??
    unfitTime(draft, now)
  )
}

function missingMessage(draft: Draft, enabled: readonly NetworkId[]): Problem | undefined {
  const network = enabled.find(each => messageFor(draft, each).trim() === '')
  if (!network) return undefined
  return draft.sameMessage
    ? { field: 'message', message: POST_MESSAGES.noMessage }
    : { field: network, message: POST_MESSAGES.noMessageFor(networks[network].name) }
}

function missingAccount(enabled: readonly NetworkId[], connected: Accounts): Problem | undefined {
  const network = enabled.find(each => !connected[each])
  return network && { field: 'platforms', message: NOT_CONNECTED[network] }
}

function missingMedia(
  enabled: readonly NetworkId[],
  positions: Record<NetworkId, number[]>,
  files: number,
): Problem | undefined {
  const network = enabled.find(
    each => positions[each].length === 0 && (files > 0 || networks[each].needsMedia),
  )
  return network && { field: 'media', message: POST_MESSAGES.noPictureFor(networks[network].name) }
}

function rejectedMedia(rejecting: readonly MediaProblem[]): Problem | undefined {
  const found = rejecting.find(({ rejectedBy }) => rejectedBy.length > 0)
  return found && { field: 'media', message: found.message }
}

function unfitMessage(
  draft: Draft,
  enabled: readonly NetworkId[],
  linkTags: LinkTags | null,
): Problem | undefined {
  const problems = enabled.flatMap(network => {
    const message = messageProblem(network, tagLinks(messageFor(draft, network), network, linkTags))
    return message ? [{ network, message }] : []
  })
  const [first] = problems
  if (!first) return undefined
  const message = problems.map(problem => problem.message).join(' ')
  return { field: draft.sameMessage ? 'message' : first.network, message }
}

function unfitComment(
  draft: Draft,
  enabled: readonly NetworkId[],
  linkTags: LinkTags | null,
): Problem | undefined {
  for (const network of enabled) {
    const message = commentProblem(network, tagLinks(commentFor(draft, network), network, linkTags))
    if (message) return { field: 'firstComment', message }
  }
  return undefined
}

function unfitTime({ isScheduled, publishAt, slot }: Draft, now: Date): Problem | undefined {
  if (!isScheduled || slot) return undefined
  if (!publishAt) return { field: 'scheduledTime', message: POST_MESSAGES.noTime }
  return +publishAt < +now - SCHEDULE_GRACE_SECONDS * 1000
    ? { field: 'scheduledTime', message: POST_MESSAGES.pastTime }
    : undefined
}
