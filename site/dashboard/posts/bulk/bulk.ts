import { atom } from 'nanostores'

import { plural } from '#shared/plural.ts'
import type { BulkAction, BulkResult, LabelChange } from '#shared/posts/bulk.ts'
import { isSameLabel } from '#shared/posts/labels.ts'
import type { Post } from '#shared/posts/posts.ts'
import { reloadLabels } from '#site/dashboard/shared/labels/known.ts'
import { excerptOf } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { api } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'
import { $counts, lists } from '../lists.ts'
import { TABS } from '../url.ts'
import { clearSelection, seenHashOf } from './selection.ts'

/** Posts that one call changes, so that progress is shown. */
const AT_ONCE = 20

type Failure = { _id: string; name: string; message: string }
export type Run =
  | { state: 'idle' }
  | { state: 'running'; done: number; of: number }
  | {
      state: 'failed'
      action: BulkAction
      failures: Failure[]
      of: number
      /** Says what became of the others; empty if a toast does. */
      done: string
    }

export const $run = atom<Run>({ state: 'idle' })
export const dismissFailures = () => $run.set({ state: 'idle' })

/** `times`: for a move, one for each post, in Unix seconds. */
export type Change = {
  action: BulkAction
  times?: number[]
  days?: number
  onConnectedAccount?: boolean
  /** Labels to add to and remove from every post, for a change of labels. */
  add?: string[]
  remove?: string[]
  /** A separate change of labels for each post. Replaces `add` and `remove`. */
  each?: LabelChange[]
  /** True if the change undoes another one. */
  isUndo?: true
}

const DONE: Record<BulkAction, (count: string) => string> = {
  move: count => `${count} rescheduled.`,
  slot: count => `${count} moved into free slots.`,
  cancel: count => `${count} cancelled. You’ll find the text in your drafts.`,
  restore: count => `${count} restored.`,
  duplicate: count => `${count} copied to your drafts.`,
  retry: count => `${count} on the way.`,
  discard: count => `${count} discarded.`,
  submit: count => `${count} sent for approval.`,
  approve: count => `${count} approved.`,
  label: count => `Labels of ${count} changed.`,
}

/** Changes the posts in parts, offers Undo, and lists those that could not be changed. */
export async function changeAll(posts: readonly Post[], change: Change): Promise<void> {
  const failures: Failure[] = []
  const changed: Post[] = []
  for (let start = 0; start < posts.length; start += AT_ONCE) {
    $run.set({ state: 'running', done: start, of: posts.length })
    const part = posts.slice(start, start + AT_ONCE)
    const results = await changePart(part, {
      ...change,
      times: change.times?.slice(start, start + AT_ONCE),
      each: change.each?.slice(start, start + AT_ONCE),
    })
    for (const [at, post] of part.entries()) {
      const result = results[at]
      if (result?.success) changed.push(post)
      else failures.push({ _id: post._id, name: nameOf(post), message: result?.message ?? '' })
    }
  }
  clearSelection()
  await refresh()
  if (change.action === 'label') await reloadLabels()
  const undo = undoOf(changed, change)
  const describe = DONE[change.isUndo && change.action === 'move' ? 'restore' : change.action]
  const done = changed.length > 0 ? describe(plural(changed.length, 'post')) : ''
  $run.set(
    failures.length > 0
      ? { state: 'failed', action: change.action, failures, of: posts.length, done: undo ? '' : done }
      : { state: 'idle' },
  )
  if (!done || (failures.length > 0 && !undo)) return
  toast('success', done, {
    ...(undo && { action: { label: 'Undo', run: () => void changeAll(changed, undo) } }),
  })
}

const nameOf = ({ deliveries }: Post) => excerptOf(deliveries[0]?.message ?? '')

async function changePart(
  posts: Post[],
  change: Change & { times?: number[] | undefined; each?: LabelChange[] | undefined },
): Promise<BulkResult[]> {
  const { action, times, days, onConnectedAccount = false, add, remove, each } = change
  const postIds = posts.map(({ _id }) => _id)
  const json =
    action === 'move'
      ? { action, postIds, onConnectedAccount, ...(times ? { times } : { days }) }
      : action === 'retry' || action === 'slot'
        ? { action, postIds, onConnectedAccount }
        : action === 'label'
          ? { action, postIds, add, remove, each }
          : action === 'approve'
            ? { action, postIds, contentHashes: posts.map(seenHashOf) }
            : { action, postIds }
  try {
    return (await (await api.posts.bulk.$post({ json })).json()).data
  } catch (error) {
    const message = messageOf(error, 'That didn’t work. Try again.')
    return postIds.map(_id => ({ _id, success: false, message }))
  }
}

/** Returns the change that undoes another, if there is one. */
function undoOf(posts: readonly Post[], change: Change): Change | undefined {
  const { action, isUndo } = change
  if (isUndo || posts.length === 0) return undefined
  if (action === 'label') return { action, each: posts.map(post => undoOfLabels(post, change)), isUndo: true }
  if (action === 'cancel' || action === 'discard') return { action: 'restore' }
  const times = posts.map(({ publishAt }) => Math.floor(Date.parse(publishAt) / 1000))
  const isAhead = times.every(time => time * 1000 > Date.now())
  const isMoved = action === 'move' || action === 'slot'
  return isMoved && isAhead ? { action: 'move', times, isUndo: true } : undefined
}

/** Returns the change that gives a post its former labels, and keeps those that others have added since. */
function undoOfLabels({ labels = [] }: Post, { add = [], remove = [] }: Change): LabelChange {
  const isIn = (list: readonly string[]) => (label: string) => list.some(each => isSameLabel(each, label))
  return {
    add: labels.filter(isIn(remove)),
    remove: add.filter(label => !isIn(labels)(label) || isIn(remove)(label)),
  }
}

async function refresh() {
  const shown = TABS.filter(tab => lists[tab].lc > 0)
  await Promise.all([...shown.map(tab => lists[tab].reload()), $counts.reload()])
}
