import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'

import type { Occurrence, Post } from '#shared/posts/posts.ts'
import { rhythmOf } from '#shared/posts/series.ts'
import { $zoneOf, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { formatDay } from '#site/lib/format.ts'
import { STATE_BADGES } from './states.ts'
import { pathToPost } from './url.ts'

/** 'Every week until 1 March · 3 of 12', with a list that opens each. */
export function Series({ post }: { post: Post }) {
  const { _id: id, version, series } = post
  const zone = useStore($zoneOf)(post.domainId)
  const [all, setAll] = useState<Occurrence[]>([])
  useEffect(() => {
    let isShown = true
    void dataOf(api.posts[':id'].series.$get({ param: { id } }))
      .then(loaded => isShown && setAll(loaded))
      .catch(() => undefined)
    return () => void (isShown = false)
  }, [id, version])
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
