import { useState } from 'react'

import { plural } from '#shared/plural.ts'
import type { Post } from '#shared/posts/posts.ts'
import { cityOf } from '#shared/zone-names.ts'
import { formatDayTime } from '#site/lib/format.ts'
import { ActionModal } from '#site/ui/dialogs/ActionModal.tsx'
import { changeZone, sameClockIn } from './zone-change.ts'

type ZoneDialogProps = {
  from: string
  to: string
  posts: readonly Post[]
  onClose: () => void
  onSaved: () => void
}

/** Asks whether planned posts keep their local time or their instant when their business gets another time zone. */
export function ZoneDialog({ from, to, posts, onClose, onSaved }: ZoneDialogProps) {
  const [keeps, setKeeps] = useState<'clock' | 'instant'>('clock')
  const [first] = posts
  if (!first) return null
  const before = formatDayTime(first.publishAt, from)
  const choices = {
    clock: {
      label: 'Keep the times on the clock',
      hint: `${before} stays ${formatDayTime(sameClockIn(from, to, first.publishAt), to)}, by the new zone’s clock.`,
    },
    instant: {
      label: 'Keep the moments',
      hint: `${before} becomes ${formatDayTime(first.publishAt, to)}. The posts go out exactly when they would have.`,
    },
  }
  return (
    <ActionModal
      title="Change the time zone?"
      label="Save time zone"
      onClose={onClose}
      onAction={async () => {
        if (!(await changeZone({ from, to, posts, keeps }))) return
        onSaved()
        onClose()
      }}
    >
      <fieldset className="grid gap-3">
        <legend className="mb-3 p-0">
          {plural(posts.length, 'planned post')} {posts.length === 1 ? 'has its time' : 'have their times'} in{' '}
          {cityOf(from)}. What should happen in {cityOf(to)}?
        </legend>
        {(['clock', 'instant'] as const).map(value => (
          <label
            key={value}
            className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 rounded-field border border-edge bg-raised px-3 py-2.5 text-sm hover:bg-base-200 has-checked:border-base-content has-checked:shadow-[inset_0_0_0_1px_currentColor]"
          >
            <input
              type="radio"
              name="keeps"
              checked={keeps === value}
              onChange={() => setKeeps(value)}
              className="radio mt-0.5 border-edge bg-raised radio-sm"
            />
            <span className="font-semibold">{choices[value].label}</span>
            <span className="col-start-2 text-soft">{choices[value].hint}</span>
          </label>
        ))}
      </fieldset>
    </ActionModal>
  )
}
