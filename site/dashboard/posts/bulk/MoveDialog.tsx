import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { HOUR_MS } from '#shared/durations.ts'
import { plural } from '#shared/plural.ts'
import { listedText, POST_MESSAGES, type Post } from '#shared/posts/posts.ts'
import { excerptOf, LIST_EXCERPT, $now } from '#site/dashboard/shared/post-dialogs/messages.ts'
import { PublishTimeField } from '#site/dashboard/shared/quick-times/QuickTimes.tsx'
import { $zoneOf, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { unixSeconds } from '#site/lib/wall-clock.ts'
import { daysLater } from '#site/ui/date-time-picker/days.ts'
import { ActionModal } from '#site/ui/dialogs/ActionModal.tsx'
import { SelectField } from '#site/ui/fields/Field.tsx'
import { type Change, noteOnRepeated } from './bulk.ts'

const DAY_HOURS = 24

type Spread = { start: Date; gapHours: number; count: number; zone: string }

/** Returns times one gap apart, in Unix seconds. Gaps of whole days keep the local time of day. */
export const spread = ({ start, gapHours, count, zone }: Spread): number[] =>
  Array.from({ length: count }, (_, at) => {
    const hours = at * gapHours
    const time =
      gapHours % DAY_HOURS === 0 ? daysLater(zone, start, hours / DAY_HOURS) : +start + hours * HOUR_MS
    return unixSeconds(new Date(time))
  })

const SHIFTS = [
  { value: '1', label: 'One day later' },
  { value: '2', label: 'Two days later' },
  { value: '7', label: 'A week later' },
  { value: '14', label: 'Two weeks later' },
  { value: '28', label: 'Four weeks later' },
  { value: '-1', label: 'One day earlier' },
  { value: '-7', label: 'A week earlier' },
  { value: 'from', label: 'One after the other, from a time that I choose' },
]
const GAPS = [
  { value: '1', label: 'Every hour' },
  { value: '4', label: 'Every four hours' },
  { value: '24', label: 'Every day' },
  { value: '48', label: 'Every other day' },
  { value: '168', label: 'Every week' },
]

const MAX_TIMES_SHOWN = 4

type MoveDialogProps = { posts: readonly Post[]; onClose: () => void; onMove: (change: Change) => void }

/** Moves posts by days, or spreads them out from a time. */
export function MoveDialog({ posts, onClose, onMove }: MoveDialogProps) {
  const [by, setBy] = useState('1')
  const [start, setStart] = useState<Date | null>(null)
  const [gap, setGap] = useState('24')
  const zoneOf = useStore($zoneOf)
  const zone = zoneOf(posts[0]?.domainId ?? '')
  const [error, setError] = useState<string>()
  const repeated = noteOnRepeated('move', posts)
  const times = start ? spread({ start, gapHours: Number(gap), count: posts.length, zone }) : undefined
  const newTimes =
    by === 'from'
      ? times?.map(time => new Date(time * 1000))
      : posts.map(post => daysLater(post.timeZone, new Date(post.publishAt), Number(by)))

  function move() {
    if (by !== 'from') return onMove({ action: 'move', days: Number(by) })
    if (!times) return setError(POST_MESSAGES.noTime)
    onMove({ action: 'move', own: times.map(time => ({ time })) })
  }
  return (
    <ActionModal
      title={posts.length === 1 ? 'Move this post' : `Move ${posts.length} posts`}
      cancelLabel="Keep as they are"
      label="Move"
      onClose={onClose}
      onAction={move}
    >
      <div className="grid grid-cols-1 gap-4">
        <SelectField label="When" value={by} choices={SHIFTS} onChange={event => setBy(event.target.value)} />
        {by === 'from' && (
          <>
            <PublishTimeField
              zone={zone}
              domainId={posts[0]?.domainId}
              value={start}
              onChange={setStart}
              error={error}
            />
            <SelectField
              label="Then"
              value={gap}
              choices={GAPS}
              onChange={event => setGap(event.target.value)}
            />
          </>
        )}
        {repeated && <p className="text-sm">{repeated}</p>}
        {newTimes && <NewTimes posts={posts} times={newTimes} />}
      </div>
    </ActionModal>
  )
}

/** The first few posts and the last, with their new times. */
function NewTimes({ posts, times }: { posts: readonly Post[]; times: readonly Date[] }) {
  const zoneOf = useStore($zoneOf)
  const now = useStore($now)
  const rows = posts.flatMap((post, index) => {
    const at = times[index]
    return at ? { post, at } : []
  })
  const isCut = rows.length > MAX_TIMES_SHOWN + 1
  const line = ({ post, at }: { post: Post; at: Date }) => (
    <li key={post._id} className="flex justify-between gap-4">
      <span dir="auto" className="min-w-0 truncate text-soft">
        {excerptOf(listedText(post.deliveries), LIST_EXCERPT)}
      </span>
      <span className={`shrink-0 tabular-nums ${+at <= +now ? 'text-error' : ''}`}>
        {formatDueIn(zoneOf(post.domainId), at)}
        {+at <= +now && ', in the past'}
      </span>
    </li>
  )
  return (
    <ul aria-label="New times" aria-live="polite" className="grid grid-cols-1 gap-1 text-sm">
      {(isCut ? rows.slice(0, MAX_TIMES_SHOWN - 1) : rows).map(line)}
      {isCut && <li className="text-soft">{plural(rows.length - MAX_TIMES_SHOWN, 'more post')}, and last</li>}
      {isCut && rows.slice(-1).map(line)}
    </ul>
  )
}
