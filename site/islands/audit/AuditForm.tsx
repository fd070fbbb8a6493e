import { useEffect, useLayoutEffect, useState } from 'react'

import '#site/forms/forms-style.ts'
import { fillIn } from '#site/forms/fill-in.ts'
import { NeedsScript } from '#site/forms/NeedsScript.tsx'
import { PREVENT_NATIVE_SUBMIT, readFields, useForm } from '#site/forms/use-form.ts'
import { Button } from '#site/ui/Button.tsx'
import { Form, FormMessage, TextField } from '#site/ui/fields/Field.tsx'
import { auditForm } from './store.ts'

/** Pre-rendered by the build; hydrates when a visitor focuses or presses something in it. */
export function AuditForm() {
  const [isOpening, setOpening] = useState(false)
  const { form, message, sending } = useForm(auditForm, { read: readFields, onSent: () => setOpening(true) })

  useLayoutEffect(() => {
    if (form.ref.current) fillIn(form.ref.current, auditForm.draft())
  }, [form.ref])

  // The browser may show this page again as it was left.
  useEffect(() => {
    const onShow = () => setOpening(false)
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  return (
    <>
      <NeedsScript instead="Please ask us for it at" />
      <Form {...form} {...PREVENT_NATIVE_SUBMIT} className="grid gap-5">
        {/* The api repeats the field's error as the form's. */}
        <FormMessage message={form.errors.url ? '' : message} />
        <TextField
          label="Your website"
          name="url"
          required
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="yourshop.com"
        />
        <Button
          type="submit"
          variant="primary"
          busy={sending || isOpening}
          busyLabel="Opening your website…"
          className="btn-lg sm:justify-self-start"
        >
          Check my website
        </Button>
      </Form>
    </>
  )
}
