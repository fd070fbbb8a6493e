import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'

import { $me } from '#site/dashboard/shared/me.ts'
import { useForm } from '#site/forms/use-form.ts'
import { describeTimeZone, formatDayTime } from '#site/lib/format.ts'
import { DateTimePicker } from '#site/ui/date-time-picker/DateTimePicker.tsx'
import { FormModal } from '#site/ui/dialogs/FormModal.tsx'
import { TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { callForm, closeSupport } from './support.ts'
import { SupportHours } from './SupportHours.tsx'

/** Schedule Call: requests a call from the agency. */
export function CallDialog() {
  const me = useStore($me)
  const [time, setTime] = useState<Date | null>(null)
  const chosen = useRef<Date | null>(null)
  const { form, fields, message, sending } = useForm(callForm, {
    read: element => ({
      ...Object.fromEntries(new FormData(element)),
      preferredAt: chosen.current?.toISOString() ?? '',
    }),
    onSent: closeSupport,
  })
  const close = () => {
    callForm.leave()
    closeSupport()
  }
  return (
    <FormModal title="Schedule Call" submit="Request a call" onClose={close} {...{ form, message, sending }}>
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        required
        autoComplete="tel"
        defaultValue={me.state === 'ready' && me.data.mobile ? `+${me.data.mobile}` : ''}
        error={fields.phone}
      />
      <DateTimePicker
        label="When suits you?"
        required
        value={time}
        onChange={value => {
          chosen.current = value
          setTime(value)
        }}
        format={date => formatDayTime(date)}
        describeZone={date => describeTimeZone(date)}
        hint={describeTimeZone(time ?? new Date())}
        error={fields.preferredAt}
      />
      <div className="rounded-field bg-base-200 px-4 py-3 text-sm">
        <p className="font-semibold">We call during support hours</p>
        <SupportHours />
      </div>
      <TextArea label="What’s it about? (optional)" name="message" rows={3} error={fields.message} />
    </FormModal>
  )
}
