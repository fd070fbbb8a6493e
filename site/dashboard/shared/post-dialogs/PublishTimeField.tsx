import { SCHEDULE_STEP_MINUTES } from '#shared/timings.ts'
import { describeTimeZone, formatPicked } from '#site/lib/format.ts'
import { DateTimePicker } from '#site/ui/date-time-picker/DateTimePicker.tsx'

type PublishTimeFieldProps = {
  value: Date | null
  onChange: (value: Date) => void
  error: string | undefined
}

export const PublishTimeField = ({ value, onChange, error }: PublishTimeFieldProps) => (
  <DateTimePicker
    label="Date and time"
    value={value}
    onChange={onChange}
    format={date => formatPicked(date)}
    describeZone={date => describeTimeZone(date)}
    stepMinutes={SCHEDULE_STEP_MINUTES}
    hint={describeTimeZone(value ?? new Date())}
    error={error}
  />
)
