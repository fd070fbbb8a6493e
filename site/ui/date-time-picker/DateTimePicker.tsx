import { CalendarClock } from 'lucide-react'
import { useState } from 'react'

import { SCHEDULE_STEP_MINUTES } from '#shared/timings.ts'
import { timeZone } from '#site/lib/format.ts'
import { Field, type FieldProps } from '#site/ui/fields/Field.tsx'
import { PANEL } from '#site/ui/popovers/Popover.tsx'
import { usePopover } from '#site/ui/popovers/use-popover.ts'
import { dayIn, timesOf, withTimeOf } from './days.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { TimeList } from './TimeList.tsx'

export type DateTimePickerProps = Pick<FieldProps, 'label' | 'hideLabel' | 'hint' | 'error' | 'required'> & {
  value: Date | null
  onChange: (value: Date) => void
  /** Label of the button once a time is chosen. */
  format: (value: Date) => string
  /** 'Melbourne time (AEDT)' */
  describeZone: (value: Date) => string
  /** IANA name; the device's zone without it. */
  zone?: string
}

/** Chooses a future day and time, in steps. */
export function DateTimePicker({
  value,
  onChange,
  format,
  describeZone,
  zone = timeZone(),
  ...field
}: DateTimePickerProps) {
  const { open, close, button, panel } = usePopover()

  function chooseTime(time: Date) {
    onChange(time)
    close()
  }

  return (
    <Field {...field}>
      {({ required: _required, ...control }) => (
        <>
          <button
            {...control}
            {...button}
            aria-label={
              typeof field.label === 'string' && value ? `${field.label}: ${format(value)}` : undefined
            }
            className="input flex cursor-pointer items-center gap-2.5 text-start"
          >
            <CalendarClock aria-hidden="true" className="size-4 shrink-0 text-soft" />
            <span className={value ? '' : 'text-soft'}>
              {value ? format(value) : 'Choose future date & time'}
            </span>
          </button>
          <div {...panel} aria-label="Choose date and time" className={PANEL}>
            {open && (
              <Panel
                value={value}
                min={new Date()}
                step={SCHEDULE_STEP_MINUTES}
                onDay={onChange}
                onTime={chooseTime}
                zone={zone}
                describeZone={describeZone}
              />
            )}
          </div>
        </>
      )}
    </Field>
  )
}

type PanelProps = {
  value: Date | null
  min: Date
  step: number
  onDay: (time: Date) => void
  onTime: (time: Date) => void
  zone: string
  describeZone: (value: Date) => string
}

function Panel({ value, min: opened, step, onDay, onTime, zone, describeZone }: PanelProps) {
  const [min] = useState(opened)
  const choosable = { zone, min, step }
  const shown = dayIn(zone, value ?? min)

  function chooseDay(day: Date) {
    const time = withTimeOf(day, value, choosable)
    if (time) onDay(time)
  }

  return (
    <>
      <div className="grid gap-3 sm:grid-cols-[auto_auto] sm:gap-4">
        <MonthGrid selected={value && shown} min={dayIn(zone, min)} onSelect={chooseDay} />
        <TimeList times={timesOf(shown, choosable)} zone={zone} selected={value} onSelect={onTime} />
      </div>
      <p className="mt-3 border-t border-base-300 pt-3 text-xs text-soft">{describeZone(value ?? min)}</p>
    </>
  )
}
