import { CalendarClock } from 'lucide-react'
import { type ToggleEvent, useEffect, useId, useRef, useState } from 'react'

import { Field, type FieldProps } from '#site/ui/fields/Field.tsx'
import { timesOf, withTimeOf } from './days.ts'
import { MonthGrid } from './MonthGrid.tsx'
import { TimeList } from './TimeList.tsx'

export type DateTimePickerProps = Pick<FieldProps, 'label' | 'hint' | 'error' | 'required'> & {
  value: Date | null
  onChange: (value: Date) => void
  /** Label of the button once a time is chosen. */
  format: (value: Date) => string
  /** 'Melbourne time (AEDT)' */
  describeZone: (value: Date) => string
  placeholder?: string
  stepMinutes?: number
  now?: () => Date
}

const EDGE = 12

/** Positions the panel below the button, or above it if there is no room; always within the window. */
function place(panel: HTMLElement, button: HTMLElement) {
  const { left, top, bottom } = button.getBoundingClientRect()
  const below = bottom + 6
  const lowest = innerHeight - panel.offsetHeight - EDGE
  const rightmost = document.documentElement.clientWidth - panel.offsetWidth - EDGE
  const wanted = below <= lowest ? below : top - panel.offsetHeight - 6
  panel.style.left = `${Math.max(EDGE, Math.min(left, rightmost))}px`
  panel.style.top = `${Math.max(EDGE, Math.min(wanted, lowest))}px`
}

/** Chooses a future day and time, in steps, in the device's time zone. */
export function DateTimePicker({
  value,
  onChange,
  format,
  describeZone,
  placeholder = 'Choose future date & time',
  stepMinutes = 15,
  now = () => new Date(),
  ...field
}: DateTimePickerProps) {
  const [min, setMin] = useState<Date>()
  const panel = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()

  const placed = () => panel.current && button.current && place(panel.current, button.current)

  useEffect(() => {
    if (!min) return undefined
    const again = new AbortController()
    for (const type of ['resize', 'scroll'])
      addEventListener(type, placed, { capture: true, passive: true, signal: again.signal })
    return () => again.abort()
  }, [min])

  function onToggle(event: ToggleEvent<HTMLDivElement>) {
    if (event.newState === 'closed') return setMin(undefined)
    setMin(now())
    requestAnimationFrame(() => {
      placed()
      panel.current?.querySelector<HTMLElement>('td [tabindex="0"]')?.focus()
    })
  }

  function chooseTime(time: Date) {
    onChange(time)
    panel.current?.hidePopover()
    button.current?.focus()
  }

  function chooseDay(day: Date, from: Date) {
    const time = withTimeOf(day, value, from, stepMinutes)
    if (time) onChange(time)
  }

  return (
    <Field {...field}>
      {({ required: _required, ...control }) => (
        <>
          <button
            {...control}
            ref={button}
            type="button"
            popoverTarget={panelId}
            aria-haspopup="dialog"
            aria-label={
              typeof field.label === 'string' && value ? `${field.label}: ${format(value)}` : undefined
            }
            className="input flex cursor-pointer items-center gap-2.5 text-start"
          >
            <CalendarClock aria-hidden="true" className="size-4 shrink-0 text-soft" />
            <span className={value ? '' : 'text-soft'}>{value ? format(value) : placeholder}</span>
          </button>
          <div
            ref={panel}
            id={panelId}
            popover="auto"
            role="dialog"
            aria-label="Choose date and time"
            onToggle={onToggle}
            className="fixed m-0 max-h-[92dvh] overflow-y-auto rounded-box border border-base-300 bg-raised p-4 text-base-content shadow-lift"
          >
            {min && (
              <>
                <div className="grid gap-3 sm:grid-cols-[auto_auto] sm:gap-4">
                  <MonthGrid selected={value} min={min} onSelect={day => chooseDay(day, min)} />
                  <TimeList
                    times={timesOf(value ?? min, min, stepMinutes)}
                    selected={value}
                    onSelect={chooseTime}
                  />
                </div>
                <p className="mt-3 border-t border-base-300 pt-3 text-xs text-soft">
                  {describeZone(value ?? min)}
                </p>
              </>
            )}
          </div>
        </>
      )}
    </Field>
  )
}
