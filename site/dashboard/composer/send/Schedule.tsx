import { useStore } from '@nanostores/react'

import { NETWORK_IDS, networks } from '#shared/networks.ts'
import { SCHEDULE_STEP_MINUTES } from '#shared/timings.ts'
import { $draft, $enabled, setPublishAt, setScheduled } from '#site/dashboard/composer/draft/draft.ts'
import { $errors } from '#site/dashboard/composer/draft/errors.ts'
import { describeTimeZone, formatPicked } from '#site/lib/format.ts'
import { DateTimePicker } from '#site/ui/date-time-picker/DateTimePicker.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { namesOf } from './summary.ts'

/** The switch and the time of scheduling. */
export function Schedule() {
  const { isScheduled, publishAt } = useStore($draft)
  const { scheduledTime: error } = useStore($errors)
  return (
    <section aria-labelledby="time" className="grid gap-4">
      <h2 id="time" className="text-lg">
        When it goes out
      </h2>
      <Switch label="Schedule this post" checked={isScheduled} onChange={setScheduled} />
      {isScheduled && (
        <div className="grid max-w-sm gap-2">
          <DateTimePicker
            label="Date and time"
            required
            value={publishAt}
            onChange={setPublishAt}
            format={date => formatPicked(date)}
            describeZone={date => describeTimeZone(date)}
            stepMinutes={SCHEDULE_STEP_MINUTES}
            hint={describeTimeZone(publishAt ?? new Date())}
            error={error}
          />
          <OnlySome />
        </div>
      )}
    </section>
  )
}

function OnlySome() {
  const cannot = useStore($enabled).filter(network => !networks[network].schedules)
  if (cannot.length === 0) return null
  const can = NETWORK_IDS.filter(network => networks[network].schedules)
  return <p className="text-xs text-soft">Scheduling currently works only for {namesOf(can)}.</p>
}
