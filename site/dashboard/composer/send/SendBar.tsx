import { useStore } from '@nanostores/react'
import { CalendarClock, Check, Send, UserCheck, CircleAlert, CircleCheck, ChevronUp } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { $draft, $errors } from '#site/dashboard/composer/draft/draft.ts'
import { $awaitsApproval, $editing, $resubmits, loadEditor } from '#site/dashboard/composer/edit/editing.ts'
import { Allowed } from '#site/dashboard/shared/permissions.tsx'
import { ONCE_APPROVED } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { $isBeside, roomFor } from '#site/dashboard/shared/post-dialogs/url.ts'
import { PublishTimeField, QuickTimes, TimeButton } from '#site/dashboard/shared/quick-times/QuickTimes.tsx'
import { $freeSlot } from '#site/dashboard/shared/quick-times/times.ts'
import { $businessZone, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { toast } from '#site/lib/toasts.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { markRoot } from '#site/ui/mark-root.ts'
import { Dropdown } from '#site/ui/popovers/Dropdown.tsx'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { SUMMARY_ID } from './Platforms.tsx'
import { $busy, $sending, loadSending, type Sending, $unsent, $sentPost } from './sending.ts'
import { $timeChoice, choosePicker, chooseTime, pickTime, type TimeChoice } from './time-choice.ts'

const markSendBar = markRoot('send-bar')

const LABELS = {
  create: { now: 'Post Now', later: 'Schedule Post' },
  edit: { now: 'Save and post now', later: 'Save changes' },
} as const

/** Keeps the time and the send button in view, except in a very low window, such as at 400 % zoom. */
export function SendBar() {
  const draft = useStore($draft)
  const busy = useStore($busy)
  const sending = useStore($sending)
  const editing = useStore($editing)
  const isBeside = useStore($isBeside)
  const needsApproval = useStore($awaitsApproval)
  const sends = useStore($resubmits) || (needsApproval && !editing)
  const isLater = draft.isScheduled || needsApproval
  const Icon = sends ? UserCheck : !isLater ? Send : editing ? Check : CalendarClock
  return (
    <div
      ref={isBeside ? undefined : markSendBar}
      data-send-bar
      data-bottom-bar
      className={`sticky z-20 col-span-full grid grid-cols-1 gap-2 self-end border-t border-base-300 pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))]
        [@media(max-height:25rem)]:static ${isBeside ? '-bottom-6 -mx-6 -mb-6 bg-raised px-6' : 'bottom-[max(var(--keyboard,0px),var(--bar-bottom))] -mx-4 bg-base-100 px-4 sm:-mx-8 sm:px-8'}`}
    >
      {!editing && <Sent />}
      <Progress sending={sending} />
      <TimeError />
      <div className="flex items-center gap-x-3 gap-y-2 @max-xl:gap-x-2 @max-[17rem]:flex-wrap">
        <Schedule isEdit={editing !== undefined} />
        {sending.state === 'uploading' && (
          <Button variant="quiet" onClick={async () => (await loadSending())?.cancelSending()}>
            Cancel
          </Button>
        )}
        {editing && !busy && !isBeside && (
          <Button
            variant="quiet"
            className="@max-[39rem]:hidden"
            onClick={async () => (await loadEditor())?.discardEdit()}
          >
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          aria-describedby={SUMMARY_ID}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          className="ms-auto shrink-0 @max-xl:shrink-99 @max-xl:grow @max-xl:px-3 @max-xl:leading-tight @max-xl:min-w-min @max-xl:whitespace-normal @max-[22rem]:text-sm @max-[25rem]:[&_svg]:hidden"
          icon={<Icon />}
        >
          <span className={sends || editing ? '' : '@min-[22rem]:whitespace-nowrap'}>
            {sends ? 'Send for approval' : LABELS[editing ? 'edit' : 'create'][isLater ? 'later' : 'now']}
          </span>
        </Button>
      </div>
    </div>
  )
}

/** Shows an error of the time where a menu hides its field. */
function TimeError() {
  const { scheduledTime } = useStore($errors)
  return scheduledTime && <p className="text-xs text-error @min-[54.25rem]:hidden">{scheduledTime}</p>
}

function Progress({ sending }: { sending: Sending }) {
  const isArriving = sending.state === 'uploading' && sending.fraction < 1
  const percent = isArriving ? Math.floor(sending.fraction * 100) : undefined
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
  () => {
    toast('error', 'View and Undo didn’t load. You can find the post in View Social Posts.')
    return null
  },
)

/** Id of the line that has the focus after sending, where Z means Undo. */
export const SENT_ID = 'sent-post'

/** The outcome of the last sent post. The live region exists before its text, so that screen readers announce it. */
function Sent() {
  const sent = useStore($sentPost)
  const busy = useStore($busy)
  // Hides a success, but not a failure, once the author begins the next post.
  const isHidden = useStore($unsent) && sent?.tab !== 'attention'
  useEffect(() => {
    if (busy) AfterSending.load()
  }, [busy])
  useEffect(() => () => $sentPost.set(undefined), [])
  return (
    <div
      id={SENT_ID}
      tabIndex={-1}
      className={
        sent
          ? `${isHidden ? 'hidden' : 'flex'} animate-rise flex-wrap items-center gap-x-2 gap-y-1 text-sm @xl:gap-x-3`
          : 'sr-only'
      }
    >
      <p
        role="status"
        className="flex min-w-0 gap-2 font-semibold @max-xl:flex-1 @max-xl:basis-24 @max-xl:text-xs"
      >
        {sent && (
          <>
            {sent.tab === 'attention' ? (
              <CircleAlert className="size-5 shrink-0 text-error" />
            ) : (
              <CircleCheck className="size-5 shrink-0 text-success @max-xl:hidden" />
            )}
            <span>
              {sent.message && <span className="sr-only">Success</span>}
              <span className="block @max-xl:line-clamp-3">{sent.line}</span>
              {sent.message && (
                <span className="block text-xs font-normal text-soft @max-xl:sr-only">{sent.message}</span>
              )}
            </span>
          </>
        )}
      </p>
      {sent && <AfterSending sent={sent} />}
    </div>
  )
}

/** True if the bar has room for the choices. An edit's bar has Cancel, too. */
const $hasRoom = roomFor('(min-width: 73.75rem) and (min-height: 30.01rem)')
const $hasRoomForEdit = roomFor('(min-width: 86.01rem) and (min-height: 30.01rem)')

/** Chooses the time. In a small window, a menu has the choices, beside a button for the suggested time unless this is an edit. */
function Schedule({ isEdit }: { isEdit: boolean }) {
  const hasRoom = useStore(isEdit ? $hasRoomForEdit : $hasRoom)
  if (!hasRoom) return isEdit ? <WhenMenu /> : <Suggested />
  return <Choices />
}

/** Menu of times, with a button for the next free slot, or else for tomorrow, until the author chooses another time. */
function Suggested() {
  const { isScheduled } = useStore($draft)
  const zone = useStore($businessZone)
  const free = useStore($freeSlot)
  const suggested = free instanceof Date ? 'slot' : 'tomorrow'
  const isKnown = free !== undefined
  const isChosen = useStore($timeChoice) === suggested && isKnown
  return (
    <>
      <WhenMenu hidesTime={isChosen} />
      {isKnown && (isChosen || !isScheduled) && (
        <QuickTimes
          detailed
          zone={zone}
          only={suggested}
          isChosen={() => isChosen}
          onChoose={way => chooseTime(way)}
        />
      )}
    </>
  )
}

/** With `hidesTime`, the button beside the menu shows the time. */
function WhenMenu({ hidesTime = false }: { hidesTime?: boolean }) {
  const { isScheduled, publishAt } = useStore($draft)
  const { scheduledTime: error } = useStore($errors)
  const zone = useStore($businessZone)
  const needsApproval = useStore($awaitsApproval)
  const time = publishAt ? formatDueIn(zone, publishAt) : 'Choose a time'
  const unscheduled = needsApproval ? ONCE_APPROVED : 'Now'
  const when = isScheduled ? time : unscheduled
  const isShort = when === 'Now'
  return (
    <Dropdown
      invalid={error !== undefined}
      label={`When it goes out: ${when}`}
      rootClassName={isShort || hidesTime ? 'shrink-0' : 'min-w-14 shrink'}
      className="btn max-w-full min-w-0 border-edge bg-raised px-3 font-medium aria-invalid:border-error @max-xl:gap-1 @max-xl:px-2.5"
      panelClassName="w-[100cqw] max-w-120 p-4 @max-xl:p-3"
      trigger={
        <>
          {(!isScheduled || hidesTime) && (
            <CalendarClock
              className={`size-4 shrink-0 ${hidesTime ? '' : isShort ? '@max-xl:hidden' : '@max-xl:@min-[22rem]:hidden'}`}
            />
          )}
          {!hidesTime && (
            <span
              className={`line-clamp-2 text-start leading-tight ${isScheduled ? '@max-[22rem]:text-xs' : isShort ? '' : '@max-xl:w-min @max-[22rem]:hidden'}`}
            >
              {when}
            </span>
          )}
          <ChevronUp className="size-4 shrink-0 text-soft" />
        </>
      }
    >
      {close => <Choices onChosen={close} />}
    </Dropdown>
  )
}

/** `onChosen` is called when a time is chosen without the picker. */
function Choices({ onChosen }: { onChosen?: () => void }) {
  const { isScheduled, publishAt } = useStore($draft)
  const { scheduledTime: error } = useStore($errors)
  const when = useStore($timeChoice)
  const zone = useStore($businessZone)
  const needsApproval = useStore($awaitsApproval)
  const hasNoSlots = useStore($freeSlot) === 'unset'
  const root = useRef<HTMLDivElement>(null)

  function choose(way: TimeChoice) {
    chooseTime(way)
    onChosen?.()
  }

  function pick() {
    choosePicker()
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[popovertarget]')?.click())
  }

  return (
    <div
      ref={root}
      role="group"
      aria-label="When it goes out"
      className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-2 compact:gap-y-3"
    >
      <Switch
        label="Schedule this post"
        checked={isScheduled}
        onChange={on => chooseTime(on ? 'pick' : 'now')}
      />
      {isScheduled && (
        <div className="w-66 min-[90rem]:w-72 compact:w-full">
          <PublishTimeField bare value={publishAt} onChange={pickTime} zone={zone} error={error} />
        </div>
      )}
      <div
        role="group"
        aria-label="Quick times"
        className={`flex gap-1.5 compact:grid compact:w-full compact:grid-cols-2 ${onChosen ? 'flex-wrap' : ''}`}
      >
        <QuickTimes
          zone={zone}
          isChosen={way => way === when}
          onChoose={choose}
          // There is no room for times beside the picker.
          detailed={!isScheduled || onChosen !== undefined}
          brief={isScheduled && !onChosen}
        />
        {isScheduled && onChosen && (
          <TimeButton icon={Send} isChosen={false} onClick={() => choose('now')}>
            {needsApproval ? ONCE_APPROVED : 'Now'}
          </TimeButton>
        )}
        {!isScheduled && (
          <TimeButton icon={CalendarClock} isChosen={when === 'pick'} onClick={pick}>
            Pick a time
          </TimeButton>
        )}
        {hasNoSlots && (
          <Allowed to="configure">
            <ButtonLink
              small
              variant="quiet"
              href="/dashboard/settings#posting-times"
              className="font-medium text-soft"
            >
              Set posting times
            </ButtonLink>
          </Allowed>
        )}
      </div>
    </div>
  )
}
