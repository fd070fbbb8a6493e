import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { firstTimeOn } from '#site/dashboard/calendar/days/days.ts'
import { $zone, today } from '#site/dashboard/calendar/url.ts'
import { PublishTimeField } from '#site/dashboard/shared/quick-times/PublishTimeField.tsx'
import { messageOf } from '#site/lib/api/error.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { addDays } from '#site/ui/date-time-picker/days.ts'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { FormMessage } from '#site/ui/fields/FormMessage.tsx'
import { $scheduling, composerFor, missingIn } from './drafts.ts'
import { scheduleDraft } from './schedule.ts'

const MISSING = {
  text: 'Nothing is written yet. Finish this draft in the composer; it keeps the time.',
} as const

type TimeFormProps = NonNullable<ReturnType<typeof $scheduling.get>>

/** Confirms the time at which a draft goes out. */
export function TimeForm({ draft, at: dropped }: TimeFormProps) {
  const zone = useStore($zone)
  const [at, setAt] = useState(() => dropped ?? tomorrow(zone))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const missing = missingIn(draft)
  const close = () => $scheduling.set(undefined)

  async function schedule() {
    if (at <= new Date()) return setProblem(POST_MESSAGES.pastTime)
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
          <ButtonLink variant={missing ? 'primary' : 'plain'} href={composerFor(draft, at)} onClick={close}>
            Open in composer
          </ButtonLink>
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
        <PublishTimeField
          zone={zone}
          value={at}
          onChange={time => {
            setAt(time)
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
