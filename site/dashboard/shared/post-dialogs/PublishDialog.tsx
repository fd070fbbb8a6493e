import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'

import { networks } from '#shared/networks.ts'
import { isChangeable } from '#shared/posts/changes.ts'
import { describePause } from '#shared/posts/pauses.ts'
import type { Delivery } from '#shared/posts/posts.ts'
import { $zoneOf, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { useBusy } from '#site/ui/Button.tsx'
import { ConfirmDialog } from '#site/ui/dialogs/ActionModal.tsx'
import { publishNow } from './change-posts.ts'
import { namesOf, deliveriesToPublish, type Target } from './dialogs.ts'
import { excerptOf } from './messages.ts'
import { findShown, registerPostScreen } from './shown-posts.ts'

type PublishDialogProps = { target: Target; onClose: () => void }

/** Asks before a scheduled post goes out at once. Closes if it has gone out meanwhile. */
export function PublishDialog({ target: { post: initial, deliveryId }, onClose }: PublishDialogProps) {
  const [busy, during] = useBusy()
  const [post, setPost] = useState(() => findShown(initial._id) ?? initial)
  const zone = useStore($zoneOf)(post.domainId)
  const target = { post, deliveryId }
  const going = deliveriesToPublish(target)
  const hasEnded = !busy && !going.some(isChangeable)

  useEffect(
    () =>
      registerPostScreen({
        place: placed => placed._id === initial._id && setPost(placed),
        remove: id => id === initial._id && onClose(),
      }),
    [initial._id, onClose],
  )
  useEffect(() => {
    if (hasEnded) onClose()
  }, [hasEnded, onClose])

  const publish = () => during(() => publishNow(target).then(onClose, () => undefined))
  const time = onlyOne(going.map(({ publishAt }) => formatDueIn(zone, publishAt)))
  const ready = going.filter(({ pausedUntil }) => !pausedUntil)
  const account = onlyOne(ready.map(accountOf))
  return (
    <ConfirmDialog
      title="Publish now?"
      label="Publish now"
      cancelLabel="Keep as it is"
      onClose={onClose}
      onAction={publish}
    >
      <div className="grid gap-3">
        {[...new Set(going.map(({ message }) => excerptOf(message)))].map(text => (
          <p
            key={text}
            dir="auto"
            className="border-s-2 border-base-300 ps-3 text-sm text-soft wrap-anywhere"
          >
            {text}
          </p>
        ))}
        {ready.length > 0 && (
          <p>
            {`It goes out on ${namesOf(ready)} at once${account && `, for ${account}`}${time && `, instead of ${time}`}. You can’t undo this.`}
          </p>
        )}
        {going.map(
          ({ _id, network, pausedUntil }) =>
            pausedUntil && <p key={_id}>{describePause(network, formatDueIn(zone, pausedUntil))}</p>,
        )}
      </div>
    </ConfirmDialog>
  )
}

const accountOf = ({ network, account }: Delivery) =>
  account && account.name !== networks[network].name ? account.name : ''

/** Returns the common value, or '' if the values differ. */
const onlyOne = ([first = '', ...others]: string[]) => (others.every(other => other === first) ? first : '')
