import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'

import { $freeByDay, suggestedTime } from '#site/dashboard/calendar/advice.ts'
import { nothingOn, shortDay, wholeDay } from '#site/dashboard/calendar/days.ts'
import { specialDay } from '#site/dashboard/calendar/special-days.ts'
import { $byDay, $openDay } from '#site/dashboard/calendar/store.ts'
import { turnDayBySwipe } from '#site/dashboard/calendar/swipe.ts'
import { $day, $zone, today } from '#site/dashboard/calendar/url.ts'
import { Allowed } from '#site/dashboard/shared/permissions.tsx'
import { ButtonLink } from '#site/ui/Button.tsx'
import { readDay, dayKey } from '#site/ui/date-time-picker/days.ts'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { FreeTimes } from './FreeTimes.tsx'
import { Posts } from './Posts.tsx'

const TITLE_ID = 'calendar-day'

/** The chosen day's posts below the grid, where its cells are too small for them. */
export function DayList() {
  const key = useStore($day)
  const items = useStore($byDay).get(key) ?? []
  const zone = useStore($zone)
  const free = useStore($freeByDay)
  const day = readDay(key)
  if (!day) return null
  const special = specialDay(day, zone)
  const at = suggestedTime(free, zone, day)
  return (
    <section
      ref={turnDayBySwipe}
      aria-labelledby={TITLE_ID}
      data-swipe
      className="mt-3 grid grid-cols-1 gap-3 sm:mt-5"
    >
      <div className="flex items-center justify-between gap-3">
        <h3 id={TITLE_ID} aria-live="polite" className="text-sm min-[24rem]:text-base">
          {shortDay(day)}
          {special && <span className="font-normal text-soft"> {special}</span>}
        </h3>
        {at && <CreateLink at={at} />}
      </div>
      {items.length === 0 ? <p className="text-soft">{nothingOn(day, today())}</p> : <Posts items={items} />}
      <FreeTimes day={day} />
    </section>
  )
}

type CreateLinkProps = { at: Date; onClick?: () => void; primary?: boolean }

/** Opens the composer with a time. */
const CreateLink = ({ at, onClick, primary }: CreateLinkProps) => (
  <Allowed to="write">
    <ButtonLink
      variant={primary ? 'primary' : 'plain'}
      href={`/dashboard/create-post?at=${at.toISOString()}`}
      onClick={onClick}
      icon={<Plus />}
    >
      <span>
        Create<span className="max-[24rem]:sr-only"> post</span>
      </span>
    </ButtonLink>
  </Allowed>
)

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
