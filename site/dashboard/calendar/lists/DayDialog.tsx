import { useStore } from '@nanostores/react'

import { $freeByDay, suggestedTime } from '#site/dashboard/calendar/advice/slots.ts'
import { nothingOn, wholeDay } from '#site/dashboard/calendar/days/labels.ts'
import { $byDay } from '#site/dashboard/calendar/store.ts'
import { $zone, today } from '#site/dashboard/calendar/url.ts'
import { dayKey } from '#site/ui/date-time-picker/days.ts'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { CreateLink } from './CreateLink.tsx'
import { FreeTimes } from './FreeTimes.tsx'
import { $openDay } from './open-day.ts'
import { Posts } from './Posts.tsx'

export function DayDialog() {
  const day = useStore($openDay)
  const byDay = useStore($byDay)
  const zone = useStore($zone)
  const free = useStore($freeByDay)
  if (!day) return null
  const close = () => $openDay.set(undefined)
  const at = suggestedTime(free, zone, day)
  const items = byDay.get(dayKey(day)) ?? []
  return (
    <Modal
      open
      wide
      title={wholeDay(day)}
      onClose={close}
      actions={at && <CreateLink primary at={at} onClick={close} />}
    >
      {items.length === 0 && <p className="text-soft">{nothingOn(day, today())}</p>}
      <Posts items={items} onOpen={close} />
      <FreeTimes day={day} onOpen={close} />
    </Modal>
  )
}
