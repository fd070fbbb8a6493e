import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'

import { networkNames } from '#shared/listed.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'
import type { DraftSummary } from '#shared/posts/drafts.ts'
import { POST_MESSAGES } from '#shared/posts/posts.ts'
import { $approvalRule, $needsApproval } from '#site/dashboard/shared/approvals/rule.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { TimeChoice } from '#site/dashboard/shared/quick-times/QuickTimes.tsx'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { messageOf } from '#site/lib/api/error.ts'
import { formatTime, formatWeekday } from '#site/lib/format.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { dayIn } from '#site/ui/date-time-picker/days.ts'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { FormMessage } from '#site/ui/fields/Field.tsx'
import { Picture } from '#site/ui/media/Picture.tsx'
import { NetworkMarks } from '#site/ui/NetworkMarks.tsx'
import { scheduleDraft } from './schedule.ts'
import {
  $networksFor,
  choiceOf,
  $scheduling,
  composerFor,
  missingIn,
  pictureOf,
  stopScheduling,
  titleOf,
} from './store.ts'

const MISSING = {
  text: 'Nothing is written yet. Finish this draft in the composer; it keeps the time.',
} as const

type TimeFormProps = NonNullable<ReturnType<typeof $scheduling.get>>

export function TimeForm({ draft, at: initial }: TimeFormProps) {
  const zone = useStore($businessZone)
  const [at, setAt] = useState(initial)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const domainId = useStore($selectedDomain)?._id
  const needsApproval = useStore($needsApproval)
  const missing = missingIn(draft)
  useEffect(() => void $approvalRule.reload(), [])

  async function schedule() {
    if (at <= new Date()) return setProblem(POST_MESSAGES.pastTime)
    setBusy(true)
    try {
      await scheduleDraft(draft._id, at)
      stopScheduling()
    } catch (error) {
      setProblem(withRemedy(messageOf(error, POST_MESSAGES.failed)))
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title="Schedule this draft"
      onClose={stopScheduling}
      locked={busy}
      actions={
        <>
          <ButtonLink
            variant={missing ? 'primary' : 'plain'}
            href={composerFor(draft, at)}
            onClick={stopScheduling}
          >
            Open in composer
          </ButtonLink>
          {!missing && (
            <Button
              variant="primary"
              busy={busy}
              busyLabel={needsApproval ? 'Sending…' : 'Scheduling…'}
              onClick={() => void schedule()}
            >
              {needsApproval ? 'Send for approval' : 'Schedule'}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <div className="flex items-start gap-3">
          {draft.mediaCount > 0 && <Picture picture={pictureOf(draft)} className="size-16" />}
          <p dir="auto" className="line-clamp-3 min-w-0 wrap-anywhere">
            {titleOf(draft)}
          </p>
        </div>
        {draft.author && <p className="-mt-2 text-sm text-soft">by {draft.author}</p>}
        <TimeChoice
          zone={zone}
          domainId={domainId}
          value={at}
          onChange={time => {
            setAt(time)
            setProblem('')
          }}
        />
        {!missing && <GoesTo draft={draft} at={at} zone={zone} />}
        {missing && <p className="text-sm">{MISSING[missing]}</p>}
        <FormMessage message={problem} />
      </div>
    </Modal>
  )
}

/** Adds where a missing picture can be added, or left out. */
const withRemedy = (problem: string) =>
  problem === MEDIA_MESSAGES.none
    ? `${problem} Open the draft in the composer to add one, or to post to Facebook and Google without one.`
    : problem

function GoesTo({ draft, at, zone }: { draft: DraftSummary; at: Date; zone: string }) {
  const ids = useStore($networksFor)(choiceOf(draft))
  const business = useStore($selectedDomain)?.businessName
  const needsApproval = useStore($needsApproval)
  if (ids.length === 0) return null
  const [year, thisYear] = [at, new Date()].map(time => dayIn(zone, time).getFullYear())
  const date = formatWeekday(at, zone) + (year === thisYear ? '' : ` ${year}`)
  const names = networkNames(ids)
  return (
    <p className="flex items-start gap-2 text-sm">
      <span aria-hidden="true" className="mt-0.5">
        <NetworkMarks networks={ids} />
      </span>
      <span>
        Goes {business ? `to ${business}` : 'out'} on {names} on {date} at {formatTime(at, zone)}
        {needsApproval && ', once approved'}.
      </span>
    </p>
  )
}
