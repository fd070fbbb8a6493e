import { useStore } from '@nanostores/react'
import {
  Building2,
  CalendarClock,
  CalendarPlus,
  CalendarX2,
  CircleCheck,
  CopyPlus,
  Send,
  Share2,
  Tag,
  Trash2,
  UserCheck,
} from 'lucide-react'
import { useState } from 'react'

import { plural } from '#shared/plural.ts'
import { type BulkAction, MAX_SELECTED } from '#shared/posts/bulk.ts'
import { needsRequest, needsTime } from '#shared/posts/needs.ts'
import type { Post, PostListName } from '#shared/posts/posts.ts'
import { MAX_REVIEW_POSTS } from '#shared/posts/review-links.ts'
import { lists } from '#site/dashboard/posts/lists.ts'
import { $mayRequestApproval, waitsForUser } from '#site/dashboard/shared/approvals/decide.ts'
import { ask } from '#site/dashboard/shared/ask.tsx'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $mayChange, $may } from '#site/dashboard/shared/permissions.tsx'
import { $copyLabel, askToCopy, MAX_COPIED } from '#site/dashboard/shared/post-dialogs/copies.ts'
import { goesOutWhenApproved } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { ShareDialog } from '#site/dashboard/shared/review-links/lazy.ts'
import { SelectionBar, type ShownAction } from '#site/dashboard/shared/SelectionBar.tsx'
import { messageOf } from '#site/lib/api/error.ts'
import { toast } from '#site/lib/toasts.ts'
import { BusyButton } from '#site/ui/Button.tsx'
import { changeAll, type Change, noteOnRepeated } from './bulk.ts'
import {
  $bulkRun,
  $hiddenPosts,
  $selectedPosts,
  clearSelection,
  $hiddenCount,
  selectMatching,
  selectPage,
} from './selection.ts'

const MoveDialog = lazyPart(async () => (await import('./MoveDialog.tsx')).MoveDialog)
const LabelsDialog = lazyPart(
  async () => (await import('#site/dashboard/shared/labels/LabelsDialog.tsx')).LabelsDialog,
)

/** Lists of posts that can still be moved and cancelled. */
const CHANGEABLE_LISTS: readonly PostListName[] = ['scheduled', 'review', 'attention']

export function BulkBar({ tab }: { tab: PostListName }) {
  const posts = useStore($selectedPosts)
  const run = useStore($bulkRun)
  const hidden = useStore($hiddenPosts)
  const [dialog, setDialog] = useState<'move' | 'label' | 'share'>()
  const close = () => setDialog(undefined)
  const may = useStore($may)
  const mayWrite = posts.every(({ domainId }) => may(domainId, 'write'))
  const mayPublish = posts.every(({ domainId }) => may(domainId, 'publish'))
  const mayChange = useStore($mayChange)
  const unsent = posts.filter(useStore($mayRequestApproval))
  const waiting = posts.filter(waitsForUser)
  const isChangeable = mayPublish || posts.every(mayChange)
  const businesses = new Set(posts.map(({ domainId }) => domainId))
  const copyLabel = useStore($copyLabel)
  const [domainId, another] = businesses
  function share() {
    if (another) toast('info', 'A review link shows the posts of one business. Pick posts of only one.')
    else if (posts.length > MAX_REVIEW_POSTS)
      toast(
        'info',
        `A review link shows up to ${MAX_REVIEW_POSTS} posts. Pick fewer, or share a period in the calendar.`,
      )
    else setDialog('share')
  }
  function copy() {
    if (posts.length > MAX_COPIED) toast('info', `Pick up to ${MAX_COPIED} posts to copy at once.`)
    else void askToCopy(posts.map(({ _id }) => _id))
  }
  const start = (change: Change, changed = posts) => void changeAll(changed, change)
  const confirmOrStart = (change: ConfirmedChange, changed = posts) => {
    // Several approvals, new times that nobody has seen, posts on other pages, and posts of a series need a confirmation.
    const needsConfirmation =
      (change.action === 'slot' && changed.length > 1) ||
      (change.action === 'approve' && (changed.length > 1 || changed.some(isHeldByLink))) ||
      changed.some(post => hidden.includes(post)) ||
      noteOnRepeated(change.action, changed) !== undefined
    if (needsConfirmation)
      ask({
        ...questionOf(change, changed, changed.filter(post => hidden.includes(post)).length),
        onAction: () => start(change, changed),
      })
    else start(change, changed)
  }
  const onConnectedAccount = posts.some(({ deliveries }) =>
    deliveries.some(({ writtenFor }) => writtenFor !== undefined),
  )
  const isAhead = isChangeable && CHANGEABLE_LISTS.includes(tab)
  const retries = mayPublish && tab === 'attention'
  const actions: ShownAction[] = [
    waiting.length > 0 && {
      label: waiting.length === posts.length ? 'Approve' : `Approve ${waiting.length}`,
      icon: CircleCheck,
      run: () => confirmOrStart({ action: 'approve' }, waiting),
      isMain: tab === 'review' || waiting.length === posts.length,
    },
    retries && {
      label: onConnectedAccount ? 'Publish on the connected accounts' : 'Publish now',
      icon: Send,
      run: () => confirmOrStart({ action: 'retry', onConnectedAccount }),
    },
    isAhead && { label: 'Move…', icon: CalendarClock, run: () => setDialog('move') },
    isAhead && {
      label: 'Cancel posts',
      short: 'Cancel',
      icon: CalendarX2,
      run: () => confirmOrStart({ action: 'cancel' }),
    },
    unsent.length > 0 && {
      label: unsent.length === posts.length ? 'Send for approval' : `Send ${unsent.length} for approval`,
      icon: UserCheck,
      run: () => confirmOrStart({ action: 'submit' }, unsent),
    },
    isAhead && {
      label: 'Move into free slots',
      icon: CalendarPlus,
      run: () => confirmOrStart({ action: 'slot', onConnectedAccount }),
    },
    tab === 'scheduled' &&
      posts.every(({ domainId }) => may(domainId, 'connect')) && {
        label: 'Share for review',
        icon: Share2,
        run: share,
      },
    mayWrite && { label: 'Labels…', icon: Tag, run: () => setDialog('label') },
    mayWrite && { label: 'Duplicate', icon: CopyPlus, run: () => confirmOrStart({ action: 'duplicate' }) },
    mayWrite && !another && copyLabel !== undefined && { label: copyLabel, icon: Building2, run: copy },
    retries && { label: 'Discard', icon: Trash2, run: () => confirmOrStart({ action: 'discard' }) },
  ].filter(action => action !== false)
  return (
    <SelectionBar
      label="Selected posts"
      count={posts.length}
      onClear={clearSelection}
      run={run.state === 'running' ? run : undefined}
      more={<SelectMatching tab={tab} />}
      actions={actions}
    >
      {dialog === 'share' && domainId && (
        <ShareDialog
          domainId={domainId}
          shared={{ postIds: posts.map(({ _id }) => _id) }}
          what={plural(posts.length, 'post')}
          onClose={close}
        />
      )}
      {dialog === 'label' && (
        <LabelsDialog
          title={`Labels of ${plural(posts.length, 'post')}`}
          items={posts}
          onClose={close}
          onChange={change => start({ action: 'label', ...change })}
        />
      )}
      {dialog === 'move' && (
        <MoveDialog
          posts={posts}
          onClose={close}
          onMove={change => {
            close()
            start({ ...change, onConnectedAccount })
          }}
        />
      )}
    </SelectionBar>
  )
}

type ConfirmedChange = Change & { action: Exclude<BulkAction, 'move' | 'restore' | 'take-back' | 'label'> }

const LABELS: Record<ConfirmedChange['action'], (posts: string) => string> = {
  slot: posts => `Move ${posts} into free slots`,
  cancel: posts => `Cancel ${posts}`,
  duplicate: posts => `Duplicate ${posts}`,
  retry: posts => `Publish ${posts} now`,
  discard: posts => `Discard ${posts}`,
  approve: posts => `Approve ${posts}`,
  submit: posts => `Send ${posts} for approval`,
}

/** Returns the question before a change. `hidden` is the number of posts on other pages. */
function questionOf({ action }: ConfirmedChange, posts: readonly Post[], hidden: number) {
  const label = LABELS[action](plural(posts.length, 'post'))
  const repeated = noteOnRepeated(action, posts)
  const notes = [
    repeated,
    ...(action === 'approve' ? approvalNotes(posts) : []),
    action === 'slot' && 'They take the earliest free slots, one after the other.',
    hidden > 0 &&
      (hidden === 1 ? 'One of them is on another page.' : `${hidden} of them are on other pages.`),
  ].filter(note => note !== undefined && note !== false)
  const children = (
    <div className="grid gap-2 text-sm">
      {notes.map(note => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
  const cancelLabel = action === 'approve' ? 'Not now' : 'Keep as they are'
  return { title: `${label}?`, label, cancelLabel, children }
}

const isHeldByLink = ({ approval }: Post) => approval?.byLink === true

/** Returns notes on posts that don't go out at their times, and on those that a reviewer hasn't decided on. */
export function approvalNotes(posts: readonly Post[]) {
  const atOnce = posts.filter(goesOutWhenApproved).length
  const held = posts.filter(isHeldByLink).length
  const missed = posts.filter(({ deliveries }) => needsTime(deliveries) || needsRequest(deliveries)).length
  return [
    'Each post goes out exactly as it is now.',
    held > 0 &&
      `${plural(held, 'post is', 'posts are')} held for a reviewer who hasn’t decided yet. If you approve, they go out without that decision.`,
    atOnce > 0 && `${plural(atOnce, 'post goes', 'posts go')} out at once.`,
    missed > 0 && `${plural(missed, 'post needs', 'posts need')} a new time first.`,
  ]
}

/** Once the whole page is selected, adds the posts of other pages, or removes them again. */
function SelectMatching({ tab }: { tab: PostListName }) {
  const list = useStore(lists[tab])
  const selected = useStore($selectedPosts).length
  const hidden = useStore($hiddenCount)
  if (list.state !== 'ready') return null
  const { posts, total, filtered } = list.data
  if (selected - hidden < posts.length) return null
  const isAll = selected >= Math.min(total, MAX_SELECTED)
  if (isAll && hidden === 0) return null
  const which = total > MAX_SELECTED ? `the first ${MAX_SELECTED} of ${total}` : `all ${total}`
  const select = () =>
    selectMatching(tab).catch(error =>
      toast('error', messageOf(error, 'The other pages didn’t load. Try again.')),
    )
  return (
    <BusyButton
      small
      variant="quiet"
      className="underline underline-offset-4 max-lg:order-first max-lg:w-full max-lg:justify-start max-lg:px-1"
      onClick={isAll ? async () => selectPage(tab) : select}
    >
      {isAll ? 'Only this page' : `Select ${which}${filtered ? ' that match' : ''}`}
    </BusyButton>
  )
}
