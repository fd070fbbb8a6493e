import { useStore } from '@nanostores/react'

import type { Occurrence, Post } from '#shared/posts/posts.ts'
import { rhythmOf } from '#shared/posts/series.ts'
import { $zoneOf, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { formatDay } from '#site/lib/format.ts'
import { STATE_BADGES } from './states.ts'
import { pathToPost } from './url.ts'

type SeriesProps = { post: Post; occurrences: readonly Occurrence[] }

/** 'Every week until 1 March · 3 of 12', with a list that opens each. */
export function Series({ post, occurrences: all }: SeriesProps) {
  const { _id: id, series } = post
  const zone = useStore($zoneOf)(post.domainId)
  if (!series) return null
  const place = all.findIndex(({ _id }) => _id === id)
  return (
    <details>
      <summary className="cursor-pointer">
        {rhythmOf(series).replace('every', 'Every')} until {formatDay(series.until)}
        {place !== -1 && ` · ${place + 1} of ${all.length}`}
      </summary>
      <ol className="mt-2 grid gap-1 font-normal tabular-nums">
        {all.map(({ _id, publishAt, state }) => (
          <li key={_id} className="flex flex-wrap gap-x-2">
            <a href={pathToPost(_id)} aria-current={_id === id ? 'true' : undefined} className="prose-link">
              {formatDueIn(zone, publishAt)}
            </a>
            <span className="text-soft">{STATE_BADGES[state].label}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}
