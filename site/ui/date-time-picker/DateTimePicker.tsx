import { CalendarClock } from 'lucide-react'
import { useEffect } from 'react'

import { timeZone } from '#site/lib/format.ts'
import { Field, type FieldProps } from '#site/ui/fields/Field.tsx'
import { PANEL, usePopover } from '#site/ui/popovers/Popover.tsx'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import type { TimePanelProps } from './TimePanel.tsx'

/** Loads as soon as a picker is on screen. After a failure, the next picker loads it again. */
const TimePanel = lazyComponent(
  async () => (await import('./TimePanel.tsx')).TimePanel,
  undefined,
  () => (
    <p role="alert" className="text-sm">
      The calendar didn’t load. Check your connection, then reload the page.
    </p>
  ),
)

type DateTimePickerProps = Pick<FieldProps, 'label' | 'hideLabel' | 'hint' | 'error' | 'required'> &
  Pick<TimePanelProps, 'value' | 'describeZone'> & {
    onChange: (value: Date) => void
    /** Label of the button once a time is chosen. */
    format: (value: Date) => string
    /** IANA name; the device's zone without it. */
    zone?: string
    /** Free posting times; the chosen day's come first. */
    freeTimes?: readonly Date[]
  }

export function DateTimePicker({
  value,
  onChange,
  format,
  describeZone,
  zone = timeZone(),
  freeTimes = [],
  ...field
}: DateTimePickerProps) {
  const { open, close, button, panel } = usePopover()
  useEffect(() => TimePanel.load(), [])
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
            className="input flex h-auto min-h-(--size) max-w-full cursor-pointer items-center gap-2.5 py-0.5 text-start text-sm"
          >
            <CalendarClock className="size-4 shrink-0 text-soft" />
            <span className={`min-w-0 leading-tight whitespace-normal ${value ? '' : 'text-soft'}`}>
              {value ? format(value) : 'Choose future date & time'}
            </span>
          </button>
          <div
            {...panel}
            aria-label="Choose date and time"
            className={`${PANEL} p-4 max-sm:w-[calc(100vw-1.5rem)]`}
          >
            {open && <TimePanel {...{ value, zone, describeZone, freeTimes, onChange }} onDone={close} />}
          </div>
        </>
      )}
    </Field>
  )
}
