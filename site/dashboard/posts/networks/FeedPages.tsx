import { useStore } from '@nanostores/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'

import { Button } from '#site/ui/Button.tsx'
import { $turning, $view, turnTo } from './feed.ts'
import { pageNumbers } from './page-numbers.ts'

const ICON = 'size-4'

/** Previous, numbered pages and Next; hidden while one page holds everything. The number of pages shows once all are read. */
export function FeedPages() {
  const { page, pages, hasMore } = useStore($view)
  const turning = useStore($turning)
  if (pages === 1 && !hasMore) return null
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-1.5">
      <Button
        small
        disabled={page === 0}
        onClick={() => turnTo(page - 1)}
        icon={<ChevronLeft aria-hidden="true" className={ICON} />}
      >
        Previous
      </Button>
      <ol className="flex flex-wrap items-center gap-1 tabular-nums">
        {pageNumbers(page, pages).map(number =>
          'gap' in number ? (
            <li key={number.gap} aria-hidden="true" className="px-1 text-soft">
              …
            </li>
          ) : (
            <li key={number.page}>
              <button
                type="button"
                aria-label={`Page ${number.page + 1}`}
                aria-current={number.page === page ? 'page' : undefined}
                onClick={() => turnTo(number.page)}
                className="btn btn-square btn-ghost btn-sm aria-[current=page]:btn-neutral"
              >
                {number.page + 1}
              </button>
            </li>
          ),
        )}
        {hasMore && (
          <li className="px-1 text-soft">
            <span aria-hidden="true">…</span>
            <span className="sr-only">and more</span>
          </li>
        )}
      </ol>
      <Button small busy={turning} disabled={page === pages - 1 && !hasMore} onClick={() => turnTo(page + 1)}>
        Next
        <ChevronRight aria-hidden="true" className={ICON} />
      </Button>
    </nav>
  )
}
