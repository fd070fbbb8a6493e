import { Building2, CalendarClock, CalendarX2, CopyPlus, PencilLine, Repeat, Send } from 'lucide-react'
import { computed } from 'nanostores'

import { isUnbegun } from '#shared/posts/changes.ts'
import type { Post } from '#shared/posts/posts.ts'
import { $may, $mayChange } from '#site/dashboard/shared/permissions.tsx'
import type { Action } from '#site/ui/popovers/ActionMenu.tsx'
import { cancelPost } from './change-posts.ts'
import { $copyLabel, askToCopy } from './copies.ts'
import { askToPublish, askToRepeat, askToReschedule } from './dialogs.ts'
import { withTextsSaved } from './save-texts.ts'
import { openEditor } from './url.ts'

/** Returns the user's actions for a whole post, the most frequent first. */
export const $actionsOn = computed(
  [$may, $mayChange, $copyLabel],
  (may, mayChange, copyLabel) =>
    (post: Post): Action[] => {
      const canChange = mayChange(post)
      const isScheduled = post.deliveries.some(({ state }) => state === 'scheduled')
      return [
        ...(canChange
          ? [
              {
                label: 'Edit',
                icon: PencilLine,
                run: () => withTextsSaved(post, () => openEditor(post._id)),
              },
              {
                label: 'Reschedule',
                icon: CalendarClock,
                run: () => withTextsSaved(post, now => askToReschedule({ post: now })),
              },
            ]
          : []),
        ...(isScheduled && may(post.domainId, 'publish')
          ? [
              {
                label: 'Publish now',
                icon: Send,
                run: () => withTextsSaved(post, now => askToPublish({ post: now })),
              },
            ]
          : []),
        ...(canChange && !post.series && isUnbegun(post.deliveries) && new Date(post.publishAt) > new Date()
          ? [{ label: 'Repeat', icon: Repeat, run: () => withTextsSaved(post, askToRepeat) }]
          : []),
        ...(may(post.domainId, 'write')
          ? [{ label: 'Use again', icon: CopyPlus, href: `/dashboard/create-post?from=${post._id}` }]
          : []),
        ...(copyLabel && may(post.domainId, 'write')
          ? [
              {
                label: copyLabel,
                icon: Building2,
                run: () => withTextsSaved(post, () => askToCopy([post._id])),
              },
            ]
          : []),
        ...(may(post.domainId, 'write') && post.deliveries.some(({ state }) => state === 'published')
          ? [
              {
                label: 'Repeat this post',
                icon: Repeat,
                href: `/dashboard/create-post?from=${post._id}&repeat=week`,
              },
            ]
          : []),
        ...(canChange
          ? [
              {
                label: 'Cancel post',
                icon: CalendarX2,
                run: () => withTextsSaved(post, now => cancelPost({ post: now }).catch(() => undefined)),
              },
            ]
          : []),
      ]
    },
)
