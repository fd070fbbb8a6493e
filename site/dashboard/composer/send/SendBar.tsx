import { useStore } from '@nanostores/react'
import { CalendarClock, Check, Send, UserCheck, X } from 'lucide-react'

import { $connected } from '#site/dashboard/composer/draft/accounts.ts'
import { $draft, $enabled, commentFor } from '#site/dashboard/composer/draft/draft.ts'
import { $errors } from '#site/dashboard/composer/draft/errors.ts'
import { discardEdit } from '#site/dashboard/composer/edit/edit-post.ts'
import { $editing, $resubmits } from '#site/dashboard/composer/edit/editing.ts'
import { $rejecting } from '#site/dashboard/composer/media/problems.ts'
import { Schedule } from '#site/dashboard/composer/when/Schedule.tsx'
import { $needsApproval } from '#site/dashboard/shared/approvals/rule.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { Button } from '#site/ui/Button.tsx'
import { classes } from '#site/ui/classes.ts'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { $busy, $sending, cancelSending, type Sending } from './send.ts'
import { $sent } from './sent.ts'
import { Sent } from './Sent.tsx'
import { summarizeSend } from './summary.ts'

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
  const needsApproval = useStore($needsApproval)
  const sends = useStore($resubmits) || (needsApproval && !editing)
  const isLater = draft.isScheduled || needsApproval
  const Icon = sends ? UserCheck : !isLater ? Send : editing ? Check : CalendarClock
  return (
    <div
      data-send-bar
      data-bottom-bar
      className="sticky bottom-[max(var(--keyboard,0px),var(--bar-bottom))] z-20 col-span-full -mx-4 grid grid-cols-1 gap-2 self-end border-t border-base-300
        bg-base-100 px-4 py-2.5 max-sm:gap-1.5 max-sm:py-2 sm:-mx-8 sm:px-8 [@media(max-height:25rem)]:static"
    >
      {!editing && <Sent />}
      <Progress sending={sending} />
      <Summary />
      <div className="flex items-center gap-x-3 max-sm:gap-x-2">
        <Schedule />
        {sending.state === 'uploading' && (
          <span ref={keepFocus}>
            <Button variant="quiet" onClick={cancelSending}>
              Cancel
            </Button>
          </span>
        )}
        {editing && !busy && (
          <Button
            variant="quiet"
            onClick={discardEdit}
            icon={<X aria-hidden="true" className="size-4 sm:hidden" />}
          >
            <span className="max-sm:sr-only">Cancel</span>
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          className="shrink-0 max-sm:grow sm:self-center"
          icon={<Icon aria-hidden="true" className="size-4" />}
        >
          {sends ? 'Send for approval' : LABELS[editing ? 'edit' : 'create'][isLater ? 'later' : 'now']}
        </Button>
      </div>
    </div>
  )
}

/** Says when the post goes out. On a phone, the post that was just sent, or an error in the time, replaces this line. */
function Summary() {
  const draft = useStore($draft)
  const enabled = useStore($enabled)
  const rejecting = useStore($rejecting)
  const business = useStore($selectedDomain)?.businessName
  const zone = useStore($businessZone)
  const needsApproval = useStore($needsApproval)
  const anyConnected = Object.keys(useStore($connected)).length > 0
  const sent = useStore($sent) !== undefined
  const timeError = useStore($errors).scheduledTime
  const commented = enabled.some(network => commentFor(draft, network).trim() !== '')
  return (
    <>
      {timeError && <p className="text-xs text-error min-[73.75rem]:hidden">{timeError}</p>}
      <p
        className={classes(
          'text-xs wrap-anywhere text-soft max-sm:truncate',
          (sent || timeError) && 'max-sm:hidden',
        )}
      >
        {summarizeSend(
          {
            ...draft,
            ...(business && { business }),
            zone,
            commented,
            anyConnected,
            needsApproval,
            rejecting,
          },
          enabled,
        )}
      </p>
    </>
  )
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
