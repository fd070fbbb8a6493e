import { useStore } from '@nanostores/react'
import { useState } from 'react'

import type { Occurrence, Post } from '#shared/posts/posts.ts'
import { rhythmOf } from '#shared/posts/series.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $mayChange } from '#site/dashboard/shared/permissions.tsx'
import { $zoneOf, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { formatDay } from '#site/lib/format.ts'
import { Button } from '#site/ui/Button.tsx'
import { isUnbegun } from './series.ts'
import { STATE_BADGES } from './states.ts'
import { haveTexts } from './Times.tsx'
import { pathToPost } from './url.ts'

const RhythmDialog = lazyPart(async () => (await import('./RhythmDialog.tsx')).RhythmDialog)

type SeriesProps = { post: Post; occurrences: readonly Occurrence[] }

/** 'Every week until 1 March · 3 of 12', with a list that opens each. */
export function Series({ post, occurrences: all }: SeriesProps) {
  const { _id: id, series } = post
  const zone = useStore($zoneOf)(post.domainId)
  const mayChange = useStore($mayChange)
  const [isChanging, setIsChanging] = useState(false)
  if (!series) return null
  const hasTexts = haveTexts(all)
  const place = all.findIndex(({ _id }) => _id === id)
  return (
    <div className="grid gap-2">
      <details>
        <summary className="cursor-pointer">
          {rhythmOf(series).replace('every', 'Every')} until {formatDay(series.until)}
          {place !== -1 && ` · ${place + 1} of ${all.length}`}
        </summary>
        <ol className="mt-2 grid gap-1 font-normal tabular-nums">
          {all.map(({ _id, publishAt, state, text }) => (
            <li key={_id} className="flex flex-wrap gap-x-2">
              <a href={pathToPost(_id)} aria-current={_id === id ? 'true' : undefined} className="prose-link">
                {formatDueIn(zone, publishAt)}
              </a>
              {hasTexts && <span>Text {text + 1}</span>}
              <span className="text-soft">{STATE_BADGES[state].label}</span>
            </li>
          ))}
        </ol>
      </details>
      {place !== -1 && mayChange(post) && isUnbegun(post) && (
        <Button small className="justify-self-start" onClick={() => setIsChanging(true)}>
          Change how it repeats
        </Button>
      )}
      {isChanging && <RhythmDialog post={post} occurrences={all} onClose={() => setIsChanging(false)} />}
    </div>
  )
}
