import { useStore } from '@nanostores/react'
import { CalendarClock, CalendarX2, Send } from 'lucide-react'

import { networks } from '#shared/networks.ts'
import type { Delivery, Post } from '#shared/posts/posts.ts'
import { $may } from '#site/dashboard/shared/permissions/permissions.ts'
import { ActionMenu } from '#site/ui/popovers/ActionMenu.tsx'
import { cancelPost } from './change-posts.ts'
import { askToPublish, askToReschedule } from './dialogs.ts'

type ScheduledMenuProps = { post: Post; delivery: Delivery }

/** Changes one network of a scheduled post. */
export function ScheduledMenu({ post, delivery }: ScheduledMenuProps) {
  const target = { post, deliveryId: delivery._id }
  const may = useStore($may)
  if (!may(post.domainId, 'publish')) return null
  const { name } = networks[delivery.network]
  return (
    <div className="-my-1 -me-2 ms-auto">
      <ActionMenu
        label={`More for ${name}`}
        actions={[
          {
            label: `Publish now on ${name} only`,
            icon: Send,
            run: () => askToPublish(target),
          },
          {
            label: `Reschedule ${name} only`,
            icon: CalendarClock,
            run: () => askToReschedule(target),
          },
          {
            label: `Cancel ${name} only`,
            icon: CalendarX2,
            run: () => cancelPost(target).catch(() => undefined),
          },
        ]}
      />
    </div>
  )
}
