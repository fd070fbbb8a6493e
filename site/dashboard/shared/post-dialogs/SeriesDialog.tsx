import { useStore } from '@nanostores/react'

import { plural } from '#shared/plural.ts'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import type { Answer, SeriesQuestion } from './series.ts'
import { haveDifferentTexts, Times } from './Times.tsx'

export type SeriesDialogProps = SeriesQuestion & { onAnswer: (answer: Answer) => void; onClose: () => void }

export function SeriesDialog({
  title,
  text,
  posts,
  domainId,
  all,
  alike,
  texts = [],
  keepsTexts,
  prefersAll = false,
  onAnswer,
  onClose,
}: SeriesDialogProps) {
  const zone = useStore($zoneOf)(domainId)
  const answer = (chosen: Answer) => {
    onAnswer(chosen)
    onClose()
  }
  const buttons = [
    <Button key="all" variant={prefersAll ? 'primary' : 'plain'} onClick={() => answer('following')}>
      {all}
    </Button>,
    alike && (
      <Button key="alike" onClick={() => answer('alike')}>
        {alike}
      </Button>
    ),
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
    <Modal title={title} onClose={onClose} actions={prefersAll ? buttons.toReversed() : buttons}>
      <div className="grid gap-3">
        <p>
          {text}
          {keepsTexts && haveDifferentTexts(posts) && ' Later ones with another text keep it.'}
          {keepsTexts &&
            posts.slice(1).some(({ differs }) => differs) &&
            ' Those that were changed alone stay as they are.'}
        </p>
        {texts.length > 0 && (
          <ul
            aria-label="Other texts"
            className="grid max-h-60 grid-cols-1 gap-3 overflow-y-auto text-sm"
            tabIndex={0}
          >
            {texts.map(({ number, post, ids }) => (
              <li key={number} className="border-s-2 border-edge ps-3">
                <p className="font-semibold">
                  Text {number + 1} · {plural(ids.length, 'post')}
                </p>
                {[...new Set(post.deliveries.map(({ message }) => message))].map(message => (
                  <p key={message} dir="auto" className="wrap-anywhere whitespace-pre-wrap">
                    {message}
                  </p>
                ))}
              </li>
            ))}
          </ul>
        )}
        <Times
          label={prefersAll ? 'Posts to approve' : 'This and all later ones'}
          zone={zone}
          posts={posts}
        />
      </div>
    </Modal>
  )
}
