import { useStore } from '@nanostores/react'

import { formatDueIn, formatPickedIn } from '#site/dashboard/shared/zone.ts'
import { describeTimeZone } from '#site/lib/format.ts'
import { DateTimePicker } from '#site/ui/date-time-picker/DateTimePicker.tsx'
import { $freeTimesOf } from './free-slot.ts'

type PublishTimeFieldProps = {
  value: Date | null
  /** The zone of the business. */
  zone: string
  /** Defaults to the selected business. */
  domainId?: string | undefined
  onChange: (value: Date) => void
  error?: string | undefined
  /** In the composer: shows neither label nor hint, and the time in the composer's format. */
  bare?: boolean
}

export function PublishTimeField({ value, zone, domainId, onChange, error, bare }: PublishTimeFieldProps) {
  return (
    <DateTimePicker
      label="Date and time"
      hideLabel={bare}
      value={value}
      onChange={onChange}
      zone={zone}
      format={date => (bare ? formatPickedIn : formatDueIn)(zone, date)}
      describeZone={date => describeTimeZone(date, zone)}
      hint={bare ? undefined : describeTimeZone(value ?? new Date(), zone)}
      error={error}
      freeTimes={useStore($freeTimesOf)(domainId)}
    />
  )
}
