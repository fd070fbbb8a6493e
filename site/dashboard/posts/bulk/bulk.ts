import { plural } from '#shared/plural.ts'
import type { BulkAction, BulkResult } from '#shared/posts/bulk.ts'
import { isChangeable } from '#shared/posts/changes.ts'
import type { LabelChange } from '#shared/posts/label-change.ts'
import { isSameLabel } from '#shared/posts/labels.ts'
import { listedText, type Post } from '#shared/posts/posts.ts'
import { UNDO_MS } from '#shared/timings.ts'
import { $counts, lists } from '#site/dashboard/posts/lists.ts'
import { TABS, $tab, pathToTab } from '#site/dashboard/posts/url.ts'
import { openInBusiness } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { reloadLabels } from '#site/dashboard/shared/labels/store.ts'
import { excerptOf } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { openPage, withSearch } from '#site/dashboard/shared/router.ts'
import { $zoneOf, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'
import { clockIn, unixSeconds } from '#site/lib/wall-clock.ts'
import { $bulkRun, type Failed, type Failure, clearSelection, seenHashOf } from './selection.ts'

/** Small enough to show progress. */
const POSTS_PER_CALL = 20

/** The part of a change that differs from post to post. */
type Own = {
  /** The new time, in Unix seconds. */
  time?: number
  /** The version that the post must still have. */
  version?: number
  labels?: LabelChange
  /** Hash of the content that is approved, or whose approval is taken back. */
  contentHash?: string
  /** Id of the duplicate to delete. */
  copy?: string
}

export type Change = {
  action: BulkAction | 'delete-copies'
  days?: number
  onConnectedAccount?: boolean
  add?: string[]
  remove?: string[]
  /** In the order of the posts. */
  own?: readonly Own[]
  isUndo?: true
}

/** Actions that the panel of a repeated post can apply to its whole series. */
const SERIES_ACTIONS: readonly Change['action'][] = ['move', 'slot', 'cancel', 'approve']

/** Returns how many of the posts repeat, and that their series stay as they are; undefined if none does. */
export function noteOnRepeated(action: Change['action'], posts: readonly Post[]): string | undefined {
  const count = posts.filter(({ series }) => series).length
  if (count === 0 || !SERIES_ACTIONS.includes(action)) return undefined
  const which =
    count < posts.length
      ? `${count} of them ${count === 1 ? 'repeats' : 'repeat'}.`
      : count === 1
        ? 'It repeats.'
        : 'All of them repeat.'
  return `${which} Only the selected posts change, not the others of their series.`
}

/** Changes the posts in several calls, with Undo, and lists those that couldn't be changed. */
export async function changeAll(posts: readonly Post[], change: Change): Promise<void> {
  const { action } = change
  if (action === 'approve')
    change = { ...change, own: posts.map(post => ({ contentHash: seenHashOf(post) })) }
  const failures: Failure[] = []
  const changed: Changed[] = []
  let stay = 0
  for (let start = 0; start < posts.length; start += POSTS_PER_CALL) {
    $bulkRun.set({ state: 'running', done: start, total: posts.length })
    const part = posts.slice(start, start + POSTS_PER_CALL)
    const own = change.own?.slice(start, start + POSTS_PER_CALL)
    const results = await changePart(part, { ...change, own })
    for (const [at, post] of part.entries()) {
      const result = results[at]
      if (result?.stays) stay++
      else if (result?.success) changed.push({ post, result, own: own?.[at] })
      else failures.push({ _id: post._id, name: nameOf(post), message: result?.message ?? '' })
    }
  }
  // Undo keeps a selection that was made since.
  if (!change.isUndo) clearSelection()
  const shownAs = change.isUndo && action === 'move' ? 'restore' : action
  await refresh()
  if (action === 'label') await reloadLabels()
  const undo = undoOf(changed, change)
  const stayed = stay > 0 ? `${plural(stay, 'post was', 'posts were')} in a slot already.` : ''
  const done =
    changed.length > 0
      ? `${describe(shownAs, plural(changed.length, 'post'), changed)} ${stayed}`.trim()
      : stayed
  showFailures({ action, failures, total: posts.length, done: undo ? '' : done })
  if (!done || (failures.length > 0 && !undo)) return
  const more = change.isUndo ? undefined : moreOf(action, changed)
  const changedPosts = changed.map(({ post }) => post)
  toast('success', done, {
    // The dialog of failures may open after it.
    ...(failures.length > 0 && { follows: true as const }),
    ...(more && { more }),
    ...(undo && {
      duration: UNDO_MS,
      action: { label: 'Undo', run: () => void changeAll(changedPosts, undo) },
    }),
  })
}

/** Shows failures in a dialog of the list, or in a toast on other screens. */
function showFailures({ failures, ...run }: Omit<Failed, 'state'>) {
  const [first, another] = failures
  const isShown = isListOpen()
  $bulkRun.set(first && isShown ? { state: 'failed', failures, ...run } : { state: 'idle' })
  if (!first || isShown) return
  const count = another ? `${failures.length} of ${run.total} couldn’t be changed.` : ''
  toast('error', [run.done, count, `“${first.name}”: ${first.message}`].filter(Boolean).join(' '))
}

async function changePart(posts: Post[], change: Change): Promise<BulkResult[]> {
  const { action, own = [] } = change
  try {
    if (action === 'delete-copies') {
      const json = { draftIds: own.flatMap(({ copy }) => copy ?? []) }
      return await dataOf(api.drafts['delete-copies'].$post({ json }))
    }
    const json = inputOf(posts, action, change)
    const results = await dataOf(api.posts.bulk.$post({ json }))
    return action === 'move' && change.isUndo ? await restoreSplitTimes(posts, results) : results
  } catch (error) {
    return posts.map(failed(error))
  }
}

/** Restores the different times of a post's networks after a move. A post fails if one of them can't be restored. */
const restoreSplitTimes = (posts: readonly Post[], results: readonly BulkResult[]) =>
  Promise.all(
    results.map(async (result, at) => {
      const { _id: id, publishAt, deliveries } = posts[at]!
      const split = deliveries.filter(delivery => isChangeable(delivery) && delivery.publishAt !== publishAt)
      try {
        for (const delivery of result.success ? split : [])
          await api.posts[':id'].move.$post({
            param: { id },
            json: { deliveryId: delivery._id, scheduledTime: unixSeconds(delivery.publishAt) },
          })
        return result
      } catch (error) {
        return failed(error)(result)
      }
    }),
  )

const failed =
  (error: unknown) =>
  ({ _id }: Pick<Post, '_id'>): BulkResult => ({
    _id,
    success: false,
    message: messageOf(error, 'That didn’t work. Try again.'),
  })

function inputOf(posts: readonly Post[], action: BulkAction, change: Change) {
  const { days, onConnectedAccount = false, add, remove, own = [] } = change
  const postIds = posts.map(({ _id }) => _id)
  const all = <Value>(of: (one: Own) => Value | undefined) => {
    const values = own.map(of).filter(value => value !== undefined)
    return values.length > 0 ? values : undefined
  }
  if (action === 'move') {
    const [times, versions] = [all(({ time }) => time), all(({ version }) => version)]
    return { action, postIds, onConnectedAccount, times, versions, days }
  }
  if (action === 'retry' || action === 'slot') return { action, postIds, onConnectedAccount }
  if (action === 'label') return { action, postIds, add, remove, each: all(({ labels }) => labels) }
  if (action === 'approve' || action === 'take-back')
    return { action, postIds, contentHashes: all(({ contentHash }) => contentHash) ?? [] }
  return { action, postIds }
}

function undoOf(changed: readonly Changed[], change: Change): Change | undefined {
  const { action, isUndo } = change
  if (isUndo || changed.length === 0) return undefined
  const undoBy = (undo: Change['action'], ownOf: (one: Changed) => Own): Change => ({
    action: undo,
    own: changed.map(ownOf),
    isUndo: true,
  })
  if (action === 'label') return undoBy(action, ({ post }) => ({ labels: undoOfLabels(post, change) }))
  if (action === 'cancel' || action === 'discard') return undoBy('restore', () => ({}))
  if (action === 'approve') return undoBy('take-back', ({ own = {} }) => own)
  if (action === 'duplicate') return undoBy('delete-copies', ({ result }) => ({ copy: result.draftId ?? '' }))
  const isAhead = changed.every(({ post }) => new Date(post.publishAt) > new Date())
  return (action === 'move' || action === 'slot') && isAhead
    ? undoBy('move', ({ post, result }) => ({
        time: unixSeconds(post.publishAt),
        version: result.version ?? 0,
      }))
    : undefined
}

/** Returns the change that restores a post's labels, without those that others have added since. */
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
  // Copies are drafts.
  $drafts.refresh()
}

type Changed = { post: Post; result: BulkResult; own: Own | undefined }
type More = NonNullable<Parameters<typeof toast>[2]>['more'] | undefined

const nameOf = ({ deliveries }: Post) => excerptOf(listedText(deliveries))

const DONE: Record<BulkAction | 'delete-copies', (count: string) => string> = {
  move: count => `${count} moved`,
  slot: count => `${count} moved into free slots`,
  cancel: count => `${count} cancelled. You’ll find the text in your drafts.`,
  restore: count => `${count} restored.`,
  duplicate: count => `${count} copied to your drafts.`,
  retry: count => `${count} on the way.`,
  discard: count => `${count} discarded.`,
  submit: count => `${count} sent for approval.`,
  approve: count => `${count} approved.`,
  'take-back': count => `${count} wait${count.startsWith('1 ') ? 's' : ''} for approval again.`,
  label: count => `Labels of ${count} changed.`,
  'delete-copies': count => `The copies of ${count} were deleted.`,
}

/** Describes a change, with the new times of moved posts and the number of approved posts that missed their time. */
function describe(action: keyof typeof DONE, count: string, changed: readonly Changed[]): string {
  const done = DONE[action](count)
  const late = changed.filter(({ result }) => result.needsTime).length
  if (late > 0)
    return `${done} ${late === 1 ? '1 needs a new time' : `${late} need new times`}: see Needs attention.`
  if (action !== 'move' && action !== 'slot') return done
  const moved = inOrder(changed)
  const [from, to] = [moved.at(0), moved.at(-1)].map(
    each => each && formatDueIn($zoneOf.get()(each.domainId), new Date(each.publishAt)),
  )
  return from && to ? `${done}: ${from === to ? from : `${from} – ${to}`}.` : `${done}.`
}

const inOrder = (changed: readonly Changed[]) =>
  changed
    .flatMap(({ post: { _id, domainId }, result: { publishAt } }) =>
      publishAt ? [{ _id, domainId, publishAt }] : [],
    )
    .toSorted((a, b) => a.publishAt.localeCompare(b.publishAt))

/** Returns the button that opens a copy or, for several, the drafts of the first one's business. */
function viewCopies([first, another]: readonly Changed[]): More {
  if (!first) return undefined
  const { post, result } = first
  // Selected first, because saving moves a draft to the selected business.
  const open = (path: string) => void openInBusiness(post.domainId, path)
  return another
    ? { label: 'View copies', run: () => open(pathToTab('drafts')) }
    : { label: 'View copy', run: () => open(`/dashboard/create-post?draft=${result.draftId}`) }
}

/** Returns the toast's button that shows the moved or duplicated posts: the first moved one in the calendar. */
function moreOf(action: BulkAction | 'delete-copies', changed: readonly Changed[]): More {
  if (action === 'duplicate') return viewCopies(changed)
  const [first] = inOrder(changed)
  if (!first) return undefined
  const { _id, domainId, publishAt } = first
  const isElsewhere = domainId !== $selectedDomain.get()?._id
  const path = withSearch('/dashboard/calendar', {
    on: clockIn($zoneOf.get()(domainId), new Date(publishAt)).day,
    businesses: isElsewhere ? 'all' : '',
    post: _id,
  })
  return { label: 'View', run: () => openPage(path) }
}

const isListOpen = () => TABS.some(tab => tab === $tab.get())
