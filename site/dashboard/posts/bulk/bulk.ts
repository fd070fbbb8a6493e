import { plural } from '#shared/plural.ts'
import type { BulkAction, BulkResult, LabelChange } from '#shared/posts/bulk.ts'
import { isSameLabel } from '#shared/posts/labels.ts'
import { CHANGEABLE_STATES, type DeliveryState, type Post } from '#shared/posts/posts.ts'
import { UNDO_MS } from '#shared/timings.ts'
import { reloadLabels } from '#site/dashboard/shared/labels/known.ts'
import { api } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'
import { $counts, lists } from '../lists.ts'
import { TABS } from '../url.ts'
import { mark } from './marks.ts'
import { type Changed, describe, isListOpen, moreOf, nameOf } from './outcome.ts'
import { $run, type Failed, type Failure } from './run.ts'
import { clearSelection, seenHashOf } from './selection.ts'

/** Posts that one call changes, so that progress is shown. */
const AT_ONCE = 20

/** Labels for the rows of changed posts. */
const MARKED: Partial<Record<Change['action'], string>> = {
  move: 'Moved',
  slot: 'Moved',
  restore: 'Restored',
}
/** States whose time a move changes. */
const MOVED: readonly DeliveryState[] = CHANGEABLE_STATES

/** `times`: for a move, one for each post, in Unix seconds. `versions`: those that the posts must still have. */
export type Change = {
  action: BulkAction | 'delete-copies'
  times?: number[]
  versions?: number[]
  days?: number
  onConnectedAccount?: boolean
  /** Labels to add to and remove from every post, for a change of labels. */
  add?: string[]
  remove?: string[]
  /** A separate change of labels for each post. Replaces `add` and `remove`. */
  each?: LabelChange[]
  /** The draft to delete for each post that was duplicated. */
  copies?: string[]
  /** True if the change undoes another one. */
  isUndo?: true
}

/** Changes the posts in parts, offers Undo, and lists those that could not be changed. */
export async function changeAll(posts: readonly Post[], change: Change): Promise<void> {
  const { action } = change
  const failures: Failure[] = []
  const changed: Changed[] = []
  for (let start = 0; start < posts.length; start += AT_ONCE) {
    $run.set({ state: 'running', done: start, of: posts.length })
    const part = posts.slice(start, start + AT_ONCE)
    const results = await changePart(part, partOf(change, start))
    for (const [at, post] of part.entries()) {
      const result = results[at]
      if (result?.success) changed.push({ post, result })
      else failures.push({ _id: post._id, name: nameOf(post), message: result?.message ?? '' })
    }
  }
  // Undo leaves a selection that was made since.
  if (!change.isUndo) clearSelection()
  const shownAs = change.isUndo && action === 'move' ? 'restore' : action
  mark(changed, MARKED[shownAs])
  await refresh()
  if (action === 'label') await reloadLabels()
  const undo = undoOf(changed, change)
  const done = changed.length > 0 ? describe(shownAs, plural(changed.length, 'post'), changed) : ''
  showFailures({ action, failures, of: posts.length, done: undo ? '' : done })
  if (!done || (failures.length > 0 && !undo)) return
  const more = change.isUndo ? undefined : moreOf(action, changed)
  toast('success', done, {
    ...(more && { more }),
    ...(undo && {
      duration: UNDO_MS,
      action: {
        label: 'Undo',
        run: () =>
          void changeAll(
            changed.map(({ post }) => post),
            undo,
          ),
      },
    }),
  })
}

/** Shows failures in the dialog of the list of posts, or in a toast on other screens. */
function showFailures({ failures, ...run }: Omit<Failed, 'state'>) {
  const [first, another] = failures
  const isShown = isListOpen()
  $run.set(first && isShown ? { state: 'failed', failures, ...run } : { state: 'idle' })
  if (!first || isShown) return
  const count = another ? `${failures.length} of ${run.of} couldn’t be changed.` : ''
  toast('error', [run.done, count, `“${first.name}”: ${first.message}`].filter(Boolean).join(' '))
}

/** Returns the change of the `AT_ONCE` posts from `start`. */
const partOf = (change: Change, start: number) => {
  const cut = <Item>(list?: readonly Item[]) => list?.slice(start, start + AT_ONCE)
  const { times, versions, each, copies } = change
  return { ...change, times: cut(times), versions: cut(versions), each: cut(each), copies: cut(copies) }
}

async function changePart(posts: Post[], change: ReturnType<typeof partOf>): Promise<BulkResult[]> {
  try {
    if (change.action === 'delete-copies') {
      const json = { draftIds: change.copies ?? [] }
      return (await (await api.drafts['delete-copies'].$post({ json })).json()).data
    }
    const json = inputOf(posts, change.action, change)
    const results = (await (await api.posts.bulk.$post({ json })).json()).data
    return change.action === 'move' && change.isUndo ? await restoreSplitTimes(posts, results) : results
  } catch (error) {
    return posts.map(failed(error))
  }
}

const failed =
  (error: unknown) =>
  ({ _id }: Pick<Post, '_id'>): BulkResult => ({
    _id,
    success: false,
    message: messageOf(error, 'That didn’t work. Try again.'),
  })

function inputOf(posts: readonly Post[], action: BulkAction, change: ReturnType<typeof partOf>) {
  const { times, versions, days, onConnectedAccount = false, add, remove, each } = change
  const postIds = posts.map(({ _id }) => _id)
  if (action === 'move') return { action, postIds, onConnectedAccount, times, versions, days }
  if (action === 'retry' || action === 'slot') return { action, postIds, onConnectedAccount }
  if (action === 'label') return { action, postIds, add, remove, each }
  if (action === 'approve') return { action, postIds, contentHashes: posts.map(seenHashOf) }
  return { action, postIds }
}

const toSeconds = (instant: string) => Math.floor(Date.parse(instant) / 1000)

/**
 * Gives the networks of each post the separate times that they had, because a move gives them the same one. A post fails
 * if one of its networks can't have its time back.
 */
const restoreSplitTimes = (posts: readonly Post[], results: readonly BulkResult[]): Promise<BulkResult[]> =>
  Promise.all(
    results.map(async (result, at) => {
      const { _id: id, publishAt, deliveries } = posts[at]!
      const split = deliveries.filter(
        ({ state, ...own }) => MOVED.includes(state) && own.publishAt !== publishAt,
      )
      try {
        for (const delivery of result.success ? split : [])
          await api.posts[':id'].move.$post({
            param: { id },
            json: { deliveryId: delivery._id, scheduledTime: toSeconds(delivery.publishAt) },
          })
        return result
      } catch (error) {
        return failed(error)(result)
      }
    }),
  )

/** Returns the change that undoes another, if there is one. */
function undoOf(changed: readonly Changed[], change: Change): Change | undefined {
  const { action, isUndo } = change
  const posts = changed.map(({ post }) => post)
  if (isUndo || posts.length === 0) return undefined
  if (action === 'label') return { action, each: posts.map(post => undoOfLabels(post, change)), isUndo: true }
  if (action === 'cancel' || action === 'discard') return { action: 'restore', isUndo: true }
  if (action === 'duplicate')
    return {
      action: 'delete-copies',
      copies: changed.map(({ result }) => result.draftId ?? ''),
      isUndo: true,
    }
  const times = posts.map(({ publishAt }) => toSeconds(publishAt))
  const isAhead = times.every(time => time * 1000 > Date.now())
  const isMoved = action === 'move' || action === 'slot'
  const versions = changed.map(({ result }) => result.version ?? 0)
  return isMoved && isAhead ? { action: 'move', times, versions, isUndo: true } : undefined
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
