import { ChevronLeft, ChevronRight } from 'lucide-react'

import { Button } from '#site/ui/Button.tsx'
import { pageNumbers } from './page-numbers.ts'

type PagesProps = {
  /** Counts from 0. */
  page: number
  pages: number
  /** True if there are more than `pages`, but their number is unknown. */
  hasMore?: boolean
  turning?: boolean
  onTurn: (page: number) => void
}

const ICON = 'size-4'

/** Previous, numbered pages and Next; hidden while one page holds everything. */
export function Pages({ page, pages, hasMore = false, turning = false, onTurn }: PagesProps) {
  if (pages <= 1 && !hasMore) return null
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-1.5">
      <Button
        small
        disabled={page === 0}
        onClick={() => onTurn(page - 1)}
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
                onClick={() => onTurn(number.page)}
                className="btn btn-square btn-ghost btn-sm pointer-coarse:size-11 aria-[current=page]:btn-neutral"
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
      <Button small busy={turning} disabled={page === pages - 1 && !hasMore} onClick={() => onTurn(page + 1)}>
        Next
        <ChevronRight aria-hidden="true" className={ICON} />
      </Button>
    </nav>
  )
}
