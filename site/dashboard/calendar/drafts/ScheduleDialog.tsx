import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { firstTimeOn } from '#site/dashboard/calendar/days/days.ts'
import { $zone, today } from '#site/dashboard/calendar/url.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { describeTimeZone } from '#site/lib/format.ts'
import { clockIn, instantIn } from '#site/lib/wall-clock.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { addDays } from '#site/ui/date-time-picker/days.ts'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { FormMessage } from '#site/ui/fields/FormMessage.tsx'
import { $scheduling, composerFor, missingIn } from './drafts.ts'
import { scheduleDraft } from './schedule.ts'

const MISSING = {
  text: 'Nothing is written yet. Finish this draft in the composer; it keeps the time.',
} as const

/** Confirms the time at which a draft goes out. */
export function ScheduleDialog() {
  const scheduling = useStore($scheduling)
  return scheduling ? <ScheduleForm key={scheduling.draft._id} {...scheduling} /> : null
}

type ScheduleFormProps = NonNullable<ReturnType<typeof $scheduling.get>>

function ScheduleForm({ draft, at: dropped }: ScheduleFormProps) {
  const zone = useStore($zone)
  const [value, setValue] = useState(() => toInput(zone, dropped ?? tomorrow(zone)))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const at = fromInput(zone, value)
  const missing = missingIn(draft)
  const close = () => $scheduling.set(undefined)

  async function schedule() {
    if (!at || at <= new Date()) return setProblem(POST_MESSAGES.pastTime)
    setBusy(true)
    try {
      await scheduleDraft(draft._id, at)
      close()
    } catch (error) {
      setProblem(messageOf(error, POST_MESSAGES.failed))
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title="Schedule this draft"
      onClose={close}
      locked={busy}
      actions={
        <>
          {at && (
            <ButtonLink variant={missing ? 'primary' : 'plain'} href={composerFor(draft, at)} onClick={close}>
              Open in composer
            </ButtonLink>
          )}
          {!missing && (
            <Button variant="primary" busy={busy} busyLabel="Scheduling…" onClick={() => void schedule()}>
              Schedule
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <p dir="auto" className="line-clamp-3 wrap-anywhere">
          {draft.text || 'Nothing written yet'}
        </p>
        {draft.author && <p className="-mt-2 text-sm text-soft">by {draft.author}</p>}
        <TextField
          label="When"
          type="datetime-local"
          value={value}
          min={toInput(zone, new Date())}
          hint={`${describeTimeZone(at ?? new Date(), zone)}`}
          onChange={event => {
            setValue(event.target.value)
            setProblem('')
          }}
        />
        {missing && <p className="text-sm">{MISSING[missing]}</p>}
        <FormMessage message={problem} />
      </div>
    </Modal>
  )
}

const tomorrow = (zone: string) => firstTimeOn(zone, addDays(today(), 1), new Date()) ?? new Date()

/** '2026-11-23T09:15' */
function toInput(zone: string, instant: Date): string {
  const { day, minutes } = clockIn(zone, instant)
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${day}T${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

function fromInput(zone: string, value: string): Date | undefined {
  const [, day, hours, minutes] = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)/.exec(value) ?? []
  return day ? instantIn(zone, { day, minutes: Number(hours) * 60 + Number(minutes) }) : undefined
}
