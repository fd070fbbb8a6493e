import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'

import { capitalised, plural } from '#shared/plural.ts'
import { isCanceled } from '#shared/posts/changes.ts'
import { fieldValues } from '#shared/posts/fields.ts'
import { type Occurrence, type Post, POST_MESSAGES } from '#shared/posts/posts.ts'
import {
  dayOfMonthOf,
  planRhythm,
  proposedRepeat,
  RHYTHM_MESSAGES,
  type RhythmPlan,
  seriesDays,
  seriesProblem,
  WEEKLY,
} from '#shared/posts/rhythm.ts'
import { type Repeat, describeRhythm } from '#shared/posts/series.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { $zoneOf } from '#site/dashboard/shared/zone.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { describeTimeZone, formatDay } from '#site/lib/format.ts'
import { toast, toastWithUndo } from '#site/lib/toasts.ts'
import { clockIn, instantIn } from '#site/lib/wall-clock.ts'
import { ActionModal } from '#site/ui/dialogs/ActionModal.tsx'
import { revealProblem } from '#site/ui/fields/Field.tsx'
import { refreshPost, showPost } from './live-posts.ts'
import { FurtherTexts, RhythmFields } from './RhythmFields.tsx'
import { laterThan } from './series.ts'
import { Times } from './Times.tsx'

type RhythmDialogProps = {
  post: Post
  /** Posts of the series; empty unless the post repeats. */
  occurrences: readonly Occurrence[]
  onClose: () => void
}

/** Starts a series, or changes how a post and the later ones repeat. Shows what will go out, and what won't any more. */
export function RhythmDialog({ post, occurrences, onClose }: RhythmDialogProps) {
  const { series } = post
  const businessZone = useStore($zoneOf)(post.domainId)
  const zone = series?.timeZone ?? businessZone
  const publishAt = new Date(post.publishAt)
  const { day, minutes } = clockIn(zone, publishAt)
  const [repeat, setRepeat] = useState<Repeat | null>(() =>
    series
      ? { every: series.every, interval: series.interval, until: series.until }
      : proposedRepeat(day, WEEKLY),
  )
  const [texts, setTexts] = useState<readonly string[]>([])
  const [errors, setErrors] = useState<ApiError['fields']>({})
  const business = useStore($domains).data?.find(({ _id }) => _id === post.domainId)
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (Object.keys(errors).length > 0 && fields.current) revealProblem(fields.current)
  }, [errors])

  const { text = 0 } = occurrences.find(({ _id }) => _id === post._id) ?? {}
  const later = laterThan(occurrences, post).map(one => ({
    ...one,
    day: clockIn(zone, new Date(one.publishAt)).day,
  }))
  const dayOfMonth = dayOfMonthOf(
    day,
    later.map(one => one.day),
  )
  const days = repeat ? seriesDays(day, repeat, dayOfMonth) : [day]
  const present = series ? occurrences.filter(occurrence => !occurrence.differs).map(one => one.text) : [0]
  const first = 1 + Math.max(text, ...occurrences.map(occurrence => occurrence.text))
  const numbers = [...new Set([...present, ...texts.map((_, index) => first + index)])]
  // A series may end before each of its former texts has had its turn.
  const problem = repeat
    ? seriesProblem(repeat, days, texts.length > 0 ? numbers.length : undefined)
    : undefined
  const plan = planRhythm({ days, text, texts: repeat ? numbers : present, later })
  const timeOf = new Map(later.map(one => [one._id, one.publishAt]))
  const goingOut = [
    { publishAt, text },
    ...plan.stays.map(stay => ({ publishAt: new Date(timeOf.get(stay._id) ?? publishAt), text: stay.text })),
    ...[...plan.moved, ...plan.added].map(one => ({
      publishAt: instantIn(zone, { day: days[one.turn] ?? day, minutes }),
      text: one.text,
    })),
  ].toSorted((a, b) => +a.publishAt - +b.publishAt)

  async function save() {
    if (problem) return setErrors({ repeat: problem })
    const empty = repeat ? texts.findIndex(text => text.trim() === '') : -1
    if (empty !== -1)
      return setErrors({ texts: RHYTHM_MESSAGES.ofText(empty + first + 1, POST_MESSAGES.noMessage) })
    try {
      const call = api.posts[':id'].repeat.$post
      const json = { repeat, texts: repeat ? [...texts] : [], version: post.version }
      const { data, later, canUndo, ...changed } = await bodyOf(call({ param: { id: post._id }, json }))
      for (const each of [data, ...later]) showPost(each)
      const count = 1 + changed.stays + changed.moved + changed.added
      const message = repeat
        ? `${capitalised(describeRhythm(repeat))} until ${formatDay(repeat.until)}: ${plural(count, 'post')}.`
        : `It ends here. ${plural(changed.cancelled, 'later post')} cancelled.`
      if (canUndo) toastWithUndo(message, () => undo(post._id, later))
      else toast('success', message)
      onClose()
    } catch (error) {
      if (error instanceof ApiError && (error.fields['repeat'] ?? error.fields['texts']))
        return setErrors(error.fields)
      toast('error', messageOf(error, FAILED))
      if (error instanceof ApiError && error.code === 'conflict') void refreshPost(post._id)
    }
  }

  return (
    <ActionModal
      title={series ? 'Change how it repeats' : 'Repeat this post'}
      cancelLabel={series ? 'Keep as it is' : 'Cancel'}
      label={repeat ? 'Save' : 'End it here'}
      onClose={onClose}
      onAction={save}
    >
      <div ref={fields} className="@container grid gap-4 font-normal">
        {series && (
          <p className="text-sm">
            This is about this post and all later ones. What has gone out stays as it is.
          </p>
        )}
        <RhythmFields
          day={day}
          repeat={repeat}
          {...(series && { none: 'Ends after this post' })}
          error={errors['repeat'] ?? problem}
          onChange={chosen => {
            setErrors({})
            setRepeat(chosen)
          }}
        />
        {repeat && (
          <FurtherTexts
            texts={texts}
            from={first + 1}
            networks={post.deliveries.filter(delivery => !isCanceled(delivery)).map(({ network }) => network)}
            rules={{ linkTags: business?.linkTags ?? null, fields: fieldValues(business?.businessName) }}
            error={errors['texts']}
            onChange={changed => {
              setErrors({})
              setTexts(changed)
            }}
          />
        )}
        {!problem && (
          <>
            <Times
              key={goingOut.map(one => +one.publishAt).join(' ')}
              label="What will go out"
              zone={zone}
              posts={goingOut}
            />
            {zone !== businessZone && (
              <p className="text-sm text-soft">
                It keeps its time of day in {describeTimeZone(publishAt, zone)}.
              </p>
            )}
            <p role="status" className="text-sm text-soft">
              {changesOf(plan, post)}
            </p>
          </>
        )}
      </div>
    </ActionModal>
  )
}

const FAILED = 'That didn’t work. Try again.'

/** Restores how a post repeated before. If that fails, because a post has gone out or changed, reloads the posts. */
async function undo(id: string, later: readonly Post[]) {
  try {
    const call = api.posts[':id'].repeat.undo.$post
    const undone = await bodyOf(call({ param: { id }, json: {} }))
    for (const each of [undone.data, ...undone.later]) showPost(each)
    toast('success', undone.message)
  } catch (error) {
    toast('error', messageOf(error, FAILED))
    for (const each of [id, ...later.map(({ _id }) => _id)]) void refreshPost(each)
  }
}

/** Returns 'Of the later posts, 2 stay, 1 moves, 3 are new, 1 is cancelled.' */
function changesOf(
  { stays, moved, added, cancelled, drafts }: RhythmPlan,
  { approval, series }: Pick<Post, 'approval' | 'series'>,
): string {
  const toApprove = added.length > 0 && approval ? ['New ones need an approval.'] : []
  if (!series) return toApprove.join('')
  if (moved.length + added.length + cancelled.length === 0) return 'The later posts stay as they are.'
  const parts = [
    stays.length > 0 && `${stays.length} stay${stays.length === 1 ? 's' : ''}`,
    moved.length > 0 && `${moved.length} move${moved.length === 1 ? 's' : ''}`,
    added.length > 0 && `${added.length} ${added.length === 1 ? 'is' : 'are'} new`,
    cancelled.length > 0 && `${cancelled.length} ${cancelled.length === 1 ? 'is' : 'are'} cancelled`,
  ].filter(part => part !== false)
  return [
    `Of the later posts, ${parts.join(', ')}.`,
    ...(drafts.length > 0
      ? [
          `${drafts.length === 1 ? 'One' : drafts.length} of them with words of ${drafts.length === 1 ? 'its' : 'their'} own will be in your drafts.`,
        ]
      : []),
    ...toApprove,
  ].join(' ')
}
