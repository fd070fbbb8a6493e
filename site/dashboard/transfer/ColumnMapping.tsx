import { useStore } from '@nanostores/react'
import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'

import {
  type DateOrder,
  IMPORT_FIELD_NAMES,
  IMPORT_FIELDS,
  type Import,
  type ImportField,
  type ImportSettings,
  REPEATED_FIELDS,
} from '#shared/posts/imports.ts'
import { zoneChoices } from '#site/dashboard/shared/domains/zone-choices.ts'
import { Button, useSubmit } from '#site/ui/Button.tsx'
import { Checkbox } from '#site/ui/fields/Checkbox.tsx'
import { SelectField } from '#site/ui/fields/Field.tsx'
import { $busy, EXCEPT_WITH_PICTURES, saveSettings } from './store.ts'

const FIELD_CHOICES = IMPORT_FIELDS.map(value => ({ value, label: IMPORT_FIELD_NAMES[value] }))
const ORDERS: { value: DateOrder; label: string }[] = [
  { value: 'dmy', label: '01/02 is 1 February' },
  { value: 'mdy', label: '01/02 is 2 January' },
]

export function ColumnMapping({ data }: { data: Import }) {
  const [settings, setSettings] = useState(data.settings)
  const [open, setOpen] = useState(data.state === 'mapping' || data.format === 'free')
  const { textOnly } = data.settings
  useEffect(() => setSettings(shown => ({ ...shown, textOnly })), [textOnly])
  const busy = useStore($busy) === 'settings'
  const [, form] = useSubmit(() => saveSettings(settings))
  const change = (part: Partial<ImportSettings>) => setSettings({ ...settings, ...part })
  const choose = (at: number, value: string) =>
    change({
      columns: settings.columns.map((field, index) =>
        index === at
          ? ((value || null) as ImportField | null)
          : field === value && isSingle(field)
            ? null
            : field,
      ),
    })
  return (
    <details
      open={open}
      onToggle={event => setOpen(event.currentTarget.open)}
      className="group rounded-box border border-base-300 bg-raised"
    >
      <summary className="flex min-h-11 cursor-pointer items-center px-4 py-2.5 font-semibold">
        <ChevronDown className="me-2 size-4 -rotate-90 group-open:rotate-0" />
        Columns, dates and time zone
      </summary>
      <form {...form} className="grid gap-5 border-t border-base-300 p-4">
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {data.headers.map((header, at) => (
            <SelectField
              key={at}
              label={header}
              hint={sampleOf(data, at)}
              choices={FIELD_CHOICES}
              placeholder="Leave out"
              value={settings.columns[at] ?? ''}
              onChange={event => choose(at, event.target.value)}
            />
          ))}
        </div>
        <div className="grid gap-4 border-t border-base-300 pt-4 sm:grid-cols-2 xl:grid-cols-3">
          <SelectField
            label="Order of dates"
            choices={ORDERS}
            value={settings.dateOrder}
            onChange={event => change({ dateOrder: event.target.value as DateOrder })}
          />
          <div className="self-end pb-2">
            <Checkbox
              label={`Rows without a picture go out as text${EXCEPT_WITH_PICTURES}`}
              checked={settings.textOnly}
              onChange={event => change({ textOnly: event.target.checked })}
            />
          </div>
          <SelectField
            label="Time zone of the file"
            choices={zoneChoices(settings.timeZone)}
            value={settings.timeZone}
            onChange={event => change({ timeZone: event.target.value })}
          />
        </div>
        <div>
          <Button
            type="submit"
            variant={data.state === 'mapping' ? 'primary' : 'plain'}
            busy={busy}
            busyLabel="Checking…"
          >
            Check the rows
          </Button>
        </div>
      </form>
    </details>
  )
}

const isSingle = (field: ImportField | null) => field !== null && !REPEATED_FIELDS.includes(field)

function sampleOf({ samples }: Import, at: number): string {
  const sample = samples.map(cells => cells[at]).find(Boolean)
  if (!sample) return 'Empty in the first rows'
  return sample.length > 60 ? `${sample.slice(0, 60)}…` : sample
}
