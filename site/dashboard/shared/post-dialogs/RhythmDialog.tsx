import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { plural } from '#shared/plural.ts'
import type { Occurrence, Post } from '#shared/posts/posts.ts'
import {
  dayOfMonthOf,
  planRhythm,
  type Repeat,
  type RhythmPlan,
  rhythmOf,
  seriesDays,
  seriesProblem,
} from '#shared/posts/series.ts'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { formatDay } from '#site/lib/format.ts'
import { toast } from '#site/lib/toasts.ts'
import { clockIn, instantIn } from '#site/lib/wall-clock.ts'
import { ActionModal } from '#site/ui/dialogs/ActionModal.tsx'
import { refreshPost, showPost } from './live-posts.ts'
import { RhythmFields } from './RhythmFields.tsx'
import { laterThan } from './series.ts'
import { Times } from './Times.tsx'

type RhythmDialogProps = { post: Post; occurrences: readonly Occurrence[]; onClose: () => void }

/** Changes how a post and the later ones of its series repeat, and shows what will go out and what won't any more. */
export function RhythmDialog({ post, occurrences, onClose }: RhythmDialogProps) {
  const { every = 'week', interval = 1, until = '' } = post.series ?? {}
  const [repeat, setRepeat] = useState<Repeat | null>({ every, interval, until })
  const [error, setError] = useState<string>()
  const zone = useStore($zoneOf)(post.domainId)
  const { day, minutes } = clockIn(zone, new Date(post.publishAt))
  const later = laterThan(occurrences, post).map(({ _id, publishAt, differs = false }) => ({
    _id,
    publishAt,
    differs,
    day: clockIn(zone, new Date(publishAt)).day,
  }))
  const dayOfMonth = dayOfMonthOf(
    day,
    later.map(one => one.day),
  )
  const days = repeat ? seriesDays(day, repeat, dayOfMonth) : []
  const problem = repeat ? seriesProblem(repeat, days) : undefined
  const plan = planRhythm(days.slice(1), later)
  const timeOf = new Map(later.map(({ _id, publishAt }) => [_id, new Date(publishAt)]))
  const times = [
    new Date(post.publishAt),
    ...plan.stays.map(({ _id }) => timeOf.get(_id) ?? new Date()),
    ...[...plan.moved.map(moved => moved.day), ...plan.added].map(each =>
      instantIn(zone, { day: each, minutes }),
    ),
  ].toSorted((a, b) => +a - +b)
  const drafts = plan.cancelled.filter(({ _id }) => later.some(one => one._id === _id && one.differs)).length

  async function save() {
    if (problem) return setError(problem)
    try {
      const call = api.posts[':id'].repeat.$post
      const json = { repeat, version: post.version }
      const changed = await bodyOf(call({ param: { id: post._id }, json }))
      for (const each of [changed.data, ...changed.later]) showPost(each)
      const count = 1 + changed.stays + changed.moved + changed.added
      toast(
        'success',
        repeat
          ? `${rhythmOf(repeat).replace('every', 'Every')} until ${formatDay(repeat.until)}: ${plural(count, 'post')}.`
          : `It ends here. ${plural(changed.cancelled, 'later post')} cancelled.`,
      )
      onClose()
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.fields['repeat']) return setError(thrown.fields['repeat'])
      toast('error', messageOf(thrown, 'That didn’t work. Try again.'))
      if (thrown instanceof ApiError && thrown.code === 'conflict') void refreshPost(post._id)
    }
  }

  return (
    <ActionModal
      title="Change how it repeats"
      cancelLabel="Keep as it is"
      label={repeat ? 'Save' : 'End it here'}
      onClose={onClose}
      onAction={save}
    >
      <div className="@container grid gap-4 font-normal">
        <p className="text-sm">
          This is about this post and all later ones. What has gone out stays as it is.
        </p>
        <RhythmFields
          day={day}
          repeat={repeat}
          none="Ends after this post"
          error={error ?? problem}
          onChange={chosen => {
            setError(undefined)
            setRepeat(chosen)
          }}
        />
        {!problem && (
          <>
            <Times key={times.map(Number).join(' ')} label="What will go out" zone={zone} times={times} />
            <p role="status" className="text-sm text-soft">
              {changesOf(plan, drafts, post)}
            </p>
          </>
        )}
      </div>
    </ActionModal>
  )
}

/** '2 posts stay, 1 moves, 3 are new. 1 is cancelled.' */
function changesOf(
  { stays, moved, added, cancelled }: RhythmPlan,
  drafts: number,
  { approval }: Post,
): string {
  if (moved.length + added.length + cancelled.length === 0) return 'The later posts stay as they are.'
  const parts = [
    stays.length > 0 && `${stays.length} stay${stays.length === 1 ? 's' : ''}`,
    moved.length > 0 && `${moved.length} move${moved.length === 1 ? 's' : ''}`,
    added.length > 0 && `${added.length} ${added.length === 1 ? 'is' : 'are'} new`,
    cancelled.length > 0 && `${cancelled.length} ${cancelled.length === 1 ? 'is' : 'are'} cancelled`,
  ].filter(part => part !== false)
  return [
    `Of the later posts, ${parts.join(', ')}.`,
    ...(drafts > 0
      ? [
          `${drafts === 1 ? 'One' : drafts} of them with words of ${drafts === 1 ? 'its' : 'their'} own will be in your drafts.`,
        ]
      : []),
    ...(added.length > 0 && approval ? ['New ones need an approval.'] : []),
  ].join(' ')
}
