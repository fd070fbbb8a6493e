import { useStore } from '@nanostores/react'

import { rhythmOf, seriesDays, seriesProblem } from '#shared/posts/series.ts'
import { $draft, $enabled, $errors, setRepeat } from '#site/dashboard/composer/draft/draft.ts'
import { RhythmFields } from '#site/dashboard/shared/post-dialogs/RhythmFields.tsx'
import { Times } from '#site/dashboard/shared/post-dialogs/Times.tsx'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { clockIn, instantIn } from '#site/lib/wall-clock.ts'

/** Shows what appears above the send bar. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** Shows the choice, ready for the keyboard. */
function showAndFocus(element: HTMLElement | null) {
  element?.querySelector('select')?.focus({ preventScroll: true })
  show(element)
}

/** Lets the author repeat the post until a day, and lists every time at which it will go out. */
export function RepeatInput({ focusOnMount }: { focusOnMount: boolean }) {
  const { publishAt, repeat } = useStore($draft)
  const enabled = useStore($enabled)
  const { repeat: error } = useStore($errors)
  const zone = useStore($businessZone)
  if (!publishAt) return null
  const { day, minutes } = clockIn(zone, publishAt)
  const days = repeat ? seriesDays(day, repeat) : []
  const problem = repeat && seriesProblem(repeat, days)

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
      {repeat && !problem && (
        <div ref={focusOnMount ? show : undefined} className="grid scroll-mb-32 gap-2">
          <Times
            key={`${day} ${repeat.until} ${rhythmOf(repeat)}`}
            label="What will go out"
            zone={zone}
            times={days.map(each => instantIn(zone, { day: each, minutes }))}
          />
          {enabled.includes('facebook') && (
            <p className="text-xs text-soft">
              Facebook refuses the same post twice in a row. Publish something else in between, or change the
              words of every second one.
            </p>
          )}
        </div>
      )}
    </div>
  )
}
