import { useState } from 'react'

import type { Fields } from '#shared/errors.ts'
import { CAMPAIGN_OBJECTIVES, OTHER_OBJECTIVE } from '#shared/requests/requests.ts'
import { TextField } from '#site/ui/fields/Field.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'

type ObjectiveProps = { chosen: string | string[] | undefined; other: string; fields: Fields }

/** The campaign's objective, with a text field for "Other". */
export function Objective({ chosen = CAMPAIGN_OBJECTIVES[0]?.value, other, fields }: ObjectiveProps) {
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
        error={fields.campaignObjective}
      />
      {objective === OTHER_OBJECTIVE && (
        <TextField
          label="What should it do?"
          name="otherObjective"
          defaultValue={other}
          error={fields.otherObjective}
        />
      )}
    </div>
  )
}
