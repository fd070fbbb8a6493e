import { CircleCheck } from 'lucide-react'
import { lazy, Suspense, useLayoutEffect, useState } from 'react'

import '#site/forms/forms-style.ts'
import { brand } from '#shared/brand.ts'
import { fillIn } from '#site/forms/fill-in.ts'
import { Honeypot } from '#site/forms/Honeypot.tsx'
import { NeedsScript } from '#site/forms/NeedsScript.tsx'
import { PREVENT_NATIVE_SUBMIT, readFields, useForm } from '#site/forms/use-form.ts'
import { Button } from '#site/ui/Button.tsx'
import { ChoiceGroup } from '#site/ui/fields/ChoiceGroup.tsx'
import {
  type Choice,
  Field,
  Form,
  TextArea,
  TextField,
  FormMessage,
  useError,
} from '#site/ui/fields/Field.tsx'
import { focusOnMount } from '#site/ui/focus-on-mount.ts'
import { BookCallLink } from '../BookCallLink.tsx'
import { IslandToasts } from '../IslandToasts.tsx'
import { type ServiceGroup, UNSURE, clearHiddenPosts } from './choices.ts'
import { contactForm, hireForm, loadUserDetails } from './store.ts'

const OfferedTimes = lazy(() => import('../booking/OfferedTimes.tsx'))

type Sent = Record<string, string>

type ContactFormProps = {
  submitLabel: string
  services: readonly ServiceGroup[]
  messageLabel?: string
  /**
   * Makes it the form to hire the agency. `prices` are those of posts a week, `ownPrices` the services with another price;
   * `timeZone` is that of the agency's calls, or empty without calls.
   */
  hiring?: { prices: readonly Choice[]; ownPrices: readonly string[]; timeZone: string }
}

/** Pre-rendered by the build; hydrates when a visitor focuses or presses something in it. */
export function ContactForm({ submitLabel, services, messageLabel = 'Message', hiring }: ContactFormProps) {
  const [sent, setSent] = useState<Sent>()
  const store = hiring ? hireForm : contactForm
  const ownPrices = hiring?.ownPrices ?? []
  const read = (form: HTMLFormElement) => clearHiddenPosts(readFields(form), ownPrices)
  const onSent = (form: HTMLFormElement) => {
    setSent(read(form))
    form.reset()
  }
  const { form, message, sending } = useForm(store, { read, onSent })
  // Fills the fields before `useForm` repeats a submit that preceded hydration.
  useLayoutEffect(() => {
    const current = form.ref.current
    if (!current) return
    fillIn(current, store.draft())
    void loadUserDetails().then(
      details => fillIn(current, details),
      () => undefined,
    )
  }, [form.ref, store])
  return (
    <>
      <NeedsScript instead="Please write to" />
      {sent && (
        <Thanks
          sent={sent}
          chosen={hiring?.prices.find(({ value }) => value === sent.posts)?.label ?? ''}
          timeZone={hiring?.timeZone ?? ''}
          onAgain={() => setSent(undefined)}
        />
      )}
      <Form
        {...form}
        {...PREVENT_NATIVE_SUBMIT}
        hidden={sent !== undefined}
        className={sent ? '' : 'group grid gap-5'}
      >
        <FormMessage message={message} />
        {hiring && hiring.prices.length > 0 && (
          <div className="group-has-[[data-own-price]:checked]:hidden">
            <ChoiceGroup
              legend="How many posts a week?"
              kind="radio"
              name="posts"
              choices={[...hiring.prices, { value: '', label: 'Not sure yet' }]}
              chosen={['']}
            />
          </div>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Full name" name="fullname" required autoComplete="name" />
          <TextField label="Email" name="email" type="email" required autoComplete="email" />
          <TextField label="Phone (optional)" name="contact" type="tel" autoComplete="tel" />
          <TextField label="Company (optional)" name="company" autoComplete="organization" />
        </div>
        <ServiceField groups={services} ownPrices={ownPrices} />
        <TextArea label={messageLabel} name="message" required={!hiring} rows={hiring ? 3 : 5} />
        <Honeypot />
        <Button
          type="submit"
          variant="primary"
          busy={sending}
          busyLabel="Sending…"
          className="sm:justify-self-start"
        >
          {submitLabel}
        </Button>
      </Form>
      <IslandToasts />
    </>
  )
}

type ServiceFieldProps = { groups: readonly ServiceGroup[]; ownPrices: readonly string[] }

/** Select of the agency's services. At first, `UNSURE` is chosen. */
const ServiceField = ({ groups, ownPrices }: ServiceFieldProps) => (
  <Field label="Service" required error={useError('service', undefined)}>
    {control => (
      <select {...control} name="service" defaultValue={UNSURE} className="select">
        <option value="">Select a service</option>
        {groups.map(({ heading, choices }) => {
          const options = choices.map(({ value, label }) => (
            <option key={value} value={value} data-own-price={ownPrices.includes(value) ? '' : undefined}>
              {label}
            </option>
          ))
          return heading ? (
            <optgroup key={heading} label={heading}>
              {options}
            </optgroup>
          ) : (
            options
          )
        })}
      </select>
    )}
  </Field>
)

type ThanksProps = {
  sent: Sent
  /** Chosen posts a week with their price; empty if none is chosen. */
  chosen: string
  /** Time zone of the agency's calls; empty if this form offers none. */
  timeZone: string
  onAgain: () => void
}

/** Replaces a form that was sent, and explains the next step. */
function Thanks({ sent, chosen, timeZone, onAgain }: ThanksProps) {
  return (
    <div className="grid justify-items-start gap-4">
      <CircleCheck className="size-8 text-success" />
      <h3 ref={focusOnMount} tabIndex={-1} className="text-2xl">
        Thank you. We have your message.
      </h3>
      <p className="text-soft">
        A person reads it and answers {brand.replies}, to{' '}
        <strong className="wrap-anywhere text-base-content">{sent.email}</strong>
        {chosen && (
          <>
            , with a plan for the posts that you chose:{' '}
            <strong className="text-base-content">{chosen}</strong>
          </>
        )}
        .
      </p>
      {timeZone ? (
        <Suspense fallback={null}>
          <OfferedTimes sent={sent} timeZone={timeZone} />
        </Suspense>
      ) : (
        <BookCallLink />
      )}
      <p className="text-soft">
        Meanwhile,{' '}
        <a href="/sample-report" className="prose-link">
          read the report
        </a>{' '}
        that our clients get each month.
      </p>
      <Button onClick={onAgain}>Write another</Button>
    </div>
  )
}
