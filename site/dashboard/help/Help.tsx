import { useStore } from '@nanostores/react'
import { BookOpen, Code, LifeBuoy, type LucideIcon, Mail, Phone, SquarePlay } from 'lucide-react'
import { useEffect, useState } from 'react'

import { brand } from '#shared/brand.ts'
import { SUPPORT_SUBJECTS, SUPPORT_HOURS, SUPPORT_ZONE } from '#shared/requests/support.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { apiUrl } from '#site/lib/api/url.ts'
import { describeTimeZone, formatDayTime, timeZone } from '#site/lib/format.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { DateTimePicker } from '#site/ui/date-time-picker/DateTimePicker.tsx'
import { FormModal } from '#site/ui/dialogs/FormModal.tsx'
import { Checkbox } from '#site/ui/fields/Checkbox.tsx'
import { TextArea, TextField, SelectField } from '#site/ui/fields/Field.tsx'
import { Faq } from './Faq.tsx'
import {
  $supportDialog,
  requestCall,
  contactSupport,
  openFromUrl,
  callForm,
  closeSupport,
  $subject,
  questionForm,
} from './support.ts'

export function Help() {
  const dialog = useStore($supportDialog)
  useEffect(() => openFromUrl(location.search), [])
  return (
    <>
      <ScreenHeading title="Help & Support">
        Answers to common questions, and a person for everything else.
      </ScreenHeading>
      <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Faq />
        <aside aria-label="Support" className="grid content-start gap-8">
          <Contact />
          <Resources />
        </aside>
      </div>
      {dialog === 'question' && <ContactDialog />}
      {dialog === 'call' && <CallDialog />}
    </>
  )
}

const Contact = () => (
  <section aria-labelledby="contact" className="grid gap-5 rounded-box border border-base-300 bg-raised p-5">
    <h2 id="contact" className="text-lg">
      Talk to us
    </h2>
    <div className="grid gap-2">
      <Button variant="primary" wide icon={<LifeBuoy />} onClick={() => contactSupport()}>
        Contact Support
      </Button>
      <ButtonLink wide href={`mailto:${brand.email}`} icon={<Mail />}>
        Email Us
      </ButtonLink>
      <Button wide icon={<Phone />} onClick={requestCall}>
        Schedule Call
      </Button>
    </div>
    {SUPPORT_HOURS.length > 0 && (
      <div>
        <h3 className="text-sm">Support hours</h3>
        <SupportHours />
      </div>
    )}
  </section>
)

const RESOURCES: readonly { label: string; text: string; href: string; icon: LucideIcon }[] = [
  { label: 'User Guide', text: 'Every screen explained.', href: '/guide', icon: BookOpen },
  { label: 'Video Tutorials', text: 'The first steps, filmed.', href: '/tutorials', icon: SquarePlay },
  { label: 'API Documentation', text: 'For developers.', href: apiUrl('/api/docs'), icon: Code },
]

const Resources = () => (
  <section aria-labelledby="resources">
    <h2 id="resources" className="text-lg">
      Resources
    </h2>
    <ul className="mt-2 divide-y divide-base-300">
      {RESOURCES.map(({ label, text, href, icon: Icon }) => (
        <li key={label}>
          <a href={href} target="_blank" rel="noreferrer" className="group flex items-start gap-3 py-3">
            <Icon className="mt-0.5 size-5 shrink-0" />
            <span>
              <span className="font-semibold underline-offset-4 group-hover:underline">
                {label}
                <span className="sr-only"> (opens in a new tab)</span>
              </span>
              <span className="block text-sm text-soft">{text}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  </section>
)

function CallDialog() {
  const me = useStore($me)
  const [time, setTime] = useState<Date | null>(null)
  const { form, fields, message, sending } = useForm(callForm, {
    read: element => ({ ...readFields(element), preferredAt: time?.toISOString() ?? '' }),
    onSent: closeSupport,
  })
  useEffect(() => callForm.clearErrors, [])
  return (
    <FormModal
      title="Schedule Call"
      submit="Request a call"
      onClose={closeSupport}
      {...{ form, message, sending }}
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
    </FormModal>
  )
}

const readQuestion = (form: HTMLFormElement) => ({
  ...readFields(form),
  updates: new FormData(form).has('updates'),
})

/** Sends a message to the agency's list of support requests. */
function ContactDialog() {
  const me = useStore($me)
  const subject = useStore($subject)
  const { form, message, sending } = useForm(questionForm, {
    read: readQuestion,
    onSent: closeSupport,
  })
  const draft = questionForm.draft()
  const text = (name: string) => (typeof draft?.[name] === 'string' ? draft[name] : undefined)
  useEffect(() => questionForm.clearErrors, [])
  return (
    <FormModal
      title="Contact Support"
      submit="Send message"
      onClose={closeSupport}
      {...{ form, message, sending }}
    >
      <SelectField
        label="Subject"
        name="subject"
        required
        choices={SUPPORT_SUBJECTS}
        placeholder="Select a subject"
        defaultValue={subject || text('subject')}
      />
      <TextArea label="Message" name="message" required rows={6} defaultValue={text('message')} />
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="email"
        hint="We’ll reply here."
        defaultValue={text('email') ?? (me.state === 'ready' ? me.data.email : '')}
      />
      <Checkbox
        label="Send me updates about this request"
        name="updates"
        defaultChecked={draft?.updates !== false}
      />
    </FormModal>
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
