import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { type FormEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { TRIAL_KINDS, type TrialWeek as Week } from '#shared/trial-weeks.ts'
import { fillIn } from '#site/forms/fill-in.ts'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { useOpenRequest } from '#site/forms/use-open-request.ts'
import { formatShortDay, formatTime, formatWeekday } from '#site/lib/format.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { Form, FormMessage, SelectField, TextField } from '#site/ui/fields/Field.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import {
  $week,
  type Day,
  daysOf,
  enteredBefore,
  guessKind,
  isSignedIn,
  pathOf,
  signUpToKeep,
  weekForm,
} from './store.ts'

/** A first week of posts, in place of the hero's drawing. */
export function TrialWeek() {
  const [isOpen, setOpen] = useState(false)
  const week = useStore($week)
  const place = useOpenRequest(useCallback(() => setOpen(true), []))
  const close = () => {
    setOpen(false)
    $week.set(undefined)
    // The button that opened it is shown again after this.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-asks="trial-week"]')?.focus())
  }
  return (
    <>
      <span ref={place} hidden />
      {isOpen && (
        <section
          data-open
          aria-label="Your first week"
          className="relative rounded-box border border-base-300 bg-raised p-4 shadow-lift sm:p-6"
        >
          <Button
            variant="quiet"
            small
            className="absolute end-2 top-2"
            aria-label="Close"
            icon={<X className="size-5" />}
            onClick={close}
          />
          {week ? <Suggested week={week} /> : <Details />}
        </section>
      )}
    </>
  )
}

const NO_POSTS: Pick<Week, 'posts'> = { posts: [] }

/** Also scrolls to the heading, because on a phone the pressed button may be far below it. */
function focusHeading(heading: HTMLElement | null) {
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'nearest' })
}

/** The form, above a week that is still empty. */
function Details() {
  const { form, message, sending } = useForm(weekForm, { read: readFields })
  const heading = useRef<HTMLHeadingElement>(null)
  const hasChosen = useRef(false)
  useLayoutEffect(() => {
    if (!form.ref.current) return
    fillIn(form.ref.current, enteredBefore())
    hasChosen.current = readFields(form.ref.current).kind !== ''
    focusHeading(heading.current)
  }, [form.ref])

  function onInput({ target, currentTarget }: FormEvent<HTMLFormElement>) {
    const { name, value } = target as HTMLInputElement
    if (name === 'kind') hasChosen.current = true
    const kind = currentTarget.elements.namedItem('kind')
    if (name === 'businessName' && !hasChosen.current && kind instanceof HTMLSelectElement)
      kind.value = guessKind(value) ?? ''
  }

  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-24 pe-10 text-2xl">
        See your first week
      </h2>
      <p className="mt-2 text-soft">
        Five posts to start from, on days and at times that suit. Free, without an account.
      </p>
      <Form {...form} onInput={onInput} className="mt-5 grid gap-4">
        <FormMessage message={message} />
        <TextField
          label="Your business"
          name="businessName"
          required
          autoComplete="organization"
          placeholder="Harbour Bakehouse"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="What comes closest?"
            name="kind"
            required
            choices={TRIAL_KINDS}
            placeholder="Choose one"
          />
          <TextField
            label="Suburb or town"
            name="suburb"
            required
            autoComplete="address-level2"
            placeholder="Brunswick"
          />
        </div>
        <Button type="submit" variant="primary" busy={sending} busyLabel="Writing your week…" wide>
          Show my week
        </Button>
      </Form>
      <p role="status" className="sr-only">
        {sending ? 'Writing your week. It takes a few seconds.' : ''}
      </p>
      <div aria-hidden="true" className={sending ? 'mt-5 motion-safe:animate-pulse' : 'mt-5'}>
        <Calendar days={daysOf(NO_POSTS)} />
      </div>
    </>
  )
}

function Suggested({ week }: { week: Week }) {
  const { businessName, posts, isByAi } = week
  const [shown, setShown] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => focusHeading(heading.current), [])
  const post = posts[shown]
  if (!post) return null
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="scroll-mt-24 pe-10 text-2xl wrap-anywhere">
        {businessName}’s first week
      </h2>
      <p className="mt-2 mb-4 text-soft">
        Suggestions{isByAi && ', written by AI'}: change every word before it goes out.
      </p>
      <Calendar days={daysOf(week)} shown={shown} onShow={setShown} week={week} />
      <article aria-live="polite" className="mt-4 rounded-box border border-base-300 bg-base-100">
        <p className="flex flex-wrap items-center justify-between gap-2 border-b border-base-300 px-4 py-2.5 text-sm">
          <strong className="font-semibold">
            {formatShortDay(post.at)}, {formatTime(post.at)}
          </strong>
          <span className="flex gap-1.5">
            <NetworkMark network="facebook" decorative />
            <NetworkMark network="instagram" decorative />
          </span>
        </p>
        <p dir="auto" className="min-h-24 px-4 py-3 whitespace-pre-line wrap-anywhere">
          {post.text}
        </p>
      </article>
      <div className="mt-4 flex flex-wrap gap-3">
        {isSignedIn() ? (
          <ButtonLink variant="primary" href={pathOf(week)}>
            Keep this week
          </ButtonLink>
        ) : (
          <Button variant="primary" data-asks="sign-in" onClick={() => signUpToKeep(week)}>
            Keep this week
          </Button>
        )}
        <Button variant="quiet" onClick={() => $week.set(undefined)}>
          Change it
        </Button>
      </div>
      <p className="mt-3 text-sm text-soft">
        With a free account, they are drafts in your calendar. Nothing goes out until you schedule it.
      </p>
    </>
  )
}

type CalendarProps = { days: Day[] } & (
  | { week: Week; shown: number; onShow: (index: number) => void }
  | { week?: undefined; shown?: undefined; onShow?: undefined }
)

/** The hero's calendar, whose posts are buttons. */
function Calendar({ days, week, shown, onShow }: CalendarProps) {
  return (
    <div
      role={week && 'group'}
      aria-label={week && 'Posts of the week'}
      className="grid grid-cols-7 gap-1 text-center text-xs sm:gap-1.5"
    >
      {days.map(({ date, posts }) => (
        <div key={+date} className="grid grid-cols-1 gap-1 sm:gap-1.5">
          <span className="pb-0.5 leading-4 text-soft">
            {date.toLocaleDateString('en-AU', { weekday: 'short' })}
            <br />
            <span className="tabular-nums">{date.getDate()}</span>
          </span>
          {posts.map((index, part) => {
            const post = index === undefined ? undefined : week?.posts[index]
            return post && index !== undefined ? (
              <button
                key={part}
                type="button"
                aria-pressed={index === shown}
                aria-label={`${formatWeekday(post.at)}, ${formatTime(post.at)}`}
                onClick={() => onShow?.(index)}
                className={`h-8 cursor-pointer rounded-selector border bg-primary pointer-coarse:h-11 ${index === shown ? 'border-2 border-base-content' : 'border-primary'}`}
              >
                <span aria-hidden="true" className="font-semibold text-primary-content">
                  {index === shown ? '•' : ''}
                </span>
              </button>
            ) : (
              <span key={part} className="h-8 rounded-selector bg-base-200 pointer-coarse:h-11" />
            )
          })}
        </div>
      ))}
    </div>
  )
}
