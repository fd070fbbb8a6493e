import { useStore } from '@nanostores/react'
import { X } from 'lucide-react'
import { useState } from 'react'

import type { Slot } from '#shared/calendar/slots.ts'
import { currentZoneName } from '#shared/zone-names.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { zoneChoices } from '#site/dashboard/shared/domains/zone-choices.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { openDialog } from '#site/dashboard/shared/open-dialog.ts'
import {
  $slots,
  addSuggestedTimes,
  addTime,
  removeTime,
  saveTimeZone,
} from '#site/dashboard/shared/posting-times.ts'
import { timeZone, formatClock, WEEKDAYS } from '#site/lib/format.ts'
import { withErrorToast } from '#site/lib/toasts.ts'
import { Button, useBusy, useSubmit } from '#site/ui/Button.tsx'
import { TextField, SelectField } from '#site/ui/fields/Field.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { SkeletonRows } from '#site/ui/states.tsx'
import { useUnsaved } from './store.ts'
import { readPlanned } from './zone-change.ts'

const EVERY_WORKDAY = 'workdays'
const DAY_CHOICES = [
  { value: EVERY_WORKDAY, label: 'Monday to Friday' },
  ...WEEKDAYS.map((label, index) => ({ value: String(index + 1), label })),
]

export const PostingTimes = () => (
  <Loaded store={$slots} loading={<SkeletonRows rows={5} label="Loading your posting times" />}>
    {slots => (
      <>
        <ZoneField />
        {slots.length === 0 ? (
          <p className="text-sm text-soft">
            No posting times yet. Add the first one, or start with our suggestions.
          </p>
        ) : (
          <WeekList slots={slots} />
        )}
        <AddForm />
        <Button className="justify-self-start" onClick={() => void addSuggestedTimes()}>
          Add suggested times
        </Button>
      </>
    )}
  </Loaded>
)

function ZoneField() {
  const zone = currentZoneName(useStore($selectedDomain)?.timeZone ?? timeZone())
  const [chosen, setChosen] = useUnsaved<string>('posting-times')
  const [busy, during] = useBusy()
  const id = useStore($selectedDomain)?._id

  // Saved only after confirmation, because arrow keys step through the choices of a select.
  const save = (to: string) =>
    during(() =>
      withErrorToast(
        'Your planned posts didn’t load, so the time zone stays as it is. Try again.',
        async () => {
          const posts = id ? await readPlanned(id) : []
          if (posts.length > 0)
            return openDialog(async () => (await import('./ZoneDialog.tsx')).ZoneDialog, {
              from: zone,
              to,
              posts,
              onSaved: () => setChosen(undefined),
            })
          if (await saveTimeZone(to)) setChosen(undefined)
        },
      ),
    )

  return (
    <div className="grid gap-3">
      <SelectField
        label="Time zone of the business"
        hint="Posting times stay the same on the clock when daylight saving starts or ends."
        choices={zoneChoices(zone)}
        value={chosen ?? zone}
        onChange={({ target }) => setChosen(target.value === zone ? undefined : target.value)}
      />
      {chosen !== undefined && (
        <span className="flex flex-wrap gap-2">
          <Button busy={busy} onClick={() => void save(chosen)}>
            Save time zone
          </Button>
          <Button variant="quiet" disabled={busy} onClick={() => setChosen(undefined)}>
            Keep {zone.replaceAll('_', ' ')}
          </Button>
        </span>
      )}
    </div>
  )
}

const WeekList = ({ slots }: { slots: Slot[] }) => (
  <dl className="grid gap-3">
    {WEEKDAYS.map((day, index) => {
      const times = slots.filter(({ weekday }) => weekday === index + 1)
      return times.length === 0 ? null : (
        <div key={day} className="grid gap-1.5 sm:grid-cols-[7rem_minmax(0,1fr)] sm:items-center">
          <dt className="text-sm font-semibold">{day}</dt>
          <dd className="flex flex-wrap gap-2">
            {times.map(slot => (
              <span
                key={slot._id}
                className="inline-flex items-center rounded-field border border-base-300 ps-3 text-sm tabular-nums"
              >
                {formatClock(slot.time)}
                <IconButton
                  label={`Remove ${day} ${formatClock(slot.time)}`}
                  tip="Remove"
                  icon={<X />}
                  onClick={() => void removeTime(slot)}
                />
              </span>
            ))}
          </dd>
        </div>
      )
    })}
  </dl>
)

function AddForm() {
  const [day, setDay] = useState(EVERY_WORKDAY)
  const [time, setTime] = useState('09:00')
  const [busy, form] = useSubmit(
    () => time && addTime(day === EVERY_WORKDAY ? [1, 2, 3, 4, 5] : [Number(day)], time),
  )
  return (
    <form {...form} className="flex flex-wrap items-end gap-3">
      <div className="grow basis-40">
        <SelectField
          label="Day"
          choices={DAY_CHOICES}
          value={day}
          onChange={event => setDay(event.target.value)}
        />
      </div>
      <div className="grow basis-32">
        <TextField label="Time" type="time" value={time} onChange={event => setTime(event.target.value)} />
      </div>
      <Button type="submit" busy={busy}>
        Add time
      </Button>
    </form>
  )
}
