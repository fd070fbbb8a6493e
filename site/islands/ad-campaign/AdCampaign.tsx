import { useEffect, useState } from 'react'

import { brand } from '#shared/brand.ts'
import {
  AD_MANAGEMENT,
  AD_PLATFORMS,
  BUDGET_RANGES,
  CAMPAIGN_OBJECTIVES,
  OTHER_OBJECTIVE,
} from '#shared/requests/requests.ts'
import { Honeypot } from '#site/forms/Honeypot.tsx'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { useRequestedDialog } from '#site/forms/use-open-request.ts'
import { FormModal } from '#site/ui/dialogs/FormModal.tsx'
import { ChoiceGroup } from '#site/ui/fields/ChoiceGroup.tsx'
import { TextArea, TextField, SelectField } from '#site/ui/fields/Field.tsx'
import { IslandToasts } from '../IslandToasts.tsx'
import { SentDialog } from '../SentDialog.tsx'
import { adCampaign, needsSender, type AdCampaignValues } from './store.ts'

/** The Ad Campaign Strategy form. Opens when its `client:intent` is requested. @param price empty if the agency publishes none */
export function AdCampaign({ price }: { price: string }) {
  const { anchor, isOpen, close } = useRequestedDialog()
  return (
    <>
      <span ref={anchor} hidden />
      {isOpen && <AdCampaignForm price={price} onClose={close} />}
      <IslandToasts />
    </>
  )
}

const read = (form: HTMLFormElement): AdCampaignValues => ({
  ...readFields(form),
  requestType: AD_MANAGEMENT,
  platforms: new FormData(form).getAll('platforms').map(String),
})

function AdCampaignForm({ price, onClose }: { price: string; onClose: () => void }) {
  const [sentBy, setSentBy] = useState<string>()
  const { form, fields, message, sending } = useForm(adCampaign, {
    read,
    onSent: sent => setSentBy(readFields(sent).email ?? ''),
  })
  const draft: Partial<AdCampaignValues> = adCampaign.draft() ?? {}
  const text = (name: string) => {
    const typed = draft[name]
    return typeof typed === 'string' ? typed : ''
  }
  useEffect(() => adCampaign.clearErrors, [])

  if (sentBy !== undefined) return <SentDialog contact={sentBy} onClose={onClose} />
  return (
    <FormModal
      wide
      title="Ad Campaign Strategy"
      intro={`Four questions. We read your answers and come back with a plan and what it costs${price && `: ${price}, and what you spend on the ads`}.`}
      submit="Send to our team"
      busyLabel="Sending…"
      onClose={onClose}
      {...{ form, message, sending }}
    >
      <Objective chosen={draft.campaignObjective} other={text('otherObjective')} />
      <TextArea
        label="Target audience"
        name="targetAudience"
        required
        rows={3}
        placeholder={`Home owners around ${brand.regions[0]} who look after their gardens`}
        defaultValue={text('targetAudience')}
      />
      <ChoiceGroup
        legend="Platforms"
        kind="checkbox"
        name="platforms"
        choices={AD_PLATFORMS}
        chosen={draft.platforms ?? []}
      />
      <SelectField
        label="Monthly budget"
        name="budgetRange"
        required
        placeholder="Choose a budget"
        choices={BUDGET_RANGES}
        defaultValue={draft.budgetRange ?? BUDGET_RANGES[0]?.value}
      />
      {(needsSender() || fields.name || fields.email) && <Sender name={text('name')} email={text('email')} />}
      <Honeypot />
    </FormModal>
  )
}

type ObjectiveProps = { chosen: string | string[] | undefined; other: string }

function Objective({ chosen = CAMPAIGN_OBJECTIVES[0]?.value, other }: ObjectiveProps) {
  const [objective, setObjective] = useState(String(chosen))
  return (
    <div className="grid gap-3">
      <SelectField
        label="Campaign objective"
        name="campaignObjective"
        required
        placeholder="Choose an objective"
        choices={CAMPAIGN_OBJECTIVES}
        value={objective}
        onChange={event => setObjective(event.target.value)}
      />
      {objective === OTHER_OBJECTIVE && (
        <TextField label="What should it do?" name="otherObjective" defaultValue={other} />
      )}
    </div>
  )
}

const Sender = ({ name, email }: { name: string; email: string }) => (
  <div className="grid gap-5 sm:grid-cols-2">
    <TextField label="Your name" name="name" required autoComplete="name" defaultValue={name} />
    <TextField
      label="Your email"
      name="email"
      type="email"
      required
      autoComplete="email"
      defaultValue={email}
    />
  </div>
)
