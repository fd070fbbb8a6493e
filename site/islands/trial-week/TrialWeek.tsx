import { useStore } from '@nanostores/react'
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'

import '#site/forms/forms-style.ts'
import { brand } from '#shared/brand.ts'
import { possessive, withApostrophes } from '#shared/text/possessive.ts'
import { TRADE_LABELS } from '#shared/trades/trades.ts'
import { fillIn } from '#site/forms/fill-in.ts'
import { NeedsScript } from '#site/forms/NeedsScript.tsx'
import { PREVENT_NATIVE_SUBMIT, readFields, useForm } from '#site/forms/use-form.ts'
import { formatShortDay, formatTime } from '#site/lib/format.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { Form, FormMessage, TextField } from '#site/ui/fields/Field.tsx'
import {
  $week,
  daysOf,
  lastInput,
  guessTrade,
  hireUrlFor,
  isSignedIn,
  saveWeekPath,
  restoreWeek,
  type ShownWeek,
  signUpToSave,
  weekForm,
} from './store.ts'
import { WeekBoard } from './WeekBoard.tsx'

type Priced = {
  /** What we cost for as many posts a week, such as `5 posts a week, $890 a month, plus GST`; empty without such a price. */
  price: string
  /** The lowest price of fewer posts, such as `$490`, or empty. */
  fewerFrom: string
}

/** A first week of posts. Pre-rendered as its form; hydrates when a visitor focuses or presses something in it. */
export function TrialWeek(priced: Priced) {
  const week = useStore($week)
  // After hydration, because the build renders the form.
  useEffect(() => restoreWeek(), [])
  return week ? <SuggestedWeek week={week} {...priced} /> : <Details />
}

const TRADES = 'trades'

function Details() {
  const { form, message, sending } = useForm(weekForm, { read: readFields })
  const hasNamedTrade = useRef(false)
  useLayoutEffect(() => {
    if (!form.ref.current) return
    fillIn(form.ref.current, lastInput())
    const { trade = '', businessName = '' } = readFields(form.ref.current)
    hasNamedTrade.current = trade !== ''
    // The name may have been typed before this script had loaded.
    if (!trade) fillIn(form.ref.current, { trade: guessTrade(businessName) })
  }, [form.ref])

  /** Guesses the trade from the name until the visitor enters a trade. */
  function onInput({ target, currentTarget }: FormEvent<HTMLFormElement>) {
    const { name, value } = target as HTMLInputElement
    if (name === 'trade') hasNamedTrade.current = value !== ''
    const trade = currentTarget.elements.namedItem('trade')
    if (name === 'businessName' && !hasNamedTrade.current && trade instanceof HTMLInputElement)
      trade.value = guessTrade(value)
  }

  return (
    <>
      <NeedsScript instead="To see a week, please write to" />
      <Form
        {...form}
        {...PREVENT_NATIVE_SUBMIT}
        onInput={onInput}
        className="grid grid-cols-2 items-start gap-4 lg:grid-cols-[1.3fr_1fr_1fr_auto]"
      >
        <div className={message ? 'col-span-full' : 'sr-only'}>
          <FormMessage message={message} />
        </div>
        <div className="col-span-2 lg:col-span-1">
          <TextField
            label="Your business"
            name="businessName"
            required
            autoComplete="organization"
            placeholder="Harbour Bakehouse"
          />
        </div>
        <TextField
          label="What do you do?"
          name="trade"
          required
          list={TRADES}
          autoComplete="off"
          // Typing replaces a guessed trade.
          onFocus={({ currentTarget }) => currentTarget.select()}
          placeholder="Bakery"
        />
        <TextField
          label="Suburb or town"
          name="suburb"
          required
          autoComplete="address-level2"
          placeholder={brand.regions[0]}
        />
        <Button
          type="submit"
          variant="primary"
          busy={sending}
          busyLabel="Writing your week…"
          className="col-span-2 lg:col-span-1 lg:mt-[1.83rem]"
        >
          Show my week
        </Button>
        <datalist id={TRADES}>
          {TRADE_LABELS.map(label => (
            <option key={label}>{label}</option>
          ))}
        </datalist>
      </Form>
      <p role="status" className="sr-only">
        {sending ? 'Writing your week. It takes a few seconds.' : ''}
      </p>
    </>
  )
}

/** Also scrolls to the heading, because on a phone the pressed button may be far below it. */
function focusHeading(heading: HTMLElement | null) {
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'nearest' })
}

function changeWeek() {
  $week.set(undefined)
  // The form renders before the next frame.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('#first-week input')?.focus())
}

function SuggestedWeek({ week, price, fewerFrom }: { week: ShownWeek } & Priced) {
  const { businessName, trade, season, posts, times, isByAi, isRestored } = week
  const hireUrl = hireUrlFor(week)
  const heading = useRef<HTMLHeadingElement>(null)
  // After a reload, the browser restores the scroll position instead.
  useEffect(() => {
    if (!isRestored) focusHeading(heading.current)
  }, [isRestored])
  const days = daysOf(posts).map(({ date, posts }) => ({
    day: formatShortDay(date),
    posts: posts.map(({ kind, at, text }) => ({ kind, time: formatTime(at), text })),
  }))
  return (
    <section aria-label="Your first week">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="max-w-2xl">
          <h3 ref={heading} tabIndex={-1} className="scroll-mt-24 text-2xl wrap-anywhere">
            {possessive(businessName)} first week
          </h3>
          <p className="mt-2 text-soft">
            Five kinds of post, when your customers look: {times}. A first draft{isByAi && ', written by AI'}:
            if we run it, we ask you first and write it in your words.
          </p>
          {price && (
            <p className="mt-2">
              Run by us each week: <strong className="font-semibold">{price}</strong>.
              {fewerFrom && ` Fewer posts cost less, from ${fewerFrom}.`}
            </p>
          )}
        </div>
        <Actions {...{ week, hireUrl }}>
          <Button variant="quiet" onClick={changeWeek}>
            Change it
          </Button>
        </Actions>
      </div>
      <WeekBoard {...{ businessName, trade, season, days }} />
      {/* In a narrow window, the first buttons are out of view here. */}
      <div className="mt-6 xl:hidden">
        <Actions {...{ week, hireUrl }} />
      </div>
      <p className="mt-4 text-sm text-soft">
        We drew the pictures as samples; your own photos go there. If we run it, you approve each post, and we
        do the rest. If you keep it in a free account, the posts are drafts in your calendar, and nothing goes
        out until you schedule it.
      </p>
    </section>
  )
}

/** Buttons to hire the agency for a week, or to save it. */
function Actions({ week, hireUrl, children }: { week: ShownWeek; hireUrl: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink
        variant="primary"
        href={hireUrl}
        className="h-auto min-h-(--size) max-w-full py-2 wrap-anywhere"
      >
        Have us run this week for {withApostrophes(week.businessName)}
      </ButtonLink>
      {isSignedIn() ? (
        <ButtonLink href={saveWeekPath(week)}>Keep this week</ButtonLink>
      ) : (
        <Button data-opens="sign-in" onClick={() => signUpToSave(week)}>
          Keep this week
        </Button>
      )}
      {children}
    </div>
  )
}
