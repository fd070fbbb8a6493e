import { proposedRepeat, WEEKLY } from '#shared/posts/rhythm.ts'
import { type Repeat, rhythmOf } from '#shared/posts/series.ts'
import { SelectField, TextField } from '#site/ui/fields/Field.tsx'

const RHYTHMS: readonly Omit<Repeat, 'until'>[] = [
  WEEKLY,
  { every: 'week', interval: 2 },
  { every: 'month', interval: 1 },
]

type RhythmFieldsProps = {
  /** The day of the first post. */
  day: string
  repeat: Repeat | null
  /** Label of the option not to repeat the post, if it is offered. */
  none?: string
  error: string | undefined
  onChange: (repeat: Repeat | null) => void
}

export function RhythmFields({ day, repeat, none, error, onChange }: RhythmFieldsProps) {
  const isOther = repeat && !RHYTHMS.some(each => rhythmOf(each) === rhythmOf(repeat))
  const rhythms = isOther ? [...RHYTHMS, repeat] : RHYTHMS

  function choose(value: string) {
    const rhythm = rhythms.find(rhythm => rhythmOf(rhythm) === value)
    onChange(rhythm ? { ...proposedRepeat(day, rhythm), ...(repeat && { until: repeat.until }) } : null)
  }

  return (
    <div className="grid gap-3 @md:grid-cols-2">
      <SelectField
        label="Repeat"
        {...(none && { placeholder: none })}
        choices={rhythms.map(rhythm => ({
          value: rhythmOf(rhythm),
          label: rhythmOf(rhythm).replace('every', 'Every'),
        }))}
        value={repeat ? rhythmOf(repeat) : ''}
        onChange={event => choose(event.target.value)}
      />
      {repeat && (
        <TextField
          label="Until"
          type="date"
          required
          min={day}
          value={repeat.until}
          {...(error && { error })}
          onChange={event => onChange({ ...repeat, until: event.target.value })}
        />
      )}
    </div>
  )
}
