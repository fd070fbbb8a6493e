import { useState } from 'react'

import { plural } from '#shared/plural.ts'
import { formatDueIn } from '#site/dashboard/shared/zone.ts'
import { Button } from '#site/ui/Button.tsx'

/** Number of times that are shown at once. */
const SHOWN = 5

type TimesProps = { label: string; zone: string; times: readonly (string | Date)[] }

/** How many posts there are, and when each goes out: the first few, and all of them on demand. */
export function Times({ label, zone, times }: TimesProps) {
  const [isUnfolded, setIsUnfolded] = useState(false)
  const shown = isUnfolded || times.length <= SHOWN + 1 ? times : times.slice(0, SHOWN)
  return (
    <section aria-label={label} className="grid gap-2 text-sm">
      <p className="font-semibold">{plural(times.length, 'post')}</p>
      <ol className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
        {shown.map(each => (
          <li key={String(each)}>{formatDueIn(zone, each)}</li>
        ))}
      </ol>
      {shown.length < times.length && (
        <Button
          small
          variant="quiet"
          className="-ms-1 justify-self-start"
          onClick={() => setIsUnfolded(true)}
        >
          Show {times.length - shown.length} more
        </Button>
      )}
    </section>
  )
}
