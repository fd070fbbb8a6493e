import { useStore } from '@nanostores/react'

import { HOUR_MS } from '#shared/durations.ts'
import { networks } from '#shared/networks.ts'
import {
  monthlyLabel,
  recurrenceSentence,
  type Recurring,
  weekdayName,
  weekdayOf,
} from '#shared/posts/describe-extras.ts'
import {
  BUTTON_LABELS,
  BUTTONS,
  type ButtonAction,
  KIND_LABELS,
  MAX_TERMS,
  MAX_TITLE,
  MAX_URL,
  NO_EXTRAS,
  type PostExtras,
  type Recurrence,
} from '#shared/posts/extras.ts'
import { fitRecurrence, monthlyChoices, recurrenceProblem } from '#shared/posts/recurrence.ts'
import { completeUrl } from '#shared/text/urls.ts'
import { $draft, $errors, setExtras, enteredExtras } from '#site/dashboard/composer/draft/draft.ts'
import { sentExtrasProblem } from '#site/dashboard/composer/messages/shown-network.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { formatDate } from '#site/lib/format.ts'
import { CheckList } from '#site/ui/fields/CheckList.tsx'
import { FieldError, SelectField, TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { Segments } from '#site/ui/fields/Segments.tsx'
import { ExtrasFrame, type ExtrasInputProps } from './ExtrasFrame.tsx'

const ACTIONS = BUTTONS.map(value => ({ value, label: BUTTON_LABELS[value] }))

export function ExtrasInput(frame: ExtrasInputProps) {
  const { network } = frame
  const draft = useStore($draft)
  const extras = enteredExtras(draft, network) ?? NO_EXTRAS
  const { extras: error } = useStore($errors)
  const website = useStore($selectedDomain)?.websiteURL
  const problem = error && sentExtrasProblem(draft, network)
  const set = (change: Partial<PostExtras>) => setExtras(network, { ...extras, ...change })
  const text = (part: 'title' | 'start' | 'end' | 'coupon' | 'redeemUrl' | 'url') => ({
    value: extras[part],
    error: problem && problem.part === part ? problem.message : undefined,
    onChange: (event: { target: { value: string } }) => set({ [part]: event.target.value }),
  })
  const { kind, start, end, recurrence, button, terms } = extras

  return (
    <ExtrasFrame {...frame}>
      <Segments
        label={`Kind of post on ${networks[network].name}`}
        choices={networks[network].kinds.map(key => ({ key, label: KIND_LABELS[key] }))}
        chosen={kind}
        onChoose={chosen => set({ kind: chosen })}
      />
      {kind !== 'update' && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-3">
          <div className="col-span-full">
            <TextField label={`Title of the ${kind}`} maxLength={MAX_TITLE} {...text('title')} />
          </div>
          <TextField
            label="Starts"
            type="datetime-local"
            max={LATEST_TIME}
            {...text('start')}
            onChange={({ target: { value } }) =>
              set({
                start: value,
                ...(end <= value && { end: anHourAfter(value) }),
                ...(recurrence && { recurrence: fitRecurrence(recurrence, value) }),
              })
            }
          />
          <TextField label="Ends" type="datetime-local" min={start} max={LATEST_TIME} {...text('end')} />
          <div className="col-span-full grid grid-cols-1 gap-3">
            <RecurrenceFields
              extras={extras}
              network={networks[network].shortName}
              error={problem ? undefined : error}
              onChange={changed => set({ recurrence: changed })}
            />
          </div>
        </div>
      )}
      {kind === 'offer' ? (
        <>
          <div className="grid gap-3 @md:grid-cols-2">
            <TextField label="Code (optional)" maxLength={MAX_TITLE} {...text('coupon')} />
            <TextField
              label="Redeem online at (optional)"
              type="url"
              maxLength={MAX_URL}
              placeholder="https://"
              {...text('redeemUrl')}
              onBlur={() => set({ redeemUrl: completeUrl(extras.redeemUrl) })}
            />
          </div>
          <TextArea
            label="Terms (optional)"
            rows={2}
            maxLength={MAX_TERMS}
            value={terms}
            onChange={event => set({ terms: event.target.value })}
          />
        </>
      ) : (
        <div className="grid gap-3 @md:grid-cols-2">
          <SelectField
            label="Button"
            placeholder="No button"
            choices={ACTIONS}
            value={button ?? ''}
            hint={button === 'CALL' ? 'Calls the number of your profile.' : undefined}
            onChange={({ target: { value } }) =>
              set({ button: (value || null) as ButtonAction | null, url: extras.url || website || '' })
            }
          />
          {button && button !== 'CALL' && (
            <TextField
              label="Where it leads"
              type="url"
              maxLength={MAX_URL}
              placeholder="https://"
              {...text('url')}
              onBlur={() => set({ url: completeUrl(extras.url) })}
            />
          )}
        </div>
      )}
      {error && !problem && kind === 'update' && <FieldError message={error} />}
    </ExtrasFrame>
  )
}

/** Latest time. Without a limit, Chromium's field accepts years of six digits. */
const LATEST_TIME = '9999-12-31T23:59'

/** Adds an hour to a local time such as '2026-12-24T18:00', or returns ''. */
const anHourAfter = (time: string) =>
  time && new Date(Date.parse(`${time}Z`) + HOUR_MS).toISOString().slice(0, 16)

const MONTHLY = 'month '

const valueOf = (recurrence: Recurrence) =>
  recurrence.every === 'month' ? `${MONTHLY}${recurrence.on}` : recurrence.every

type RecurrenceFieldsProps = {
  extras: Recurring
  network: string
  error: string | undefined
  onChange: (recurrence: Recurrence | undefined) => void
}

/** Makes the network repeat an event or an offer by itself. */
function RecurrenceFields({ extras, network, error, onChange }: RecurrenceFieldsProps) {
  const { start, recurrence } = extras
  const problem = recurrenceProblem(extras)
  const monthly = new Set([
    ...(start ? monthlyChoices(start) : []),
    ...(recurrence?.every === 'month' ? [recurrence.on] : []),
  ])
  const choices = [
    { value: 'day', label: 'Every day' },
    { value: 'week', label: 'Every week' },
    ...[...monthly].map(on => ({
      value: `${MONTHLY}${on}`,
      label: start ? `Every month ${monthlyLabel(on, start)}` : 'Every month',
    })),
  ]

  function choose(value: string) {
    const until = recurrence?.until ?? ''
    const on = [...monthly].find(each => value === `${MONTHLY}${each}`)
    if (on) onChange({ every: 'month', on, until })
    else if (value === 'week') onChange({ every: value, weekdays: start ? [weekdayOf(start)] : [], until })
    else onChange(value === 'day' ? { every: value, until } : undefined)
  }

  return (
    <>
      <div className="grid gap-3 @md:grid-cols-2">
        <SelectField
          label="Repeats"
          placeholder="Never"
          choices={choices}
          value={recurrence ? valueOf(recurrence) : ''}
          onChange={event => choose(event.target.value)}
        />
        {recurrence && (
          <TextField
            label="Until (optional)"
            type="date"
            min={start.slice(0, 10)}
            max="9999-12-31"
            value={recurrence.until}
            onChange={event => onChange({ ...recurrence, until: event.target.value })}
          />
        )}
      </div>
      {recurrence?.every === 'week' && (
        <CheckList
          legend="On"
          values={[1, 2, 3, 4, 5, 6, 7]}
          checked={recurrence.weekdays}
          onCheck={weekdays => onChange({ ...recurrence, weekdays })}
        >
          {weekdayName}
        </CheckList>
      )}
      {problem && <FieldError message={problem} />}
      {error && error !== problem && <FieldError message={error} />}
      {recurrence && !problem && (
        <p className="text-sm text-soft">
          {recurrenceSentence(extras, network, day => formatDate(new Date(day), 'UTC'))}
        </p>
      )}
    </>
  )
}
