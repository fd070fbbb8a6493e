import { CircleCheck } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'

import { brand } from '#shared/brand.ts'
import type { Fields } from '#shared/errors.ts'
import { Honeypot } from '#site/forms/Honeypot.tsx'
import { Button } from '#site/ui/Button.tsx'
import { revealProblem, Form, FormMessage, TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { focusOnMount } from '#site/ui/focus-on-mount.ts'
import { BookCallLink } from '../BookCallLink.tsx'
import { type Sent, createSender } from './store.ts'

/** State and props of a form. Only the server validates it, because a schema would make this page too large for a phone. */
function useAuditForm(path: Parameters<typeof createSender>[0]) {
  const [send] = useState(() => createSender(path))
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<Sent>()
  const [email, setEmail] = useState('')
  const form = useRef<HTMLFormElement>(null)
  const fields: Fields = sent?.isSent === false ? sent.fields : {}

  useEffect(() => {
    if (form.current && sent?.isSent === false) revealProblem(form.current)
  }, [sent])

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setSent(undefined)
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    setEmail(values.email ?? '')
    setSent(await send(values))
    setBusy(false)
  }

  return {
    busy,
    email,
    message: sent?.isSent === false ? sent.message : '',
    done: sent?.isSent ? sent.message : '',
    form: { ref: form, errors: fields, onSubmit },
  }
}

/** Result that replaces a sent form. */
function Done({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex items-start gap-3">
      <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" />
      <div>
        <p ref={focusOnMount} tabIndex={-1} className="font-semibold wrap-anywhere">
          {title}
        </p>
        {children}
      </div>
    </div>
  )
}

/** Sends the agency a request with this result. */
export function RequestForm({ canFix }: { canFix: boolean }) {
  const { busy, email, message, done, form } = useAuditForm('/request')
  return (
    <section
      aria-labelledby="request"
      className="rounded-box border-t-4 border-primary bg-base-200 p-5 sm:p-7"
    >
      <h2 id="request" className="text-xl">
        {canFix ? 'Have us fix it' : 'Want more from it?'}
      </h2>
      {done ? (
        <div className="mt-4">
          <Done title={done}>
            <p className="mt-1 text-soft wrap-anywhere">
              A person reads both and answers {brand.replies}, to {email}.
            </p>
            <BookCallLink />
          </Done>
        </div>
      ) : (
        <>
          <p className="mt-2 text-soft">
            We get this result with your message, and answer {brand.replies} with what we would do and what it
            costs.
          </p>
          <Form {...form} className="mt-5 grid grid-cols-1 gap-4">
            <FormMessage message={message} />
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
              <TextField label="Your name" name="fullname" required autoComplete="name" />
              <TextField label="Email" name="email" type="email" required autoComplete="email" />
            </div>
            <TextField label="Phone (optional)" name="contact" type="tel" autoComplete="tel" />
            <TextArea label="Message (optional)" name="message" rows={3} />
            <Honeypot />
            <Button
              type="submit"
              variant="primary"
              busy={busy}
              busyLabel="Sending…"
              className="sm:justify-self-start"
            >
              Send with this result
            </Button>
          </Form>
        </>
      )}
    </section>
  )
}

/** Mails the link of this result. */
export function MailForm() {
  const { busy, message, done, form } = useAuditForm('/mail')
  return (
    <section aria-labelledby="mail">
      <h2 id="mail" className="text-xl">
        Keep it, or pass it on
      </h2>
      {done ? (
        <div className="mt-3">
          <Done title={done} />
        </div>
      ) : (
        <Form {...form} className="mt-3 grid grid-cols-1 gap-3">
          <FormMessage message={message} />
          <TextField
            label="Email for the link"
            name="email"
            type="email"
            required
            autoComplete="email"
            hint="One mail with the link, and nothing else."
          />
          <Button type="submit" busy={busy} busyLabel="Sending…" className="sm:justify-self-start">
            Mail the result
          </Button>
        </Form>
      )}
    </section>
  )
}
