import { useStore } from '@nanostores/react'

import { DAY_MS } from '#shared/durations.ts'
import {
  dayAfter,
  proposedRepeat,
  RHYTHM_MESSAGES,
  seriesDays,
  seriesProblem,
  WEEKLY,
} from '#shared/posts/rhythm.ts'
import { describeRhythm } from '#shared/posts/series.ts'
import { $draft, $enabled, $errors, setRepeat, setTexts } from '#site/dashboard/composer/draft/draft.ts'
import { $textRules } from '#site/dashboard/composer/messages/shown-network.ts'
import { FurtherTexts, RhythmFields } from '#site/dashboard/shared/post-dialogs/RhythmFields.tsx'
import { Times } from '#site/dashboard/shared/post-dialogs/Times.tsx'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { clockIn, instantIn } from '#site/lib/wall-clock.ts'
import { missingMessage, type Problem, unfitMessage } from './check-draft.ts'

const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

function showAndFocus(element: HTMLElement | null) {
  element?.querySelector('select')?.focus({ preventScroll: true })
  show(element)
}

/** Repeats the post until a day, with texts that take turns, and lists what will go out when. */
export function RepeatInput({ focusOnMount }: { focusOnMount: boolean }) {
  const { publishAt, repeat, texts } = useStore($draft)
  const enabled = useStore($enabled)
  const rules = useStore($textRules)
  const { repeat: error, texts: textError } = useStore($errors)
  const zone = useStore($businessZone)
  if (!publishAt) return null
  const { day, minutes } = clockIn(zone, publishAt)
  const days = repeat ? seriesDays(day, repeat) : []
  const problem = repeat && seriesProblem(repeat, days, 1 + texts.length)

  return (
    <div
      ref={focusOnMount ? showAndFocus : undefined}
      className="grid scroll-mb-28 gap-3 rounded-box border border-base-300 bg-raised p-4"
    >
      <RhythmFields
        day={day}
        repeat={repeat}
        none="Doesn’t repeat"
        error={error ?? problem ?? undefined}
        onChange={setRepeat}
      />
      {repeat && (
        <FurtherTexts texts={texts} networks={enabled} rules={rules} error={textError} onChange={setTexts} />
      )}
      {repeat && !problem && (
        <div ref={focusOnMount ? show : undefined} className="scroll-mb-32">
          <Times
            key={`${day} ${repeat.until} ${describeRhythm(repeat)}`}
            label="What will go out"
            zone={zone}
            posts={days.map((each, index) => ({
              publishAt: instantIn(zone, { day: each, minutes }),
              text: index % (1 + texts.length),
            }))}
          />
        </div>
      )}
    </div>
  )
}

/** Returns the first problem of how the post repeats. */
export function checkRepeat(): Problem | undefined {
  const draft = $draft.get()
  const { publishAt, repeat, texts } = draft
  if (!publishAt || !repeat) return undefined
  const enabled = $enabled.get()
  for (const [index, message] of texts.entries()) {
    const own = { ...draft, sameMessage: true, message }
    const problem = missingMessage(own, enabled) ?? unfitMessage(own, enabled)
    if (problem) return { field: 'texts', message: RHYTHM_MESSAGES.ofText(index + 2, problem.message) }
  }
  const days = seriesDays(clockIn($businessZone.get(), publishAt).day, repeat)
  const message = seriesProblem(repeat, days, 1 + texts.length)
  return message ? { field: 'repeat', message } : undefined
}

/** Returns a weekly schedule from the next weekday and time of day of an earlier post. */
export function weeklyFrom(earlier: string | null, now = new Date()) {
  const zone = $businessZone.get()
  const former = new Date(earlier ?? now)
  const { day, minutes } = clockIn(zone, former)
  const weeks = Math.max(0, Math.floor((+now - +former) / (7 * DAY_MS)))
  const days = [weeks, weeks + 1, weeks + 2].map(count => dayAfter(day, WEEKLY, count))
  const next = days.find(each => instantIn(zone, { day: each, minutes }) > now) ?? day
  const publishAt = instantIn(zone, { day: next, minutes }).toISOString()
  return { isScheduled: true, publishAt, repeat: proposedRepeat(next, WEEKLY) }
}
