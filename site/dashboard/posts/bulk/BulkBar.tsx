import { useStore } from '@nanostores/react'
import {
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
  X,
} from 'lucide-react'
import { useState } from 'react'

import { plural } from '#shared/plural.ts'
import type { Post, PostListName } from '#shared/posts/posts.ts'
import { MAX_REVIEW_POSTS } from '#shared/posts/review-links.ts'
import { $mayRequestApproval } from '#site/dashboard/shared/approvals/may-request-approval.ts'
import { waitsForUser } from '#site/dashboard/shared/approvals/waiting.ts'
import { $mayChange } from '#site/dashboard/shared/permissions/may-change.ts'
import { $may } from '#site/dashboard/shared/permissions/permissions.ts'
import { ShareDialog } from '#site/dashboard/shared/review-links/lazy.ts'
import { toast } from '#site/lib/toasts.ts'
import { IconButton } from '#site/ui/IconButton.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { changeAll, type Change } from './bulk.ts'
import { type BulkAction, BulkActions } from './BulkActions.tsx'
import { type AskedChange, ConfirmChange } from './ConfirmChange.tsx'
import { $run } from './run.ts'
import { $hiddenPosts, $selectedPosts, clearSelection } from './selection.ts'
import { SelectMatching } from './SelectMatching.tsx'

/** Loads lazily, because it includes the date picker. */
const MoveDialog = lazyComponent(async () => (await import('./MoveDialog.tsx')).MoveDialog)

const LabelsDialog = lazyComponent(async () => (await import('../labels/LabelsDialog.tsx')).LabelsDialog)

/** Lists of posts that can still be moved and cancelled. */
const AHEAD: readonly PostListName[] = ['scheduled', 'review', 'attention']

/** Offers changes of the selected posts; sticks to the bottom of the screen. */
export function BulkBar({ tab }: { tab: PostListName }) {
  const posts = useStore($selectedPosts)
  const run = useStore($run)
  const hidden = useStore($hiddenPosts)
  const [moving, setMoving] = useState(false)
  const [labelling, setLabelling] = useState(false)
  const [asked, setAsked] = useState<{ change: AskedChange; changed: Post[] }>()
  const [sharing, setSharing] = useState<{ domainId: string; postIds: string[] }>()
  const may = useStore($may)
  const mayWrite = posts.every(({ domainId }) => may(domainId, 'write'))
  const mayPublish = posts.every(({ domainId }) => may(domainId, 'publish'))
  const mayChange = useStore($mayChange)
  const unsent = posts.filter(useStore($mayRequestApproval))
  const waiting = posts.filter(waitsForUser)
  const isChangeable = mayPublish || posts.every(mayChange)
  const businesses = new Set(posts.map(({ domainId }) => domainId))
  const busy = run.state === 'running'
  function share() {
    const [domainId, another] = businesses
    if (another) toast('info', 'A review link shows the posts of one business. Pick posts of only one.')
    else if (posts.length > MAX_REVIEW_POSTS)
      toast(
        'info',
        `A review link shows up to ${MAX_REVIEW_POSTS} posts. Pick fewer, or share a period in the calendar.`,
      )
    else if (domainId) setSharing({ domainId, postIds: posts.map(({ _id }) => _id) })
  }
  const start = (change: Change, changed = posts) => void changeAll(changed, change)
  const confirmOrStart = (change: AskedChange, changed = posts) => {
    // One approval needs no confirmation; several do, because approving can't be undone.
    const needsConfirmation =
      (change.action === 'approve' && changed.length > 1) || changed.some(post => hidden.includes(post))
    if (needsConfirmation) setAsked({ change, changed })
    else start(change, changed)
  }
  const onConnectedAccount = posts.some(({ deliveries }) =>
    deliveries.some(({ writtenFor }) => writtenFor !== undefined),
  )
  const isAhead = isChangeable && AHEAD.includes(tab)
  const retries = mayPublish && tab === 'attention'
  const actions: BulkAction[] = [
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
    isAhead && { label: 'Move…', icon: CalendarClock, run: () => setMoving(true) },
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
    mayWrite && { label: 'Labels…', icon: Tag, run: () => setLabelling(true) },
    mayWrite && {
      label: 'Duplicate',
      icon: CopyPlus,
      run: () => confirmOrStart({ action: 'duplicate' }),
    },
    retries && { label: 'Discard', icon: Trash2, run: () => confirmOrStart({ action: 'discard' }) },
  ].filter(action => action !== false)
  return (
    <div
      role="region"
      aria-label="Selected posts"
      data-bottom-bar
      data-bulk-bar
      className="sticky bottom-[calc(var(--bar-bottom)+0.75rem)] z-30 mt-3 flex flex-wrap items-center gap-x-1 rounded-box border border-edge bg-raised px-2 py-1
        shadow-lift sm:px-3 sm:py-2"
    >
      {!busy && (
        <span ref={keepFocus}>
          <IconButton
            label="Clear the selection"
            tip="Clear"
            icon={<X aria-hidden="true" className="size-4" />}
            onClick={clearSelection}
          />
        </span>
      )}
      <p role="status" className="me-auto text-sm font-semibold whitespace-nowrap tabular-nums xl:me-2">
        {busy ? (
          `${run.done} of ${run.of}…`
        ) : (
          <>
            {posts.length}
            <span className="max-[24rem]:sr-only"> selected</span>
          </>
        )}
      </p>
      {busy && <progress className="progress w-32" value={run.done} max={run.of} aria-label="Progress" />}
      {!busy && (
        <div ref={keepFocus} className="contents">
          <SelectMatching tab={tab} />
          <BulkActions actions={actions} />
        </div>
      )}
      {sharing && (
        <ShareDialog
          domainId={sharing.domainId}
          shared={{ postIds: sharing.postIds }}
          what={plural(sharing.postIds.length, 'post')}
          onClose={() => setSharing(undefined)}
        />
      )}
      {asked && (
        <ConfirmChange
          change={asked.change}
          posts={asked.changed}
          hidden={asked.changed.filter(post => hidden.includes(post)).length}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined)
            start(asked.change, asked.changed)
          }}
        />
      )}
      {labelling && (
        <LabelsDialog
          posts={posts}
          onClose={() => setLabelling(false)}
          onChange={change => {
            setLabelling(false)
            start({ action: 'label', ...change })
          }}
        />
      )}
      {moving && (
        <MoveDialog
          posts={posts}
          onClose={() => setMoving(false)}
          onMove={change => {
            setMoving(false)
            start({ ...change, onConnectedAccount })
          }}
        />
      )}
    </div>
  )
}
