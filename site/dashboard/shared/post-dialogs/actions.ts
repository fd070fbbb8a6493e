import { Building2, CalendarClock, CalendarX2, CopyPlus, PencilLine, Repeat, Send } from 'lucide-react'
import { computed } from 'nanostores'

import { isNotStarted } from '#shared/posts/changes.ts'
import type { DeliveryState, Post } from '#shared/posts/posts.ts'
import { $may, $mayChange } from '#site/dashboard/shared/permissions.tsx'
import type { Action } from '#site/ui/popovers/ActionMenu.tsx'
import { cancelPost } from './change-posts.ts'
import { $copyLabel, askToCopy } from './copies.ts'
import { askToPublish, askToRepeat, askToReschedule } from './dialogs.ts'
import { withTextsSaved } from './save-texts.ts'
import { openEditor } from './url.ts'

/** Returns the user's actions on a whole post, the most frequent first. */
export const $actionsOn = computed(
  [$may, $mayChange, $copyLabel],
  (may, mayChange, copyLabel) =>
    (post: Post): Action[] => {
      const { _id: id, domainId, series, publishAt, deliveries } = post
      const canChange = mayChange(post)
      const mayWrite = may(domainId, 'write')
      const isAny = (wanted: DeliveryState) => deliveries.some(({ state }) => state === wanted)
      const isAhead = isNotStarted(deliveries) && new Date(publishAt) > new Date()
      const saved = (act: (now: Post) => unknown) => () => withTextsSaved(post, act)
      const again = `/dashboard/create-post?from=${id}`
      const actions: [isOffered: boolean, action: Action][] = [
        [canChange, { label: 'Edit', icon: PencilLine, run: saved(() => openEditor(id)) }],
        [
          canChange,
          { label: 'Reschedule', icon: CalendarClock, run: saved(now => askToReschedule({ post: now })) },
        ],
        [
          isAny('scheduled') && may(domainId, 'publish'),
          { label: 'Publish now', icon: Send, run: saved(now => askToPublish({ post: now })) },
        ],
        [
          canChange && !series && isAhead,
          { label: 'Repeat', icon: Repeat, run: saved(now => askToRepeat(now)) },
        ],
        [mayWrite, { label: 'Use again', icon: CopyPlus, href: again }],
        [
          mayWrite && copyLabel !== undefined,
          { label: copyLabel ?? '', icon: Building2, run: saved(() => askToCopy([id])) },
        ],
        [
          mayWrite && isAny('published'),
          { label: 'Repeat this post', icon: Repeat, href: `${again}&repeat=week` },
        ],
        [
          canChange,
          {
            label: 'Cancel post',
            icon: CalendarX2,
            run: saved(now => cancelPost({ post: now }).catch(() => undefined)),
          },
        ],
      ]
      return actions.flatMap(([isOffered, action]) => (isOffered ? action : []))
    },
)
