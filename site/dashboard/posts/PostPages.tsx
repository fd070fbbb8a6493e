import { useStore } from '@nanostores/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'

import type { PostTab } from '#shared/posts/posts.ts'
import { formatNumber } from '#site/lib/format.ts'
import { Button } from '#site/ui/Button.tsx'
import { $counts, lists, PAGE_SIZE, turnPage } from './lists.ts'

const ICON = 'size-4'

/** Previous, position and Next; hidden while one page holds everything. */
export function PostPages({ tab }: { tab: PostTab }) {
  const list = useStore(lists[tab])
  const counts = useStore($counts)
  const [turning, setTurning] = useState(0)
  if (list.state !== 'ready') return null
  const { cursors, nextCursor } = list.data
  const number = cursors.length
  if (number === 1 && nextCursor === null) return null
  const pages = counts.state === 'ready' ? Math.ceil(counts.data[tab] / PAGE_SIZE) : 0

  async function turn(by: 1 | -1) {
    setTurning(by)
    await turnPage(tab, by)
    setTurning(0)
  }
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-3">
      <Button
        small
        busy={turning === -1}
        disabled={number === 1}
        onClick={() => turn(-1)}
        icon={<ChevronLeft aria-hidden="true" className={ICON} />}
      >
        Previous
      </Button>
      <p className="text-sm text-soft tabular-nums">
        Page {formatNumber(number)}
        {pages >= number && ` of ${formatNumber(pages)}`}
      </p>
      <Button small busy={turning === 1} disabled={nextCursor === null} onClick={() => turn(1)}>
        Next
        <ChevronRight aria-hidden="true" className={ICON} />
      </Button>
    </nav>
  )
}
