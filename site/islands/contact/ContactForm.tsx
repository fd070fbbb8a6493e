import { CircleCheck } from 'lucide-react'
import { useLayoutEffect, useState, useEffect, useRef } from 'react'

import '#site/forms/forms-style.ts'
import { brand } from '#shared/brand.ts'
import { fillIn } from '#site/forms/fill-in.ts'
import { Honeypot } from '#site/forms/Honeypot.tsx'
import { NeedsScript } from '#site/forms/NeedsScript.tsx'
import { PREVENT_NATIVE_SUBMIT, readFields, useForm } from '#site/forms/use-form.ts'
import { Button } from '#site/ui/Button.tsx'
import { Form, TextArea, TextField, FormMessage, SelectField } from '#site/ui/fields/Field.tsx'
import { IslandToasts } from '../IslandToasts.tsx'
import { contactForm, ownDetails } from './store.ts'

type ContactFormProps = {
  submitLabel: string
  choices: readonly { value: string; label: string }[]
  /** Label of the message. */
  ask?: string
}

/** Pre-rendered by the build; hydrates when a visitor focuses or presses something in it. */
export function ContactForm({ submitLabel, choices, ask = 'Message' }: ContactFormProps) {
  const [sentBy, setSentBy] = useState('')
  const onSent = (sent: HTMLFormElement) => {
    setSentBy(readFields(sent).email ?? '')
    sent.reset()
  }
  const { form, message, sending } = useForm(contactForm, { read: readFields, onSent })
  // Fills the fields before `useForm` repeats a submit that preceded hydration.
  useLayoutEffect(() => {
    const current = form.ref.current
    if (!current) return
    fillIn(current, contactForm.draft())
    void ownDetails().then(
      details => fillIn(current, details),
      () => undefined,
    )
  }, [form.ref])
  return (
    <>
      <NeedsScript instead="Please write to" />
      {sentBy && <Thanks email={sentBy} onAgain={() => setSentBy('')} />}
      <Form
        {...form}
        {...PREVENT_NATIVE_SUBMIT}
        hidden={sentBy !== ''}
        className={sentBy ? '' : 'grid gap-5'}
      >
        <FormMessage message={message} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Full name" name="fullname" required autoComplete="name" />
          <TextField label="Email" name="email" type="email" required autoComplete="email" />
          <TextField label="Phone (optional)" name="contact" type="tel" autoComplete="tel" />
          <TextField label="Company (optional)" name="company" autoComplete="organization" />
        </div>
        <SelectField
          label="Service"
          name="service"
          required
          choices={choices}
          placeholder="Select a service"
        />
        <TextArea label={ask} name="message" required rows={5} />
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

/** Replaces a form that was sent, and explains the next step. */
function Thanks({ email, onAgain }: { email: string; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid justify-items-start gap-4">
      <CircleCheck className="size-8 text-success" />
      <h3 ref={heading} tabIndex={-1} className="text-2xl">
        Thank you. We have your message.
      </h3>
      <p className="text-soft">
        A person reads it and answers {brand.replies}, to{' '}
        <strong className="wrap-anywhere text-base-content">{email}</strong>.
      </p>
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
