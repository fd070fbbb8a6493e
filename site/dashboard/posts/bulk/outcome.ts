import type { BulkAction, BulkResult } from '#shared/posts/bulk.ts'
import type { Post } from '#shared/posts/posts.ts'
import { excerptOf } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { openPage } from '#site/dashboard/shared/router.ts'
import { $zoneOf, formatDueIn } from '#site/dashboard/shared/zone.ts'
import type { toast } from '#site/lib/toasts.ts'
import { pageAt, UNFILTERED } from '../lists.ts'
import { $filters, $tab, openList, openTab, TABS } from '../url.ts'
import { $shownCopies, $sought, type Copy, mark } from './marks.ts'

/** A changed post with the api's response. */
export type Changed = { post: Post; result: BulkResult }
type More = NonNullable<Parameters<typeof toast>[2]>['more']

export const nameOf = ({ deliveries }: Post) => excerptOf(deliveries[0]?.message ?? '')

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
  label: count => `Labels of ${count} changed.`,
  'delete-copies': count => `The copies of ${count} were deleted.`,
}

/** Says what a change did and, for moved posts, from when to when they go out now. */
export function describe(action: keyof typeof DONE, count: string, changed: readonly Changed[]): string {
  const done = DONE[action](count)
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

/** Returns the button that shows where moved posts went, or the copies of duplicated ones. */
export function moreOf(action: BulkAction | 'delete-copies', changed: readonly Changed[]): More {
  if (action === 'duplicate') {
    const copies = changed.map(({ post, result }): Copy => ({
      draftId: result.draftId ?? '',
      name: nameOf(post),
    }))
    return { label: copies.length === 1 ? 'View copy' : 'View copies', run: () => viewCopies(copies) }
  }
  const [first] = inOrder(changed)
  // The user may be elsewhere by then, with other filters.
  const { businesses } = $filters.get()
  const filters = $tab.get() === 'scheduled' ? $filters.get() : { ...UNFILTERED, businesses }
  async function view({ _id, publishAt }: Pick<Post, '_id' | 'publishAt'>) {
    const page = await pageAt('scheduled', publishAt, filters).catch(() => 1)
    mark(
      changed.map(({ post }) => post._id),
      'Moved',
    )
    $sought.set(_id)
    openList('scheduled', { ...filters, when: '', page })
  }
  return first && { label: 'View', run: () => void view(first) }
}

function viewCopies(copies: readonly Copy[]) {
  const [only, another] = copies
  if (only && !another) return openPage(`/dashboard/create-post?draft=${only.draftId}`)
  if (!isListOpen()) openTab('scheduled')
  $shownCopies.set(copies)
}

/** True while a list of posts is on the screen, which also shows what couldn't be changed. */
export const isListOpen = () => TABS.some(tab => tab === $tab.get())
