import { useStore } from '@nanostores/react'

import { SUPPORT_SUBJECTS } from '#shared/requests/support.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { useForm } from '#site/forms/use-form.ts'
import { FormModal } from '#site/ui/dialogs/FormModal.tsx'
import { Checkbox } from '#site/ui/fields/Checkbox.tsx'
import { TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { $subject, closeSupport, questionForm } from './support.ts'

const readQuestion = (form: HTMLFormElement) => {
  const data = new FormData(form)
  return { ...Object.fromEntries(data), updates: data.get('updates') === 'on' }
}

/** Sends a message to the agency's list of support requests. */
export function ContactDialog() {
  const me = useStore($me)
  const subject = useStore($subject)
  const { form, fields, message, sending } = useForm(questionForm, {
    read: readQuestion,
    onSent: closeSupport,
  })
  const draft = questionForm.draft()
  const text = (name: string) => (typeof draft?.[name] === 'string' ? draft[name] : undefined)
  const close = () => {
    questionForm.leave()
    closeSupport()
  }
  return (
    <FormModal title="Contact Support" submit="Send message" onClose={close} {...{ form, message, sending }}>
      <SelectField
        label="Subject"
        name="subject"
        required
        choices={SUPPORT_SUBJECTS}
        placeholder="Select a subject"
        defaultValue={subject || text('subject')}
        error={fields.subject}
      />
      <TextArea
        label="Message"
        name="message"
        required
        rows={6}
        defaultValue={text('message')}
        error={fields.message}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="email"
        hint="We’ll reply here."
        defaultValue={text('email') ?? (me.state === 'ready' ? me.data.email : '')}
        error={fields.email}
      />
      <Checkbox
        label="Send me updates about this request"
        name="updates"
        defaultChecked={draft?.updates !== false}
      />
    </FormModal>
  )
}
