import { useStore } from '@nanostores/react'

import { firstTimeOn } from '#site/dashboard/calendar/days/days.ts'
import { wholeDay } from '#site/dashboard/calendar/days/labels.ts'
import { $byDay } from '#site/dashboard/calendar/store.ts'
import { $zone } from '#site/dashboard/calendar/url.ts'
import { dayKey } from '#site/ui/date-time-picker/days.ts'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { CreateLink } from './CreateLink.tsx'
import { $openDay } from './open-day.ts'
import { Posts } from './Posts.tsx'

export function DayDialog() {
  const day = useStore($openDay)
  const byDay = useStore($byDay)
  const zone = useStore($zone)
  if (!day) return null
  const close = () => $openDay.set(undefined)
  const at = firstTimeOn(zone, day, new Date())
  const items = byDay.get(dayKey(day)) ?? []
  return (
    <Modal
      open
      wide
      title={wholeDay(day)}
      onClose={close}
      actions={at && <CreateLink primary at={at} onClick={close} />}
    >
      {items.length === 0 && <p className="text-soft">Nothing is planned for this day.</p>}
      <Posts items={items} onOpen={close} />
    </Modal>
  )
}
