import { useEffect, useState } from 'react'

import { TIMELINES, WEBSITE_BUDGETS } from '#shared/requests/requests.ts'
import { Honeypot } from '#site/forms/Honeypot.tsx'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { FormModal } from '#site/ui/dialogs/FormModal.tsx'
import { ChoiceGroup } from '#site/ui/fields/ChoiceGroup.tsx'
import { TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { SentDialog } from '../SentDialog.tsx'
import { readAnswers, textIn } from './answers.ts'
import { questionnaire } from './store.ts'
import { WebsiteQuestions } from './WebsiteQuestions.tsx'

export function QuestionnaireForm({ onClose }: { onClose: () => void }) {
  const [sentBy, setSentBy] = useState<string>()
  const { form, fields, message, sending } = useForm(questionnaire, {
    read: readAnswers,
    onSent: sent => setSentBy(readFields(sent).contact ?? ''),
  })
  const draft = questionnaire.draft() ?? {}
  const text = (name: string) => textIn(draft, name)
  useEffect(() => questionnaire.leave, [])

  if (sentBy !== undefined) return <SentDialog contact={sentBy} onClose={onClose} />
  return (
    <FormModal
      wide
      title="Website Questionnaire"
      intro="Answer what you can and leave the rest. Give us a phone number or an email, so that we can come back to you."
      submit="Send answers"
      busyLabel="Sending…"
      onClose={onClose}
      {...{ form, message, sending }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Your name"
          name="name"
          autoComplete="name"
          defaultValue={text('name')}
          error={fields.name}
        />
        <TextField
          label="Phone or email"
          name="contact"
          autoComplete="email"
          defaultValue={text('contact')}
          error={fields.contact}
        />
      </div>
      <TextField
        label="Your business, and what it does"
        name="business"
        defaultValue={text('business')}
        error={fields.business}
      />
      <WebsiteQuestions draft={draft} fields={fields} />
      <ChoiceGroup
        legend="Budget"
        kind="radio"
        name="budget"
        choices={WEBSITE_BUDGETS}
        chosen={[text('budget')]}
        error={fields.budget}
      />
      <ChoiceGroup
        legend="When do you need it?"
        kind="radio"
        name="timeline"
        choices={TIMELINES}
        chosen={[text('timeline')]}
        error={fields.timeline}
      />
      <TextArea
        label="Anything else?"
        name="comments"
        rows={3}
        defaultValue={text('comments')}
        error={fields.comments}
      />
      <Honeypot />
    </FormModal>
  )
}
