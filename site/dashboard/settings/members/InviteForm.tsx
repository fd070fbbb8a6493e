import { useState } from 'react'

import { ROLE_LABELS } from '#shared/businesses/members.ts'
import { type Role, ROLES } from '#shared/businesses/permissions.ts'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { Button } from '#site/ui/Button.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { FormMessage } from '#site/ui/fields/FormMessage.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { invitation } from './store.ts'

const CHOICES = ROLES.map(role => ({ value: role, label: ROLE_LABELS[role].name }))

/** Invites somebody to the selected business by e-mail. */
export function InviteForm() {
  const [role, setRole] = useState<Role>('editor')
  const onSent = (form: HTMLFormElement) => {
    form.reset()
    setRole('editor')
  }
  const { form, fields, message, sending } = useForm(invitation, { read: readFields, onSent })
  return (
    <form {...form} noValidate className="grid gap-4 border-t border-base-300 pt-5">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Invite by email"
          name="email"
          type="email"
          autoComplete="off"
          error={fields.email}
        />
        <SelectField
          label="Role"
          name="role"
          choices={CHOICES}
          value={role}
          hint={`${ROLE_LABELS[role].can}.`}
          error={fields.role}
          onChange={event => setRole(event.target.value as Role)}
        />
      </div>
      <FormMessage message={message} />
      <p>
        <Button type="submit" busy={sending}>
          Send invitation
        </Button>
      </p>
    </form>
  )
}
