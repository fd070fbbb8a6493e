import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { POST_MESSAGES, type Post } from '#shared/posts/posts.ts'
import { PublishTimeField } from '#site/dashboard/shared/post-dialogs/PublishTimeField.tsx'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import type { Change } from './bulk.ts'
import { spread } from './spread.ts'

const SHIFTS = [
  ['1', 'One day later'],
  ['2', 'Two days later'],
  ['7', 'A week later'],
  ['14', 'Two weeks later'],
  ['28', 'Four weeks later'],
  ['-1', 'One day earlier'],
  ['-7', 'A week earlier'],
  ['from', 'One after the other, from a time that I choose'],
] as const
const GAPS = [
  ['1', 'Every hour'],
  ['4', 'Every four hours'],
  ['24', 'Every day'],
  ['48', 'Every other day'],
  ['168', 'Every week'],
] as const

const choices = (of: readonly (readonly [string, string])[]) => of.map(([value, label]) => ({ value, label }))

type MoveDialogProps = { posts: readonly Post[]; onClose: () => void; onMove: (change: Change) => void }

/** Moves posts by days, or spreads them out from a time on. */
export function MoveDialog({ posts, onClose, onMove }: MoveDialogProps) {
  const [by, setBy] = useState<string>('1')
  const [start, setStart] = useState<Date | null>(null)
  const [gap, setGap] = useState<string>('24')
  const zone = useStore($zoneOf)(posts[0]?.domainId ?? '')
  const [error, setError] = useState<string>()

  function move() {
    if (by !== 'from') return onMove({ action: 'move', days: Number(by) })
    if (!start) return setError(POST_MESSAGES.noTime)
    onMove({ action: 'move', times: spread({ start, gapHours: Number(gap), count: posts.length, zone }) })
  }
  return (
    <Modal
      open
      title={posts.length === 1 ? 'Move this post' : `Move ${posts.length} posts`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep as they are</Button>
          <Button look="primary" onClick={move}>
            Move
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <SelectField
          label="When"
          value={by}
          choices={choices(SHIFTS)}
          onChange={event => setBy(event.target.value)}
        />
        {by === 'from' && (
          <>
            <PublishTimeField zone={zone} value={start} onChange={setStart} error={error} />
            <SelectField
              label="Then"
              value={gap}
              choices={choices(GAPS)}
              onChange={event => setGap(event.target.value)}
            />
          </>
        )}
      </div>
    </Modal>
  )
}
