import { atom, computed } from 'nanostores'

import { chunksOf } from '#shared/chunks.ts'
import { NETWORK_IDS, networks } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import type { BulkResult, ScheduleDrafts } from '#shared/posts/bulk.ts'
import type { DraftSummary } from '#shared/posts/drafts.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { UNDO_MS } from '#shared/timings.ts'
import { excerptOf } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { openPage } from '#site/dashboard/shared/router.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { toast, toastWithUndo, withErrorToast } from '#site/lib/toasts.ts'
import { $deletedDraft, $drafts } from './store.ts'

const DRAFTS_PER_CALL = 20
const FAILED = 'That didn’t work. Try again.'

/** The drafts that the last call couldn't schedule, with the reasons. */
export const $scheduleFailures = atom<readonly { _id: string; name: string; message: string }[]>([])
export const $scheduleTotal = atom(0)

/** The networks that need a picture, by the error of a draft without one. */
const NEEDING = new Map(
  NETWORK_IDS.filter(network => networks[network].needsMedia).map(network => [
    POST_MESSAGES.noPictureFor(networks[network].name),
    network,
  ]),
)

/** The drafts that only lack a picture, and the networks that need it. */
export const $withoutPicture = computed($scheduleFailures, failures => {
  const drafts = failures.filter(({ message }) => NEEDING.has(message))
  const needing = new Set(drafts.flatMap(({ message }) => NEEDING.get(message) ?? []))
  return { drafts: drafts.map(({ _id, name }) => ({ _id, text: name })), networks: [...needing] }
})

/** Schedules drafts at their times or sends them for approval, with Undo. Lists those that can't go out in `$scheduleFailures`. */
export async function scheduleDrafts(
  drafts: readonly Pick<DraftSummary, '_id' | 'text'>[],
  leaveOut?: ScheduleDrafts['leaveOut'],
): Promise<void> {
  const results: BulkResult[] = []
  for (const part of chunksOf(drafts, DRAFTS_PER_CALL)) {
    const draftIds = part.map(({ _id }) => _id)
    try {
      results.push(...(await dataOf(api.drafts.schedule.$post({ json: { draftIds, leaveOut } }))))
    } catch (error) {
      const message = messageOf(error, FAILED)
      results.push(...draftIds.map(_id => ({ _id, success: false, message })))
    }
  }
  const names = new Map(drafts.map(({ _id, text }) => [_id, excerptOf(text)]))
  $scheduleTotal.set(drafts.length)
  $scheduleFailures.set(
    results.flatMap(({ _id, success, message = '' }) =>
      success ? [] : { _id, name: names.get(_id) ?? '', message },
    ),
  )
  const sent = results.filter(({ success }) => success)
  await $drafts.reload()
  if (sent.length === 0) return
  const postIds = sent.flatMap(({ postId }) => postId ?? [])
  toast('success', describe(sent), {
    duration: UNDO_MS,
    action: { label: 'Undo', run: () => void makeDrafts(postIds) },
    more: { label: 'View', run: () => openPage('/dashboard/view-post?tab=scheduled') },
  })
}

function describe(sent: readonly BulkResult[]): string {
  const waiting = sent.filter(({ inReview }) => inReview).length
  const scheduled = sent.length - waiting
  if (scheduled === 0) return `${plural(waiting, 'post')} sent for approval.`
  return waiting === 0
    ? `${plural(scheduled, 'post')} scheduled.`
    : `${plural(scheduled, 'post')} scheduled, ${waiting} sent for approval.`
}

const makeDrafts = (all: readonly string[]) =>
  withErrorToast(FAILED, async () => {
    const results: BulkResult[] = []
    for (const postIds of chunksOf(all, DRAFTS_PER_CALL))
      results.push(...(await dataOf(api.posts.bulk.$post({ json: { action: 'cancel', postIds } }))))
    await $drafts.reload()
    const failed = results.find(({ success }) => !success)
    const count = results.filter(({ success }) => success).length
    if (failed) toast('error', `${count} of ${plural(all.length, 'post')} became drafts. ${failed.message}`)
    else toast('success', `${plural(count, 'draft')} restored.`)
  })

/** Deletes drafts, with Undo. Ignores those that were sent or deleted meanwhile. */
export async function deleteDrafts(ids: readonly string[]): Promise<void> {
  const deleted: string[] = []
  await withErrorToast(`${notAllDrafts(ids, 'deleted')} Try again.`, async () => {
    for (const id of ids) if (await deleteDraft(id)) deleted.push(id)
  })
  for (const id of deleted) $deletedDraft.set(id)
  await $drafts.reload()
  if (deleted.length > 0)
    toastWithUndo(ids.length === 1 ? 'Draft deleted.' : `${plural(deleted.length, 'draft')} deleted.`, () =>
      restoreDrafts(deleted),
    )
}

const notAllDrafts = ({ length }: readonly string[], done: string) =>
  length === 1 ? `That draft wasn’t ${done}.` : `Not all of these drafts were ${done}.`

/** Returns false if the draft no longer exists. */
async function deleteDraft(id: string): Promise<boolean> {
  try {
    await api.drafts[':id'].$delete({ param: { id } })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return false
    throw error
  }
}

async function restoreDrafts(ids: readonly string[]) {
  await withErrorToast(`${notAllDrafts(ids, 'restored')} Look among your drafts.`, async () => {
    for (const id of ids) await api.drafts[':id'].restore.$post({ param: { id } })
    $deletedDraft.set('')
  })
  await $drafts.reload()
}
