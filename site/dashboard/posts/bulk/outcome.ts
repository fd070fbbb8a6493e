import type { BulkAction, BulkResult } from '#shared/posts/bulk.ts'
import type { Post } from '#shared/posts/posts.ts'
import { openInBusiness } from '#site/dashboard/shared/domains/BusinessLink.tsx'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { excerptOf } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { $zoneOf, formatDueIn } from '#site/dashboard/shared/zone.ts'
import type { toast } from '#site/lib/toasts.ts'
import { filtersOf, pageOf } from '../lists.ts'
import { $tab, type Filters, openList, openTab, TABS } from '../url.ts'
import { $shownCopies, $sought, type Copy, mark, pathToCopy } from './marks.ts'

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

/** Says what a change did. Adds the new times of moved posts, and the number of approved posts that missed their time. */
export function describe(action: keyof typeof DONE, count: string, changed: readonly Changed[]): string {
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

/** Returns the button that shows where moved posts went, or the copies of duplicated ones. */
export function moreOf(action: BulkAction | 'delete-copies', changed: readonly Changed[]): More {
  if (action === 'duplicate') {
    const copies = changed.map(({ post, result }): Copy => ({
      draftId: result.draftId ?? '',
      domainId: post.domainId,
      name: nameOf(post),
    }))
    return { label: copies.length === 1 ? 'View copy' : 'View copies', run: () => viewCopies(copies) }
  }
  const [first] = inOrder(changed)
  // Read now: the filters and the business may change before the button is pressed.
  const filters = filtersOf('scheduled')
  async function view(post: Pick<Post, '_id' | 'domainId' | 'publishAt'>) {
    const isElsewhere = post.domainId !== $selectedDomain.get()?._id
    const shown: Filters = { ...filters, when: '', ...(isElsewhere && { businesses: 'all' }) }
    const page = await pageOf('scheduled', post, shown).catch(() => 1)
    mark(changed, 'Moved')
    $sought.set(post._id)
    openList('scheduled', { ...shown, page })
  }
  return first && { label: 'View', run: () => void view(first) }
}

function viewCopies(copies: readonly Copy[]) {
  const [only, another] = copies
  if (only && !another) return void openInBusiness(only.domainId, pathToCopy(only))
  if (!isListOpen()) openTab('scheduled')
  $shownCopies.set(copies)
}

/** Returns true while a list of posts is open. */
export const isListOpen = () => TABS.some(tab => tab === $tab.get())
