import { readFields, useForm } from '#site/forms/use-form.ts'
import { FormModal } from '#site/ui/dialogs/FormModal.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import type { ClientDetails } from '../kind.ts'
import type { RequestProgress } from './progress.ts'

type ClientFormProps = {
  progress: RequestProgress
  /** Values from the request. */
  details: ClientDetails
  onClose: () => void
}

/** Creates the sender's business, and invites them to it. */
export function ClientForm({ progress: { newClient }, details, onClose }: ClientFormProps) {
  const { form, fields, message, sending } = useForm(newClient, { read: readFields, onSent: onClose })
  const close = () => {
    newClient.leave()
    onClose()
  }
  const shown = { ...details, ...newClient.draft() }
  return (
    <FormModal
      title="Create client"
      intro="You own the business and can start at once. The person you invite becomes its owner too."
      submit="Create client"
      busyLabel="Creating…"
      onClose={close}
      {...{ form, message, sending }}
    >
      <TextField
        label="Business name"
        name="businessName"
        required
        maxLength={100}
        data-autofocus
        defaultValue={shown.businessName}
        error={fields.businessName}
      />
      <TextField
        label="Website"
        name="websiteURL"
        inputMode="url"
        hint="Optional. We check how fast and how easy to find it is."
        defaultValue={shown.websiteURL}
        error={fields.websiteURL}
      />
      <TextField
        label="Invite as owner"
        name="email"
        type="email"
        hint="We email them an invitation in a few seconds. Leave it empty to invite nobody yet."
        defaultValue={shown.email}
        error={fields.email}
      />
    </FormModal>
  )
}
