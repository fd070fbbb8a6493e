import {
  monthlyLabel,
  recurrenceSentence,
  type Recurring,
  weekdayName,
  weekdayOf,
} from '#shared/posts/describe-extras.ts'
import type { Recurrence } from '#shared/posts/extras.ts'
import { monthlyChoices, recurrenceProblem } from '#shared/posts/recurrence.ts'
import { formatDate } from '#site/lib/format.ts'
import { FieldError, SelectField, TextField } from '#site/ui/fields/Field.tsx'
import { PRESSABLE } from '#site/ui/fields/pressed.ts'

const MONTHLY = 'month '

const valueOf = (recurrence: Recurrence) =>
  recurrence.every === 'month' ? `${MONTHLY}${recurrence.on}` : recurrence.every

type RecurrenceFieldsProps = {
  extras: Recurring
  /** Name of the network that repeats the event or offer. */
  network: string
  /** The reason for which the form wasn't accepted. */
  error: string | undefined
  onChange: (recurrence: Recurrence | undefined) => void
}

/** Lets the network repeat an event or an offer by itself, and says what it will do. */
export function RecurrenceFields({ extras, network, error, onChange }: RecurrenceFieldsProps) {
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
  const weekdays = recurrence?.every === 'week' ? recurrence.weekdays : undefined

  function choose(value: string) {
    const until = recurrence?.until ?? ''
    const on = [...monthly].find(each => value === `${MONTHLY}${each}`)
    if (on) onChange({ every: 'month', on, until })
    else if (value === 'week') onChange({ every: value, weekdays: start ? [weekdayOf(start)] : [], until })
    else onChange(value === 'day' ? { every: value, until } : undefined)
  }

  const toggled = (days: readonly number[], day: number) =>
    days.includes(day) ? days.filter(each => each !== day) : [...days, day].toSorted((a, b) => a - b)

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
      {recurrence && weekdays && (
        <div role="group" aria-label="Weekdays" className="grid grid-cols-4 gap-1.5 @md:grid-cols-7">
          {[1, 2, 3, 4, 5, 6, 7].map(day => (
            <button
              key={day}
              type="button"
              aria-pressed={weekdays.includes(day)}
              className={`${PRESSABLE} btn-sm`}
              onClick={() =>
                onChange({ every: 'week', weekdays: toggled(weekdays, day), until: recurrence.until })
              }
            >
              <span aria-hidden="true">{weekdayName(day).slice(0, 3)}</span>
              <span className="sr-only">{weekdayName(day)}</span>
            </button>
          ))}
        </div>
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
