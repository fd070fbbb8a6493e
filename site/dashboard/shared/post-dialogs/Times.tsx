import { useState } from 'react'

import { plural } from '#shared/plural.ts'
import { formatDueIn } from '#site/dashboard/shared/zone.ts'
import { Button } from '#site/ui/Button.tsx'

const SHOWN = 5

/** `text` is the number of the post's text, from 0, if several texts take turns. */
type Timed = { publishAt: string | Date; text?: number }

/** Shows the number of posts, their times and texts. Folds a long list. */
export function Times({ label, zone, posts }: { label: string; zone: string; posts: readonly Timed[] }) {
  const [isUnfolded, setIsUnfolded] = useState(false)
  // Shows a sixth post too, because a button that reveals only one takes as much room.
  const shown = isUnfolded || posts.length <= SHOWN + 1 ? posts : posts.slice(0, SHOWN)
  const numbersTexts = haveDifferentTexts(posts)
  return (
    <section aria-label={label} className="grid gap-2 text-sm">
      <p className="font-semibold">{plural(posts.length, 'post')}</p>
      <ol className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
        {shown.map(({ publishAt, text = 0 }) => (
          <li key={String(publishAt)}>
            {formatDueIn(zone, publishAt)}
            {numbersTexts && <span className="text-soft"> · Text {text + 1}</span>}
          </li>
        ))}
      </ol>
      {shown.length < posts.length && (
        <Button
          small
          variant="quiet"
          className="-ms-1 justify-self-start"
          onClick={() => setIsUnfolded(true)}
        >
          Show {posts.length - shown.length} more
        </Button>
      )}
    </section>
  )
}

export const haveDifferentTexts = (posts: readonly Pick<Timed, 'text'>[]) =>
  new Set(posts.map(({ text }) => text)).size > 1
