import { useStore } from '@nanostores/react'
import { CalendarClock, Check, Send, UserCheck, CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect } from 'react'

import { $draft, $errors } from '#site/dashboard/composer/draft/draft.ts'
import { discardEdit } from '#site/dashboard/composer/edit/edit-post.ts'
import { $awaitsApproval, $editing, $resubmits } from '#site/dashboard/composer/edit/editing.ts'
import { toast } from '#site/lib/toasts.ts'
import { Button, keepFocus } from '#site/ui/Button.tsx'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { SUMMARY_ID } from './Platforms.tsx'
import { Schedule } from './Schedule.tsx'
import { $busy, $sending, cancelSending, type Sending, $unsent } from './send.ts'
import { $sent } from './sent.ts'

const LABELS = {
  create: { now: 'Post Now', later: 'Schedule Post' },
  edit: { now: 'Save and post now', later: 'Save changes' },
} as const

/**
 * Keeps the time and the send button in view, on a phone above the keyboard. In a very low window, such as at 400 % zoom, the bar
 * scrolls with the page.
 */
export function SendBar() {
  const draft = useStore($draft)
  const busy = useStore($busy)
  const sending = useStore($sending)
  const editing = useStore($editing)
  const needsApproval = useStore($awaitsApproval)
  const sends = useStore($resubmits) || (needsApproval && !editing)
  const isLater = draft.isScheduled || needsApproval
  const Icon = sends ? UserCheck : !isLater ? Send : editing ? Check : CalendarClock
  return (
    <div
      data-send-bar
      data-bottom-bar
      className="sticky bottom-[max(var(--keyboard,0px),var(--bar-bottom))] z-20 col-span-full -mx-4 grid grid-cols-1 gap-2 self-end border-t border-base-300
        bg-base-100 px-4 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] sm:-mx-8 sm:px-8 [@media(max-height:25rem)]:static"
    >
      {!editing && <Sent />}
      <Progress sending={sending} />
      <TimeError />
      <div className="flex items-center gap-x-3 max-sm:gap-x-2">
        <Schedule isEdit={editing !== undefined} />
        {sending.state === 'uploading' && (
          <span ref={keepFocus}>
            <Button variant="quiet" onClick={cancelSending}>
              Cancel
            </Button>
          </span>
        )}
        {editing && !busy && (
          <Button variant="quiet" className="max-md:hidden" onClick={discardEdit}>
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          aria-describedby={SUMMARY_ID}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          className="ms-auto shrink-0 max-sm:shrink-99 max-sm:grow max-sm:px-3 max-sm:leading-tight max-sm:min-w-min max-sm:whitespace-normal max-[24rem]:text-sm max-[27rem]:[&_svg]:hidden"
          icon={<Icon />}
        >
          <span className={sends || editing ? '' : 'min-[24rem]:whitespace-nowrap'}>
            {sends ? 'Send for approval' : LABELS[editing ? 'edit' : 'create'][isLater ? 'later' : 'now']}
          </span>
        </Button>
      </div>
    </div>
  )
}

/** Shows an error in the time where a menu hides the time. */
function TimeError() {
  const { scheduledTime } = useStore($errors)
  return scheduledTime && <p className="text-xs text-error min-[73.75rem]:hidden">{scheduledTime}</p>
}

function Progress({ sending }: { sending: Sending }) {
  const percent = sending.state === 'uploading' ? Math.floor(sending.fraction * 100) : undefined
  const status = percent === undefined ? 'Checking and converting…' : `Uploading ${percent}%`
  if (sending.state !== 'uploading' && sending.state !== 'checking') return null
  return (
    <div className="flex items-center gap-3">
      <progress
        className="progress max-w-60 progress-neutral"
        value={percent}
        max={100}
        aria-label="Sending the post"
      />
      <p className="text-xs text-soft tabular-nums">{status}</p>
      <p role="status" className="sr-only">
        {percent === undefined ? status : 'Uploading'}
      </p>
    </div>
  )
}

const AfterSending = lazyComponent(
  async () => (await import('./AfterSending.tsx')).AfterSending,
  undefined,
  () => toast('error', 'View and Undo didn’t load. You can find the post in View Social Posts.'),
)

/**
 * Says what became of the last sent post, with a link to view it and a button to undo. The live region exists before its text,
 * so that screen readers announce it.
 */
function Sent() {
  const sent = useStore($sent)
  const busy = useStore($busy)
  // On a phone, the next post needs the space, except for a failure.
  const isWriting = useStore($unsent)
  useEffect(() => {
    if (busy) AfterSending.load()
  }, [busy])
  return (
    <div
      className={
        sent
          ? `flex animate-rise flex-wrap items-center gap-x-2 gap-y-1 text-sm sm:gap-x-3 ${isWriting && sent.tab !== 'attention' ? 'max-sm:hidden' : ''}`
          : 'sr-only'
      }
    >
      <p
        role="status"
        className="flex min-w-0 gap-2 font-semibold max-sm:flex-1 max-sm:basis-24 max-sm:text-xs"
      >
        {sent && (
          <>
            {sent.tab === 'attention' ? (
              <CircleAlert className="size-5 shrink-0 text-error" />
            ) : (
              <CircleCheck className="size-5 shrink-0 text-success max-sm:hidden" />
            )}
            <span>
              {sent.message && <span className="block text-success max-sm:sr-only">Success</span>}
              <span className="block max-sm:line-clamp-3">{sent.line}</span>
              {sent.message && (
                <span className="block text-xs font-normal text-soft max-sm:sr-only">{sent.message}</span>
              )}
            </span>
          </>
        )}
      </p>
      {sent && <AfterSending sent={sent} />}
    </div>
  )
}
