import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { atom } from 'nanostores'

import { ButtonLink } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { Chip } from './Chip.tsx'
import { dayKey, firstTimeOn } from './days.ts'
import { wholeDay } from './labels.ts'
import { $byDay } from './store.ts'

/** The day whose posts are all shown. */
export const $open = atom<Date | undefined>()

export function DayDialog() {
  const day = useStore($open)
  const byDay = useStore($byDay)
  if (!day) return null
  const close = () => $open.set(undefined)
  const time = firstTimeOn(day, new Date())
  const items = byDay.get(dayKey(day)) ?? []
  return (
    <Modal
      open
      wide
      title={wholeDay(day)}
      onClose={close}
      actions={
        time && (
          <ButtonLink
            look="primary"
            href={`/dashboard/create-post?at=${time.toISOString()}`}
            onClick={close}
            icon={<Plus aria-hidden="true" className="size-4" />}
          >
            Create post
          </ButtonLink>
        )
      }
    >
      {items.length === 0 && <p className="text-soft">Nothing is planned for this day.</p>}
      <ul className="grid grid-cols-1 gap-2">
        {items.map(item => (
          <li key={item.id} className="grid grid-cols-1" onClick={close}>
            <Chip item={item} look="row" />
          </li>
        ))}
      </ul>
    </Modal>
  )
}
