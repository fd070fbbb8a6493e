import type { Fields } from '#shared/errors.ts'
import { EXISTING_ASSETS, EXTRA_FEATURES, WEBSITE_TYPES } from '#shared/requests/requests.ts'
import { ChoiceGroup } from '#site/ui/fields/ChoiceGroup.tsx'
import { TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { type Answers, textIn, tickedIn } from './answers.ts'

type WebsiteQuestionsProps = { draft: Partial<Answers>; fields: Fields }

/** Type of site, existing material and extra features. */
export const WebsiteQuestions = ({ draft, fields }: WebsiteQuestionsProps) => (
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
        error={fields['websiteType.other']}
      />
    </ChoiceGroup>
    <TextField
      label="Which pages?"
      name="pages"
      placeholder="Home, Services, Contact"
      defaultValue={textIn(draft, 'pages')}
      error={fields.pages}
    />
    <TextArea
      label="How should it look?"
      name="design"
      rows={3}
      placeholder="Colours, sites that you like, what to leave out"
      defaultValue={textIn(draft, 'design')}
      error={fields.design}
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
        error={fields['extraFeatures.other']}
      />
    </ChoiceGroup>
  </>
)
