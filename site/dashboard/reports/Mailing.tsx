import { useStore } from '@nanostores/react'
import { Mail } from 'lucide-react'
import { useState } from 'react'

import { monthName } from '#shared/reports/render/labels.ts'
import { LAST_MAILING_DAY, MAX_RECIPIENTS, type ReportMailing } from '#shared/reports/report.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { showDialog } from '#site/dashboard/shared/open-dialog.ts'
import { Allowed } from '#site/dashboard/shared/permissions.tsx'
import { $businessZone, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { toast } from '#site/lib/toasts.ts'
import { Button, BusyButton } from '#site/ui/Button.tsx'
import { FormModal, useSaving } from '#site/ui/dialogs/FormModal.tsx'
import { SelectField, TextField } from '#site/ui/fields/Field.tsx'
import { Skeleton } from '#site/ui/states.tsx'
import { $mailing, addressesIn, saveMailing } from './store.ts'

const DEFAULT_DAY = 3

const ordinals = new Intl.PluralRules('en-AU', { type: 'ordinal' })
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** Returns '3rd'. */
const ordinal = (day: number) => `${day}${SUFFIXES[ordinals.select(day)] ?? 'th'}`

const DAYS = Array.from({ length: LAST_MAILING_DAY }, (_, index) => ({
  value: String(index + 1),
  label: ordinal(index + 1),
}))

/** Form for the recipients and the day of each month's report. */
export const MonthlyEmail = () => (
  <section aria-labelledby="monthly-email" className="rounded-box border border-base-300 bg-raised p-4">
    <h2 id="monthly-email" className="mb-1 text-base">
      Monthly email
    </h2>
    <Loaded store={$mailing} loading={<Skeleton className="h-16 w-full" />} none={<Chosen mailing={null} />}>
      {mailing => <Chosen mailing={mailing} />}
    </Loaded>
  </section>
)

function Chosen({ mailing }: { mailing: ReportMailing | null }) {
  const isOn = mailing !== null && mailing.recipients.length > 0
  return (
    <div className="grid justify-items-start gap-3 text-sm">
      {isOn ? (
        <p className="wrap-anywhere">
          On the {ordinal(mailing.day)} of each month to {mailing.recipients.join(', ')}.
          <NextMail next={mailing.next} />
        </p>
      ) : (
        <p className="text-soft">
          Each released report can be emailed on a day of the month that you choose.
        </p>
      )}
      {mailing && mailing.stopped.length > 0 && (
        <p className="wrap-anywhere text-soft">
          {mailing.stopped.join(', ')} unsubscribed. Only they can subscribe again, by the link in any of
          these emails.
        </p>
      )}
      <Allowed to="configure">
        <Button small icon={<Mail />} onClick={() => showDialog(MailingDialog, { mailing })}>
          {isOn ? 'Change' : 'Set up'}
        </Button>
      </Allowed>
    </div>
  )
}

function NextMail({ next }: Pick<ReportMailing, 'next'>) {
  const zone = useStore($businessZone)
  if (!next) return null
  return (
    <span className="block text-soft">
      {Date.parse(next.at) > Date.now()
        ? `Next: ${monthName(next.month)}’s report, ${formatDueIn(zone, next.at)}, if it’s released by then.`
        : `${monthName(next.month)}’s report goes out as soon as it’s released.`}
    </span>
  )
}

function MailingDialog({ mailing, onClose }: { mailing: ReportMailing | null; onClose: () => void }) {
  const [day, setDay] = useState(mailing?.day ?? DEFAULT_DAY)
  const [addresses, setAddresses] = useState(mailing?.recipients.join(', ') ?? '')
  const saving = useSaving(async () => {
    const recipients = addressesIn(addresses)
    if (recipients.length === 0) return { recipients: 'Please enter an email address.' }
    return await saveMailing(day, recipients)
  }, onClose)
  return (
    <FormModal
      {...saving}
      title="Monthly email"
      submit="Save"
      intro="Each address gets one email a month with a private link to the report. A month that you haven’t released by its day goes out when you release it."
      others={
        mailing !== null &&
        mailing.recipients.length > 0 && (
          <BusyButton
            variant="quiet"
            className="me-auto"
            disabled={saving.sending}
            onClick={async () => {
              const failed = await saveMailing(day, [])
              if (failed?.recipients) toast('error', failed.recipients)
              else onClose()
            }}
          >
            Turn off
          </BusyButton>
        )
      }
    >
      <SelectField
        label="Day of the month"
        hint="At 9 am in the business’s time zone."
        choices={DAYS}
        value={String(day)}
        onChange={event => setDay(Number(event.target.value))}
      />
      <TextField
        label="Email addresses"
        name="recipients"
        hint={`Up to ${MAX_RECIPIENTS}, separated by commas.`}
        inputMode="email"
        autoComplete="off"
        value={addresses}
        onChange={event => setAddresses(event.target.value)}
      />
    </FormModal>
  )
}
