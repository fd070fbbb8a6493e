import { useStore } from '@nanostores/react'
import { CircleCheck } from 'lucide-react'
import { useEffect, useLayoutEffect, useState } from 'react'

import '#site/forms/forms-style.ts'
import { DAY_MS } from '#shared/durations.ts'
import { fillIn } from '#site/forms/fill-in.ts'
import { Honeypot } from '#site/forms/Honeypot.tsx'
import { NeedsScript } from '#site/forms/NeedsScript.tsx'
import { PREVENT_NATIVE_SUBMIT, readFields, useForm } from '#site/forms/use-form.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { ChoiceGroup } from '#site/ui/fields/ChoiceGroup.tsx'
import { Form, FormMessage, TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { focusOnMount } from '#site/ui/focus-on-mount.ts'
import { LoadingTimes } from './LoadingTimes.tsx'
import { $booked, $freeSlots, bookForm, calendarUrl, callerFromUrl, type Sent } from './store.ts'
import { TimePicker, formatCallTime, describeZones } from './TimePicker.tsx'

/** Books a call with one of the people. Pre-rendered in its loading state. */
export function BookCallForm({ timeZone, people }: { timeZone: string; people: string[] }) {
  const [isOpen, setOpen] = useState(false)
  const booked = useStore($booked)
  useEffect(() => setOpen(true), [])
  if (!isOpen)
    return (
      <>
        <NeedsScript instead="Please write to" />
        <div data-at-once className="grid min-h-[46rem] content-start gap-5">
          <h2 className="text-2xl">Choose a time</h2>
          <LoadingTimes />
        </div>
      </>
    )
  return booked ? <Booked {...booked} timeZone={timeZone} /> : <Details people={people} />
}

function Details({ people }: { people: string[] }) {
  const { form, message, sending } = useForm(bookForm, { read: readFields })
  const free = useStore($freeSlots)
  useLayoutEffect(() => {
    if (!form.ref.current) return
    fillIn(form.ref.current, bookForm.draft())
    fillIn(form.ref.current, callerFromUrl(location.search))
  }, [form.ref])
  const isOffered = free.state === 'ready' && free.data.slots.length > 0
  return (
    <Form
      {...form}
      {...PREVENT_NATIVE_SUBMIT}
      className={`grid content-start gap-5 ${free.state === 'loading' ? 'min-h-[46rem]' : ''}`}
    >
      <h2 className="text-2xl">Choose a time</h2>
      <FormMessage message={message === form.errors.startsAt ? '' : message} />
      <TimePicker />
      <div hidden={!isOffered} className={isOffered ? 'grid gap-5' : ''}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Full name" name="fullname" required autoComplete="name" />
          <TextField label="Email" name="email" type="email" required autoComplete="email" />
        </div>
        <TextField label="Phone" name="contact" type="tel" required autoComplete="tel" />
        <WhoCalls people={people} />
        <TextArea label="What would you like to talk about? (optional)" name="message" rows={3} />
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

/** Asks whom to talk to, if there are several people. */
const WhoCalls = ({ people }: { people: string[] }) =>
  people.length > 1 ? (
    <ChoiceGroup
      legend="Who would you like to talk to?"
      kind="radio"
      name="caller"
      choices={[
        { value: '', label: 'Whoever is free' },
        ...people.map(name => ({ value: name, label: name })),
      ]}
      chosen={['']}
    />
  ) : (
    <input type="hidden" name="caller" value={people[0] ?? ''} />
  )

/** True if there will be a reminder. */
const isFarAhead = (startsAt: string) => Date.parse(startsAt) - Date.now() > DAY_MS

type BookedProps = Sent & { timeZone: string }

export function Booked({ token, startsAt, email, caller, contact, message, timeZone }: BookedProps) {
  return (
    <div className="grid justify-items-start gap-4">
      <CircleCheck className="size-8 text-success" />
      <h2 ref={focusOnMount} tabIndex={-1} className="text-2xl">
        Your call is booked.
      </h2>
      <p>
        <strong className="text-lg">{formatCallTime(startsAt)}</strong>
        <br />
        {describeZones(startsAt, timeZone)}
      </p>
      <p className="text-soft">
        We’ve sent the time to <strong className="wrap-anywhere text-base-content">{email}</strong>
        {isFarAhead(startsAt) ? ', and we’ll remind you the day before.' : '.'} {caller || 'One of us'} will
        call you on <strong className="inline-block wrap-anywhere text-base-content">{contact}</strong>.
      </p>
      {message && (
        <figure className="w-full border-s-4 border-base-300 ps-4">
          <figcaption className="text-sm text-soft">You’d like to talk about</figcaption>
          <blockquote dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
            {message}
          </blockquote>
        </figure>
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={calendarUrl(token)}>Add it to your calendar</ButtonLink>
        <ButtonLink variant="quiet" href={`/call/${token}`}>
          Move or cancel it
        </ButtonLink>
      </div>
    </div>
  )
}
