import { NETWORK_IDS } from '#shared/networks.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { isStillWriting } from '#site/dashboard/composer/ai/writing.ts'
import { clearComposer } from '#site/dashboard/composer/draft/clear-composer.ts'
import { $draft, $enabled, $errors, $identity } from '#site/dashboard/composer/draft/draft.ts'
import { pauseSaving, resumeSaving, showDraftRejection } from '#site/dashboard/composer/draft/saving.ts'
import { $editing, loadEditor } from '#site/dashboard/composer/edit/editing.ts'
import { $covers, $media, $positions } from '#site/dashboard/composer/media/media.ts'
import { finishUploads, uploadedShare } from '#site/dashboard/composer/media/uploads.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { $needsApproval } from '#site/dashboard/shared/approvals/rule.ts'
import { loadPart } from '#site/dashboard/shared/lazy-part.ts'
import { askForSeriesPart } from '#site/dashboard/shared/post-dialogs/series.ts'
import { $isBeside } from '#site/dashboard/shared/post-dialogs/url.ts'
import { $freeTimes, removeFreeTime } from '#site/dashboard/shared/quick-times/times.ts'
import { clearSentRecord, saveSentRecord } from '#site/dashboard/shared/sent-record.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { upload } from '#site/lib/api/upload.ts'
import { toast } from '#site/lib/toasts.ts'
import { checkDraft, fieldErrors } from './check-draft.ts'
import { dismissNotices, showProblem } from './notice.ts'
import { idempotencyKey, type Outgoing, toForm } from './post-form.ts'
import { $busy, $sending, $sentPost, type CreatedPost, dismissSentPost, showSentPost } from './sending.ts'
import { proposeAfterSending, pinTimeChoice } from './time-choice.ts'

let current: AbortController | undefined

/** Returns the id of the draft or edited post, which may be another one once this one is sent. */
const currentId = () => $editing.get()?.postId ?? $identity.get().id

/** Validates and sends the draft. Shows failures in a toast and beside their fields. @returns true if it was sent */
export async function sendPost(): Promise<boolean> {
  if ($busy.get() || isStillWriting()) return false
  dismissSentPost()
  pinTimeChoice()
  const { isScheduled, repeat } = $draft.get()
  let problem = checkDraft(new Date())
  if (!problem && isScheduled && repeat) {
    const part = await loadPart(() => import('./RepeatInput.tsx'))
    if (!part || $busy.get()) return false
    problem = part.checkRepeat()
  }
  $errors.set(problem ? { [problem.field]: problem.message } : {})
  if (problem) {
    // Beside a screen, the toast would cover the field.
    if ($isBeside.get()) dismissNotices()
    else showProblem(problem.message)
    return false
  }

  const editing = $editing.get()
  const edit = editing && (await loadEditor())
  if (editing && !edit) return false
  const mayChangeLater = editing?.repeats && editing.out.length === 0 && $draft.get().isScheduled
  const series = mayChangeLater
    ? await askForSeriesPart('Save which posts?', { ...editing, _id: editing.postId }, true)
    : 'this'
  if (!series) return false

  try {
    if (edit) {
      const saved = await uploadThenSend(outgoing => edit.putChanges(editing, outgoing, series))
      $sending.set({ state: 'idle' })
      edit.onEditSaved(editing, saved)
    } else {
      const draftId = currentId()
      const created = await uploadThenSend(createPost)
      if (currentId() === draftId) onCreated(created)
      else onCreatedInBackground(created)
    }
    void $freeTimes.reload()
    if (!editing) void proposeAfterSending($sentPost.get()?.at)
    resumeSaving()
    return true
  } catch (error) {
    $sending.set({ state: 'idle' })
    if (current?.signal.aborted) return false
    if (error instanceof ApiError && error.code === 'unauthenticated') return false
    if (edit ? edit.showRejection(error) : showDraftRejection(error)) return false
    if (error instanceof ApiError) showErrors(error)
    showProblem(messageOf(error, POST_MESSAGES.failed))
    return false
  }
}

async function uploadThenSend<Response>(send: (outgoing: Outgoing) => Promise<Response>): Promise<Response> {
  const { signal } = (current = new AbortController())
  const id = currentId()
  const what = $editing.get() ? 'Your changes weren’t saved' : 'Your post wasn’t sent'
  const showShare = () => $sending.set({ state: 'uploading', fraction: uploadedShare($media.get()) })
  showShare()
  const stop = $media.listen(showShare)
  await finishUploads(signal).finally(stop)
  $sending.set({ state: 'checking' })
  await pauseSaving()
  try {
    const isReplaced = currentId() !== id
    if (isReplaced)
      throw new ApiError(
        'invalid',
        `${what}, because you opened another post while its files were uploading.`,
      )
    return await send(currentPost())
  } catch (error) {
    resumeSaving()
    throw error
  }
}

async function createPost(post: Outgoing): Promise<CreatedPost> {
  const headers = { 'Idempotency-Key': idempotencyKey(post) }
  const { id: draftId } = $identity.get()
  saveSentRecord({ state: 'sending', draftId })
  try {
    const created = await upload<CreatedPost>('/api/auth/createPosts', toForm(post), { headers })
    if (created.results.some(({ success }) => !success)) throw new Error(POST_MESSAGES.failed)
    return created
  } catch (error) {
    // Without a response it may have been sent, so it stays `sending`.
    if (!(error instanceof ApiError && error.code === 'network')) saveSentRecord({ state: 'failed', draftId })
    throw error
  }
}

function currentPost(): Outgoing {
  const from = $identity.get()
  return {
    draft: $draft.get(),
    enabled: $enabled.get(),
    media: $media.get(),
    covers: $covers.get(),
    positions: $positions.get(),
    timeZone: $businessZone.get(),
    submit: $needsApproval.get(),
    ...(from.version > 0 && { from }),
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

function onCreated(created: CreatedPost) {
  showSentPost(created)
  clearComposer()
  const { at } = $sentPost.get() ?? {}
  if (at) removeFreeTime(at)
  $sending.set({ state: 'sent' })
  dismissNotices()
}

/** For a post that is no longer in the composer. */
function onCreatedInBackground({ message }: CreatedPost) {
  clearSentRecord()
  $sending.set({ state: 'idle' })
  toast('success', message)
}
