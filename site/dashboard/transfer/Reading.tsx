import { useStore } from '@nanostores/react'
import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'

import { plural } from '#shared/plural.ts'
import {
  type DateOrder,
  IMPORT_FIELD_NAMES,
  IMPORT_FIELDS,
  type Import,
  type ImportField,
  type ImportSettings,
  REPEATED_FIELDS,
  type ImportEncoding,
  type ImportSource,
} from '#shared/posts/imports.ts'
import { zoneChoices } from '#site/dashboard/shared/domains/zone-choices.ts'
import { BusyButton, Button, useSubmit } from '#site/ui/Button.tsx'
import { Checkbox } from '#site/ui/fields/Checkbox.tsx'
import { SelectField } from '#site/ui/fields/Field.tsx'
import { $isBusy, EXCEPT_WITH_PICTURES, saveSettings, $canReadAgain, readAgain } from './store.ts'

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
  const [busy, form] = useSubmit(() => saveSettings(settings))
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

const ENCODINGS: Record<ImportEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Windows (Western)',
  macintosh: 'Mac (classic)',
  'windows-1250': 'Windows (Central European)',
  'windows-1251': 'Windows (Cyrillic)',
  'windows-1254': 'Windows (Turkish)',
  shift_jis: 'Japanese (Shift JIS)',
  gb18030: 'Chinese (GB 18030)',
  'koi8-r': 'Cyrillic (KOI8)',
  ibm866: 'DOS (Cyrillic)',
  ibm850: 'DOS (Western)',
  ibm437: 'DOS (US)',
}
const SEPARATORS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }

/** Says in a line how the file was read, and offers other readings that also make sense. */
export function Assumptions({ data }: { data: Import }) {
  const canReadAgain = useStore($canReadAgain)
  const isBusy = useStore($isBusy)
  const { source } = data
  if (!source) return null
  const { otherEncodings = [], otherSheets = [] } = source
  return (
    <div className="grid gap-2 text-sm">
      <p className="wrap-anywhere text-soft">{describe(source, data.settings)}</p>
      {source.doubtful > 0 && <p>{plural(source.doubtful, 'cell')} to look at, marked in the rows below.</p>}
      {!canReadAgain && otherEncodings.length > 0 && data.state !== 'done' && (
        <p>Not right? Choose the file again to read it in another encoding.</p>
      )}
      {canReadAgain && otherEncodings.length + otherSheets.length > 0 && (
        <p className="flex flex-wrap items-center gap-2">
          <span>Not right?</span>
          {otherEncodings.map(encoding => (
            <Button key={encoding} small disabled={isBusy} onClick={() => readAgain({ encoding })}>
              Read it as {ENCODINGS[encoding]}
            </Button>
          ))}
          {otherSheets.slice(0, 6).map(sheet => (
            <Button key={sheet} small disabled={isBusy} onClick={() => readAgain({ sheet })}>
              Read the sheet “{sheet}”
            </Button>
          ))}
        </p>
      )}
    </div>
  )
}

function describe(source: ImportSource, { dateOrder: order, timeZone }: Import['settings']): string {
  const { encoding, delimiter, sheet, headerLine, hiddenRows, hiddenColumns = 0, dates } = source
  const parts = [
    sheet !== undefined && `from the sheet “${sheet}”`,
    encoding && `as ${ENCODINGS[encoding]}${delimiter ? ` with ${SEPARATORS[delimiter]}` : ''}`,
    headerLine === null ? 'without column names' : `with the column names in row ${headerLine}`,
    dates &&
      dates.by !== null &&
      `with the ${order === 'dmy' ? 'day' : 'month'} first, as in ${dates.sample}`,
    `with times in ${timeZone.replaceAll('_', ' ')}`,
  ].filter(Boolean)
  const hidden = [
    hiddenRows > 0 && plural(hiddenRows, 'hidden row'),
    hiddenColumns > 0 && plural(hiddenColumns, 'hidden column'),
  ].filter(Boolean)
  return `Read ${parts.join(', ')}.${hidden.length > 0 ? ` ${hidden.join(' and ')} left out.` : ''}`
}

/** Asks once how to read dates that are right in both orders. */
export function DateQuestion({ data }: { data: Import }) {
  const { dates } = data.source ?? {}
  if (dates?.by !== null || data.state !== 'mapping' || !data.settings.columns.includes('date')) return null
  return (
    <section
      aria-labelledby="date-question"
      className="grid gap-3 rounded-box border border-amber/60 bg-raised p-4"
    >
      <h2 id="date-question" className="font-semibold">
        How should we read {dates.sample}?
      </h2>
      <p className="text-sm">
        Both orders are possible in this file, so nothing is checked before you choose.
      </p>
      <div className="flex flex-wrap gap-2">
        {(['dmy', 'mdy'] as const).map(order => (
          <BusyButton key={order} busyLabel="Checking…" onClick={() => saveSettings({ dateOrder: order })}>
            {order === 'dmy' ? 'Day first' : 'Month first'}
            {shownAs(dates.sample, order)}
          </BusyButton>
        ))}
      </div>
    </section>
  )
}

/** Returns ': 5 December 2026' for a date of numbers. */
function shownAs(sample: string, order: DateOrder): string {
  const [, first = '', second = '', year = ''] = /(\d{1,2})\D(\d{1,2})\D(\d{4}|\d{2})/.exec(sample) ?? []
  if (year === '') return ''
  const [day, month] = order === 'dmy' ? [first, second] : [second, first]
  const date = new Date(Date.UTC(Number(year.padStart(4, '20')), Number(month) - 1, Number(day)))
  return `: ${date.toLocaleDateString('en-AU', { dateStyle: 'long', timeZone: 'UTC' })}`
}
