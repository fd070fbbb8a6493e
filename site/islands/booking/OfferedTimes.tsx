import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'

import { readFields, useForm } from '#site/forms/use-form.ts'
import { describeTimeZone, formatTime, formatWeekday } from '#site/lib/format.ts'
import { Form, FormMessage, TextField } from '#site/ui/fields/Field.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'
import { Booked } from './BookCall.tsx'
import { $booked, $freeSlots, bookForm } from './store.ts'

/** Maximum numbers of days, and of times on each. `/book` has all of them. */
const DAYS = 3
const TIMES = 4
const CARD = 'grid w-full gap-4 rounded-box border border-base-300 bg-base-200 p-4 sm:p-5'
/** Maximum length of a call's message. */
const MAX_MESSAGE = 2000

type OfferedTimesProps = {
  /** Values of the form that was sent. We call its sender. */
  sent: Record<string, string>
  timeZone: string
}

/** Offers the next times for a call after a form was sent. One press books. */
export default function OfferedTimes({ sent, timeZone }: OfferedTimesProps) {
  const free = useStore($freeSlots)
  const booked = useStore($booked)
  const chosen = useRef('')
  const { fullname, email, contact, message: text = '' } = sent
  const read = (form: HTMLFormElement) => ({
    fullname,
    email,
    contact,
    message: text.slice(0, MAX_MESSAGE),
    ...readFields(form),
    startsAt: chosen.current,
  })
  const { form, message, sending } = useForm(bookForm, { read })
  // Fills in the form of `/book`, in case the visitor looks for another time there.
  useEffect(
    () => bookForm.change({ fullname, email, contact, message: text.slice(0, MAX_MESSAGE) }),
    [fullname, email, contact, text],
  )
  if (booked)
    return (
      <div className={CARD}>
        <Booked {...booked} timeZone={timeZone} />
      </div>
    )
  // The message is already sent, and a call is only an offer: no error is shown.
  if (free.state !== 'ready' || free.data.slots.length === 0) return null
  const days = [...Map.groupBy(free.data.slots, slot => formatWeekday(slot))].slice(0, DAYS)
  return (
    <Form {...form} className={CARD}>
      <div>
        <h4 className="font-display text-xl font-semibold">Talk about it? Press a time.</h4>
        <p className="mt-1 text-soft">
          {free.data.minutes} minutes, free
          {contact ? (
            <>
              . We’ll call you on{' '}
              <strong className="inline-block wrap-anywhere text-base-content">{contact}</strong>.
            </>
          ) : (
            '. You get it by mail, and can move or cancel it.'
          )}
        </p>
      </div>
      <FormMessage message={form.errors.startsAt ?? message} />
      {!contact && <TextField label="Your phone" name="contact" type="tel" required autoComplete="tel" />}
      {days.map(([day, times]) => (
        <fieldset key={day}>
          <legend className="text-sm font-semibold">{day}</legend>
          <div className="mt-1.5 grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2">
            {sampleTimes(times).map(time => (
              <button
                key={time}
                type="button"
                disabled={sending}
                onClick={() => {
                  chosen.current = time
                  form.ref.current?.requestSubmit()
                }}
                className="btn border-edge bg-raised px-2 font-normal"
              >
                {sending && chosen.current === time && <Spinner className="size-4" />}
                {formatTime(time)}
              </button>
            ))}
          </div>
        </fieldset>
      ))}
      <p className="text-sm text-soft">
        In {describeTimeZone(new Date(free.data.slots[0]!))}.{' '}
        <a href="/book" className="prose-link">
          More times
        </a>
      </p>
    </Form>
  )
}

/** Returns at most `TIMES` of a day's times, spread from morning to evening. */
function sampleTimes(times: readonly string[]): string[] {
  if (times.length <= TIMES) return [...times]
  return Array.from({ length: TIMES }, (_, n) => times[Math.round((n * (times.length - 1)) / (TIMES - 1))]!)
}
