import { useStore } from '@nanostores/react'
import { CircleCheck } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

import '#site/forms/forms-style.ts'
import { DAY_MS } from '#shared/durations.ts'
import { fillIn } from '#site/forms/fill-in.ts'
import { Honeypot } from '#site/forms/Honeypot.tsx'
import { NeedsScript } from '#site/forms/NeedsScript.tsx'
import { PREVENT_NATIVE_SUBMIT, readFields, useForm } from '#site/forms/use-form.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { Form, FormMessage, TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { $booked, $freeSlots, bookForm, calendarUrl } from './store.ts'
import { TimePicker, whenIs, zonesOf } from './TimePicker.tsx'

/** Books a call. Pre-rendered as a button; the free times load when a visitor shows interest. */
export function BookCallForm({ timeZone }: { timeZone: string }) {
  const [isOpen, setOpen] = useState(false)
  const booked = useStore($booked)
  useEffect(() => setOpen(true), [])
  if (!isOpen)
    return (
      <>
        <NeedsScript instead="Please write to" />
        <h2 className="text-2xl">Choose a time</h2>
        <p className="mt-2 mb-5 text-soft">The free times of the next three weeks, in your own time zone.</p>
        <Button variant="primary" data-asks="book">
          See the free times
        </Button>
      </>
    )
  return booked ? <Booked {...booked} timeZone={timeZone} /> : <Details />
}

function Details() {
  const { form, message, sending } = useForm(bookForm, { read: readFields })
  const free = useStore($freeSlots)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (form.ref.current) fillIn(form.ref.current, bookForm.draft())
    // The button that had the focus is gone.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [form.ref])
  const isOffered = free.state === 'ready' && free.data.slots.length > 0
  return (
    <Form {...form} {...PREVENT_NATIVE_SUBMIT} className="grid gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        Choose a time
      </h2>
      <FormMessage message={message === form.errors.startsAt ? '' : message} />
      <TimePicker />
      <div hidden={!isOffered} className={isOffered ? 'grid gap-5' : ''}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Full name" name="fullname" required autoComplete="name" />
          <TextField label="Email" name="email" type="email" required autoComplete="email" />
        </div>
        <TextField label="Phone" name="contact" type="tel" required autoComplete="tel" />
        <TextArea label="What would you like to talk about?" name="message" required rows={3} />
        <Honeypot />
        <Button
          type="submit"
          variant="primary"
          busy={sending}
          busyLabel="Booking…"
          className="sm:justify-self-start"
        >
          Book the call
        </Button>
      </div>
    </Form>
  )
}

/** True if there will be a reminder. */
const isFarAhead = (startsAt: string) => Date.parse(startsAt) - Date.now() > DAY_MS

type BookedProps = { token: string; startsAt: string; email: string; timeZone: string }

function Booked({ token, startsAt, email, timeZone }: BookedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid justify-items-start gap-4">
      <CircleCheck className="size-8 text-success" />
      <h2 ref={heading} tabIndex={-1} className="text-2xl">
        Your call is booked.
      </h2>
      <p>
        <strong className="text-lg">{whenIs(startsAt)}</strong>
        <br />
        {zonesOf(startsAt, timeZone)}
      </p>
      <p className="text-soft">
        We’ve sent the time to <strong className="wrap-anywhere text-base-content">{email}</strong>
        {isFarAhead(startsAt) ? ', and we’ll remind you the day before.' : '.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={calendarUrl(token)}>Add it to your calendar</ButtonLink>
        <ButtonLink variant="quiet" href={`/call/${token}`}>
          Move or cancel it
        </ButtonLink>
      </div>
    </div>
  )
}
