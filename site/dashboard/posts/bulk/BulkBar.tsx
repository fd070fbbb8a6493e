import { useStore } from '@nanostores/react'
import { CalendarClock, CalendarPlus, CopyPlus, Send, Share2, Trash2, Undo2, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import type { PostTab } from '#shared/posts/posts.ts'
import { MAX_REVIEW_POSTS } from '#shared/posts/review-links.ts'
import { $mayChange } from '#site/dashboard/shared/permissions/may-change.ts'
import { $may } from '#site/dashboard/shared/permissions/permissions.ts'
import { ShareDialog } from '#site/dashboard/shared/review-links/lazy.ts'
import { toast } from '#site/lib/toasts.ts'
import { Button } from '#site/ui/Button.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { $run, changeAll, type Change } from './bulk.ts'
import { type AskedChange, ConfirmChange } from './ConfirmChange.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { $hiddenCount, $selectedPosts, clearSelection } from './selection.ts'
import { SelectMatching } from './SelectMatching.tsx'

const ICON = 'size-4'

/** Offers changes of the selected posts; sticks to the bottom of the screen. */
export function BulkBar({ tab }: { tab: PostTab }) {
  const posts = useStore($selectedPosts)
  const run = useStore($run)
  const hidden = useStore($hiddenCount)
  const [moving, setMoving] = useState(false)
  const [asked, setAsked] = useState<AskedChange>()
  const [sharing, setSharing] = useState<{ domainId: string; postIds: string[] }>()
  const may = useStore($may)
  const mayPublish = posts.every(({ domainId }) => may(domainId, 'publish'))
  const mayChange = useStore($mayChange)
  const isChangeable = mayPublish || posts.every(mayChange)
  const businesses = new Set(posts.map(({ domainId }) => domainId))
  if (run.state !== 'running' && posts.length === 0) return null
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
  const start = (change: Change) => void changeAll(posts, change)
  const moved = posts.some(({ deliveries }) => deliveries.some(({ writtenFor }) => writtenFor !== undefined))
  const act = (label: string, icon: ReactNode, change: AskedChange | 'move') => (
    <Button
      small
      look="quiet"
      icon={icon}
      onClick={() => (change === 'move' ? setMoving(true) : hidden > 0 ? setAsked(change) : start(change))}
    >
      {label}
    </Button>
  )
  return (
    <div
      role="region"
      aria-label="Selected posts"
      data-bottom-bar
      className="sticky bottom-[calc(var(--bar-bottom)+0.75rem)] z-30 mt-3 flex flex-wrap items-center gap-x-1 rounded-box border border-edge bg-raised px-3 py-2
        shadow-lift [@media(max-height:25rem)]:static"
    >
      <p role="status" className="me-2 text-sm font-semibold tabular-nums">
        {busy ? `${run.done} of ${run.of}…` : `${posts.length} selected`}
      </p>
      {busy && <progress className="progress w-32" value={run.done} max={run.of} aria-label="Progress" />}
      {!busy && (
        <div ref={keepFocus} className="contents">
          <SelectMatching tab={tab} />
          {isChangeable && tab !== 'published' && tab !== 'progress' && (
            <>
              {act('Move…', <CalendarClock aria-hidden="true" className={ICON} />, 'move')}
              {act('Move into free slots', <CalendarPlus aria-hidden="true" className={ICON} />, {
                action: 'slot',
                onConnectedAccount: moved,
              })}
              {act('Cancel', <Undo2 aria-hidden="true" className={ICON} />, { action: 'cancel' })}
            </>
          )}
          {tab === 'scheduled' && posts.every(({ domainId }) => may(domainId, 'connect')) && (
            <Button small look="quiet" icon={<Share2 aria-hidden="true" className={ICON} />} onClick={share}>
              Share for review
            </Button>
          )}
          {posts.every(({ domainId }) => may(domainId, 'write')) &&
            act('Duplicate', <CopyPlus aria-hidden="true" className={ICON} />, { action: 'duplicate' })}
          {mayPublish && tab === 'attention' && (
            <>
              {act(
                moved ? 'Publish on the connected accounts' : 'Publish now',
                <Send aria-hidden="true" className={ICON} />,
                { action: 'retry', onConnectedAccount: moved },
              )}
              {act('Discard', <Trash2 aria-hidden="true" className={ICON} />, { action: 'discard' })}
            </>
          )}
          <Button
            small
            look="quiet"
            className="ms-auto"
            onClick={clearSelection}
            icon={<X aria-hidden="true" className={ICON} />}
          >
            Clear
          </Button>
        </div>
      )}
      {sharing && (
        <ShareDialog
          domainId={sharing.domainId}
          shared={{ postIds: sharing.postIds }}
          what={sharing.postIds.length === 1 ? '1 post' : `${sharing.postIds.length} posts`}
          onClose={() => setSharing(undefined)}
        />
      )}
      {asked && (
        <ConfirmChange
          change={asked}
          count={posts.length}
          hidden={hidden}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined)
            start(asked)
          }}
        />
      )}
      {moving && (
        <MoveDialog
          posts={posts}
          onClose={() => setMoving(false)}
          onMove={change => {
            setMoving(false)
            start({ ...change, onConnectedAccount: moved })
          }}
        />
      )}
    </div>
  )
}
