import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'

import '#site/forms/forms-style.ts'
import type { Booking } from '#shared/bookings.ts'
import { NeedsScript } from '#site/forms/NeedsScript.tsx'
import { readFields } from '#site/forms/use-form.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { Button, ButtonLink, useBusy } from '#site/ui/Button.tsx'
import { Form, FormMessage } from '#site/ui/fields/Field.tsx'
import { $booking, calendarUrl, cancelCall, moveCall, tokenFromPath } from './store.ts'
import { TimePicker, formatCallTime, describeZones } from './TimePicker.tsx'

/** Shows the call behind a private link, and lets the visitor move or cancel it. Pre-rendered in its loading state. */
export function ManageCall() {
  const [isInBrowser, setInBrowser] = useState(false)
  useEffect(() => setInBrowser(true), [])
  return isInBrowser ? <LinkedCall /> : <Loading />
}

const Loading = () => (
  <>
    <NeedsScript instead="To move or cancel your call, write to" />
    <div role="status" data-at-once className="h-24 rounded-field bg-base-200">
      <span className="sr-only">Loading your call</span>
    </div>
  </>
)

function LinkedCall() {
  const booking = useStore($booking)
  if (booking.state === 'ready') return <Call {...booking.data} />
  if (booking.state === 'loading') return <Loading />
  const isUnknown = booking.error instanceof ApiError && booking.error.code === 'not_found'
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p>
        {isUnknown ? 'There is no call at this address. Open the link in your mail again.' : booking.message}
      </p>
      {!isUnknown && <Button onClick={() => void $booking.reload()}>Try again</Button>}
      {isUnknown && <ButtonLink href="/book">Book a call</ButtonLink>}
    </div>
  )
}

function Call({ startsAt, isPast, timeZone, minutes, caller, contact }: Booking) {
  const [state, setState] = useState<'shown' | 'moving' | 'cancelling'>('shown')
  const [done, setDone] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button has disappeared. After a move, a phone also has to scroll up to the heading.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: !done })
  }, [state, startsAt, done])
  if (startsAt === null || isPast)
    return (
      <div className="grid justify-items-start gap-4">
        <h2 ref={heading} tabIndex={-1} className="text-2xl">
          {startsAt === null ? 'Your call is cancelled.' : 'This call is over.'}
        </h2>
        <p className="text-soft">If you’d like to talk, choose another time.</p>
        <ButtonLink href="/book">Book another call</ButtonLink>
      </div>
    )
  const finish = (message: string) => {
    setDone(message)
    setState('shown')
  }
  return (
    <div className="grid gap-5">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-2xl">
          {formatCallTime(startsAt)}
        </h2>
        <p className="mt-2">{describeZones(startsAt, timeZone)}</p>
        <p className="mt-2 text-soft">
          {caller || 'One of us'} will call you then on{' '}
          <strong className="inline-block wrap-anywhere text-base-content">{contact}</strong>, for {minutes}{' '}
          minutes.
        </p>
        <p role="status" className="mt-2 font-semibold empty:hidden">
          {done}
        </p>
      </div>
      {state === 'shown' && (
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setState('moving')}>Move it</Button>
          <Button variant="quiet" onClick={() => setState('cancelling')}>
            Cancel it
          </Button>
          <ButtonLink variant="quiet" href={calendarUrl(tokenFromPath(location.pathname))}>
            Add it to your calendar
          </ButtonLink>
        </div>
      )}
      {state === 'moving' && (
        <Move
          onDone={() => finish('The call has moved. We’ve mailed you the new time.')}
          onKeep={() => setState('shown')}
        />
      )}
      {state === 'cancelling' && <Cancel onKeep={() => setState('shown')} />}
    </div>
  )
}

function Move({ onDone, onKeep }: { onDone: () => void; onKeep: () => void }) {
  const [message, setMessage] = useState('')
  const [busy, during] = useBusy()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { startsAt } = readFields(event.currentTarget)
    setMessage(startsAt ? '' : 'Please choose a time.')
    if (startsAt)
      void during(() => moveCall(startsAt).then(onDone, error => setMessage(messageOf(error, FAILED))))
  }
  return (
    <Form errors={{}} onSubmit={onSubmit} className="grid gap-5 border-t border-base-300 pt-5">
      <TimePicker />
      {/* Beside the button, because a phone shows only the end of the form. */}
      <FormMessage message={message} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy} busyLabel="Moving…">
          Move the call
        </Button>
        <Button variant="quiet" onClick={onKeep}>
          Keep its time
        </Button>
      </div>
    </Form>
  )
}

const FAILED = 'Nothing has changed. Please try again.'

function Cancel({ onKeep }: { onKeep: () => void }) {
  const [message, setMessage] = useState('')
  const [busy, during] = useBusy()
  const cancel = () => {
    setMessage('')
    return during(() => cancelCall().catch(error => setMessage(messageOf(error, FAILED))))
  }
  return (
    <div className="grid gap-4 border-t border-base-300 pt-5">
      <FormMessage message={message} />
      <p>Somebody else can book this time once you cancel.</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="danger" busy={busy} busyLabel="Cancelling…" onClick={() => void cancel()}>
          Cancel the call
        </Button>
        <Button variant="quiet" onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </div>
  )
}
