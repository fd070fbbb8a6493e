import { useStore } from '@nanostores/react'
import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'

import '#site/forms/forms-style.ts'
import { NeedsScript } from '#site/forms/NeedsScript.tsx'
import { PREVENT_NATIVE_SUBMIT, readFields, useForm } from '#site/forms/use-form.ts'
import { Button } from '#site/ui/Button.tsx'
import { Form, FormMessage } from '#site/ui/fields/Field.tsx'
import { PasswordChecklist } from '#site/ui/fields/password/PasswordChecklist.tsx'
import { PasswordField } from '#site/ui/fields/password/PasswordField.tsx'
import { $passwordIsReset, newPassword, RESET_DONE } from './store.ts'

/** The form behind a reset link. Pre-rendered by the build. */
export function ResetPassword() {
  const [typed, setTyped] = useState('')
  const onSent = (form: HTMLFormElement) => {
    form.reset()
    setTyped('')
  }
  const { form, message, sending } = useForm(newPassword, { read: readFields, onSent })
  const isReset = useStore($passwordIsReset)

  useEffect(() => {
    const box = form.ref.current?.elements.namedItem('newPassword')
    if (box instanceof HTMLInputElement) setTyped(box.value)
  }, [form.ref])

  return (
    <>
      <NeedsScript instead="If you can’t turn it on, write to" />
      <Form {...form} {...PREVENT_NATIVE_SUBMIT} className="grid gap-5">
        <div role="status" className="empty:hidden">
          {isReset && (
            <p className="flex items-start gap-2.5 rounded-field border border-success/35 bg-success/10 px-3.5 py-2.5 text-sm">
              <CircleCheck className="mt-0.5 size-4 shrink-0 text-success" />
              {RESET_DONE}
            </p>
          )}
        </div>
        <FormMessage message={message} />
        <PasswordField
          label="New Password"
          name="newPassword"
          required
          autoComplete="new-password"
          onChange={event => setTyped(event.target.value)}
        />
        <PasswordChecklist password={typed} />
        <PasswordField label="Confirm Password" name="confirmPassword" required autoComplete="new-password" />
        <Button
          type="submit"
          variant="primary"
          wide
          busy={sending || isReset}
          busyLabel={isReset ? 'One moment…' : undefined}
        >
          Reset Password
        </Button>
      </Form>
    </>
  )
}
