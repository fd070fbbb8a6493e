import { useStore } from '@nanostores/react'
import { useState } from 'react'

import {
  SUPPORT_HOURS,
  SUPPORT_SENT,
  SUPPORT_SUBJECTS,
  SUPPORT_ZONE,
  SupportCall,
  SupportQuestion,
} from '#shared/requests/support.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { schemaForm } from '#site/forms/form-store.ts'
import { FormDialog } from '#site/forms/FormDialog.tsx'
import { readFields } from '#site/forms/use-form.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { describeTimeZone, formatDayTime, timeZone } from '#site/lib/format.ts'
import { toast } from '#site/lib/toasts.ts'
import { DateTimePicker } from '#site/ui/date-time-picker/DateTimePicker.tsx'
import { Checkbox } from '#site/ui/fields/Checkbox.tsx'
import { TextArea, TextField, SelectField } from '#site/ui/fields/Field.tsx'

type Call = typeof api.users.saveSupportRequest.$post

async function send(json: Parameters<Call>[0]['json'], options: Parameters<Call>[1]) {
  await bodyOf(api.users.saveSupportRequest.$post({ json }, options))
  toast('success', SUPPORT_SENT[json.kind], { title: 'Success' })
}

const FAILED = 'Your message was not sent. Try again in a minute.'

export const questionForm = schemaForm(SupportQuestion, { failed: FAILED, send })
export const callForm = schemaForm(SupportCall, { failed: FAILED, send })

export function CallDialog({ onClose }: { onClose: () => void }) {
  const me = useStore($me)
  const [time, setTime] = useState<Date | null>(null)
  const { fields } = useStore(callForm.$state)
  return (
    <FormDialog
      store={callForm}
      keepsDraft
      read={form => ({ ...readFields(form), kind: 'call', preferredAt: time?.toISOString() ?? '' })}
      title="Schedule Call"
      submit="Request a call"
      onClose={onClose}
    >
      <TextField
        label="Phone"
        name="phone"
        type="tel"
        required
        autoComplete="tel"
        defaultValue={me.state === 'ready' && me.data.mobile ? `+${me.data.mobile}` : ''}
      />
      <DateTimePicker
        label="When suits you?"
        required
        value={time}
        onChange={setTime}
        format={date => formatDayTime(date, timeZone())}
        describeZone={date => describeTimeZone(date)}
        hint={describeTimeZone(time ?? new Date())}
        error={fields.preferredAt}
      />
      {SUPPORT_HOURS.length > 0 && (
        <div className="rounded-field bg-base-200 px-4 py-3 text-sm">
          <p className="font-semibold">We call during support hours</p>
          <SupportHours />
        </div>
      )}
      <TextArea label="What’s it about? (optional)" name="message" rows={3} />
    </FormDialog>
  )
}

const readQuestion = (form: HTMLFormElement) => ({
  ...readFields(form),
  kind: 'question',
  updates: new FormData(form).has('updates'),
})

export function ContactDialog({ subject, onClose }: { subject: string; onClose: () => void }) {
  const me = useStore($me)
  const draft = questionForm.draft() as Partial<SupportQuestion> | undefined
  return (
    <FormDialog
      store={questionForm}
      keepsDraft
      read={readQuestion}
      title="Contact Support"
      submit="Send message"
      onClose={onClose}
    >
      <SelectField
        label="Subject"
        name="subject"
        required
        choices={SUPPORT_SUBJECTS}
        placeholder="Select a subject"
        defaultValue={subject || draft?.subject}
      />
      <TextArea label="Message" name="message" required rows={6} defaultValue={draft?.message} />
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="email"
        hint="We’ll reply here."
        defaultValue={draft?.email ?? (me.state === 'ready' ? me.data.email : '')}
      />
      <Checkbox
        label="Send me updates about this request"
        name="updates"
        defaultChecked={draft?.updates !== false}
      />
    </FormDialog>
  )
}

export const SupportHours = () => (
  <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
    {SUPPORT_HOURS.map(({ days, hours }) => (
      <div key={days} className="contents">
        <dt>{days}</dt>
        <dd className="text-soft">{hours}</dd>
      </div>
    ))}
    <div className="contents">
      <dt className="sr-only">Time zone</dt>
      <dd className="col-span-2 text-xs text-soft">{SUPPORT_ZONE}</dd>
    </div>
  </dl>
)
