import { useStore } from '@nanostores/react'

import { dayAfter, type Repeat, rhythmOf, seriesDays, seriesProblem } from '#shared/posts/series.ts'
import { $draft, $enabled, $errors, setRepeat } from '#site/dashboard/composer/draft/draft.ts'
import { Times } from '#site/dashboard/shared/post-dialogs/Times.tsx'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { clockIn, instantIn } from '#site/lib/wall-clock.ts'
import { SelectField, TextField } from '#site/ui/fields/Field.tsx'

type Rhythm = Omit<Repeat, 'until'>

const RHYTHMS: readonly Rhythm[] = [
  { every: 'week', interval: 1 },
  { every: 'week', interval: 2 },
  { every: 'month', interval: 1 },
]
const CHOICES = RHYTHMS.map(rhythm => ({
  value: rhythmOf(rhythm),
  label: rhythmOf(rhythm).replace('every', 'Every'),
}))

/** Number of posts until the author chooses a last day. */
const PROPOSED = 12

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

  function choose(value: string) {
    const rhythm = RHYTHMS.find(each => rhythmOf(each) === value)
    setRepeat(rhythm ? { ...rhythm, until: repeat?.until ?? dayAfter(day, rhythm, PROPOSED - 1) } : null)
  }

  return (
    <div
      ref={focusOnMount ? showAndFocus : undefined}
      className="grid scroll-mb-28 gap-3 rounded-box border border-base-300 bg-raised p-4"
    >
      <div className="grid gap-3 @md:grid-cols-2">
        <SelectField
          label="Repeat"
          className="w-full"
          placeholder="Doesn’t repeat"
          choices={CHOICES}
          value={repeat ? rhythmOf(repeat) : ''}
          onChange={event => choose(event.target.value)}
        />
        {repeat && (
          <TextField
            label="Until"
            type="date"
            className="w-full"
            required
            min={day}
            value={repeat.until}
            {...((error ?? problem) && { error: error ?? problem ?? '' })}
            onChange={event => setRepeat({ ...repeat, until: event.target.value })}
          />
        )}
      </div>
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
