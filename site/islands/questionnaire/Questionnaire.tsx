import { useEffect, useState } from 'react'

import { sellsWebsites } from '#shared/brand.ts'
import {
  TIMELINES,
  WEBSITE_BUDGETS,
  EXISTING_ASSETS,
  EXTRA_FEATURES,
  WEBSITE_TYPES,
} from '#shared/requests/requests.ts'
import { Honeypot } from '#site/forms/Honeypot.tsx'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { useRequestedDialog } from '#site/forms/use-open-request.ts'
import { FormModal } from '#site/ui/dialogs/FormModal.tsx'
import { ChoiceGroup } from '#site/ui/fields/ChoiceGroup.tsx'
import { TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { IslandToasts } from '../IslandToasts.tsx'
import { SentDialog } from '../SentDialog.tsx'
import { readAnswers, textIn, type Answers, tickedIn, questionnaire } from './store.ts'

/** The Website Questionnaire. Opens when its `client:intent` is requested. */
export function Questionnaire() {
  const { anchor, isOpen, close } = useRequestedDialog()
  return (
    <>
      <span ref={anchor} hidden />
      {isOpen && <QuestionnaireForm onClose={close} />}
      <IslandToasts />
    </>
  )
}

function QuestionnaireForm({ onClose }: { onClose: () => void }) {
  const [sentBy, setSentBy] = useState<string>()
  const { form, message, sending } = useForm(questionnaire, {
    read: readAnswers,
    onSent: sent => setSentBy(readFields(sent).contact ?? ''),
  })
  const draft = questionnaire.draft() ?? {}
  const text = (name: string) => textIn(draft, name)
  useEffect(() => questionnaire.clearErrors, [])

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
        <TextField label="Your name" name="name" autoComplete="name" defaultValue={text('name')} />
        <TextField
          label="Phone or email"
          name="contact"
          autoComplete="email"
          defaultValue={text('contact')}
        />
      </div>
      <TextField label="Your business, and what it does" name="business" defaultValue={text('business')} />
      <WebsiteQuestions draft={draft} />
      <ChoiceGroup
        legend="Budget"
        kind="radio"
        name="budget"
        choices={sellsWebsites ? WEBSITE_BUDGETS : WEBSITE_BUDGETS.slice(1)}
        chosen={[text('budget')]}
      />
      <ChoiceGroup
        legend="When do you need it?"
        kind="radio"
        name="timeline"
        choices={TIMELINES}
        chosen={[text('timeline')]}
      />
      <TextArea label="Anything else?" name="comments" rows={3} defaultValue={text('comments')} />
      <Honeypot />
    </FormModal>
  )
}

const WebsiteQuestions = ({ draft }: { draft: Partial<Answers> }) => (
  <>
    <ChoiceGroup
      legend="What kind of website?"
      kind="checkbox"
      name={value => `websiteType.${value}`}
      choices={WEBSITE_TYPES}
      chosen={tickedIn(draft.websiteType)}
    >
      <TextField
        label="Something else"
        name="websiteType.other"
        defaultValue={textIn(draft.websiteType, 'other')}
      />
    </ChoiceGroup>
    <TextField
      label="Which pages?"
      name="pages"
      placeholder="Home, Services, Contact"
      defaultValue={textIn(draft, 'pages')}
    />
    <TextArea
      label="How should it look?"
      name="design"
      rows={3}
      placeholder="Colours, sites that you like, what to leave out"
      defaultValue={textIn(draft, 'design')}
    />
    <ChoiceGroup
      legend="What do you have already?"
      kind="checkbox"
      name={value => `existing.${value}`}
      choices={EXISTING_ASSETS}
      chosen={tickedIn(draft.existing)}
    />
    <ChoiceGroup
      legend="What else should it do?"
      kind="checkbox"
      name={value => `extraFeatures.${value}`}
      choices={EXTRA_FEATURES}
      chosen={tickedIn(draft.extraFeatures)}
    >
      <TextField
        label="Something else"
        name="extraFeatures.other"
        defaultValue={textIn(draft.extraFeatures, 'other')}
      />
    </ChoiceGroup>
  </>
)
