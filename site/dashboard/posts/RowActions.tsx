import { useStore } from '@nanostores/react'
import { CalendarClock, CalendarX2, CircleCheck, CopyPlus, Maximize2, PencilLine, Send } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Post } from '#shared/posts/posts.ts'
import { approveListed } from '#site/dashboard/shared/approvals/decide.ts'
import { waitsForUser } from '#site/dashboard/shared/approvals/waiting.ts'
import { $mayChange, $may } from '#site/dashboard/shared/permissions.tsx'
import { cancelPost } from '#site/dashboard/shared/post-dialogs/change-posts.ts'
import { askToPublish, askToReschedule } from '#site/dashboard/shared/post-dialogs/dialogs.ts'
import { openEditor, pathToPost } from '#site/dashboard/shared/post-dialogs/url.ts'
import { IconButton } from '#site/ui/IconButton.tsx'
import { type Action, ActionMenu } from '#site/ui/popovers/ActionMenu.tsx'


/**
 * Quick actions on hover and focus, then `children`, then a menu with all actions. Quick actions keep their space while they
 * are hidden, so they never cover the row's content.
 */
export function RowActions({ post, name, children }: { post: Post; name: string; children: ReactNode }) {
  const may = useStore($may)
  const mayPublish = may(post.domainId, 'publish')
  const isScheduled = mayPublish && post.deliveries.some(({ state }) => state === 'scheduled')
  const canChange = useStore($mayChange)(post)
  const cancel = () => void cancelPost({ post }).catch(() => undefined)
  const actions: Action[] = [
    { label: 'Details', icon: Maximize2, href: pathToPost(post._id) },
    ...(waitsForUser(post)
      ? [{ label: 'Approve', icon: CircleCheck, run: () => void approveListed(post) }]
      : []),
    ...(canChange ? [{ label: 'Edit', icon: PencilLine, run: () => openEditor(post._id) }] : []),
    ...(canChange
      ? [{ label: 'Reschedule', icon: CalendarClock, run: () => askToReschedule({ post }) }]
      : []),
    ...(isScheduled ? [{ label: 'Publish now', icon: Send, run: () => askToPublish({ post }) }] : []),
    ...(may(post.domainId, 'write')
      ? [{ label: 'Use again', icon: CopyPlus, href: `/dashboard/create-post?from=${post._id}` }]
      : []),
    ...(canChange ? [{ label: 'Cancel post', icon: CalendarX2, run: cancel }] : []),
  ]
  return (
    <>
      {canChange && (
        <div className="flex opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 max-lg:hidden pointer-coarse:hidden">
          <IconButton
            label={`Edit ${name}`}
            tip="Edit"
            icon={<PencilLine />}
            onClick={() => openEditor(post._id)}
          />
          <IconButton
            label={`Reschedule ${name}`}
            tip="Reschedule"
            icon={<CalendarClock />}
            onClick={() => askToReschedule({ post })}
          />
          <IconButton
            label={`Cancel ${name}`}
            tip="Cancel post"
            icon={<CalendarX2 />}
            onClick={cancel}
          />
        </div>
      )}
      {children}
      <ActionMenu label={`More for ${name}`} actions={actions} />
    </>
  )
}
