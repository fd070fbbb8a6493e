import { CalendarClock, Ellipsis, type LucideIcon, Send, Trash2 } from 'lucide-react'

import { networks } from '#shared/networks.ts'
import type { Delivery, Post } from '#shared/posts/posts.ts'
import { Dropdown } from '#site/ui/Dropdown.tsx'
import { publishNow } from './change-posts.ts'
import { askToCancel, askToReschedule } from './dialogs.ts'

type ScheduledMenuProps = { post: Post; delivery: Delivery }

/** Changes one network of a scheduled post. */
export function ScheduledMenu({ post, delivery }: ScheduledMenuProps) {
  const target = { post, deliveryId: delivery._id }
  const { name } = networks[delivery.network]
  const choices: [label: string, icon: LucideIcon, act: () => unknown][] = [
    [`Publish now on ${name} only`, Send, () => publishNow(target).catch(() => undefined)],
    [`Reschedule ${name} only`, CalendarClock, () => askToReschedule(target)],
    [`Cancel ${name} only`, Trash2, () => askToCancel(target)],
  ]
  return (
    <div className="-my-1 -me-2 ms-auto">
      <Dropdown
        alignEnd
        label={`More for ${name}`}
        className="btn btn-ghost btn-square btn-sm"
        panelClassName="w-64 p-1.5"
        trigger={<Ellipsis aria-hidden="true" className="size-4" />}
      >
        {close =>
          choices.map(([label, Icon, act]) => (
            <button
              key={label}
              type="button"
              className="btn btn-ghost btn-sm w-full justify-start"
              onClick={() => {
                close()
                act()
              }}
            >
              <Icon aria-hidden="true" className="size-4" />
              {label}
            </button>
          ))
        }
      </Dropdown>
    </div>
  )
}
