import { useEffect, useId } from 'react'

import { TIMELINES, WEBSITE_BUDGETS } from '#shared/requests.ts'
import { Button } from '#site/ui/Button.tsx'
import { ChoiceGroup } from '#site/ui/ChoiceGroup.tsx'
import { TextArea, TextField } from '#site/ui/Field.tsx'
import { FormMessage } from '#site/ui/FormMessage.tsx'
import { Modal } from '#site/ui/Modal.tsx'
import { Honeypot } from '../Honeypot.tsx'
import { useForm } from '../use-form.ts'
import { readAnswers, textIn } from './answers.ts'
import { questionnaire } from './store.ts'
import { WebsiteQuestions } from './WebsiteQuestions.tsx'

export function QuestionnaireForm({ onClose }: { onClose: () => void }) {
  const { form, fields, message, sending } = useForm(questionnaire, { read: readAnswers, onSent: onClose })
  const id = useId()
  const draft = questionnaire.draft() ?? {}
  const text = (name: string) => textIn(draft, name)
  useEffect(() => questionnaire.leave, [])

  return (
    <Modal
      open
      wide
      onClose={onClose}
      locked={sending}
      title="Website Questionnaire"
      actions={
        <>
          <Button onClick={onClose} disabled={sending}>
            Cancel
          </Button>
          <Button type="submit" form={id} look="primary" busy={sending} busyLabel="Sending…">
            Send answers
          </Button>
        </>
      }
    >
      <form {...form} id={id} className="grid gap-6">
        <p className="text-sm text-soft">
          Answer what you can and leave the rest. Give us a phone number or an email, so that we can come back
          to you.
        </p>
        <FormMessage message={message} />
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
      </form>
    </Modal>
  )
}
