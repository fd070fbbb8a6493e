import { useStore } from '@nanostores/react'

import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { $askedPart } from './series.ts'
import { Times } from './Times.tsx'

/** Asks whether something is about one post of a series, or about others too. */
export function SeriesDialog() {
  const asked = useStore($askedPart)
  const zoneOf = useStore($zoneOf)
  if (!asked) return null
  const { title, text, posts, domainId, all, prefersAll = false, answer } = asked
  const buttons = [
    <Button key="all" variant={prefersAll ? 'primary' : 'plain'} onClick={() => answer('following')}>
      {all}
    </Button>,
    <Button
      key="one"
      variant={prefersAll ? 'plain' : 'primary'}
      data-autofocus
      onClick={() => answer('this')}
    >
      Only this post
    </Button>,
  ]
  return (
    <Modal
      open
      title={title}
      onClose={() => answer(undefined)}
      actions={prefersAll ? buttons.toReversed() : buttons}
    >
      <div className="grid gap-3">
        <p>{text}</p>
        <Times
          label={prefersAll ? 'Posts to approve' : 'This and all later ones'}
          zone={zoneOf(domainId)}
          times={posts.map(({ publishAt }) => publishAt)}
        />
      </div>
    </Modal>
  )
}
