import { ChevronLeft, ChevronRight } from 'lucide-react'

import { Button } from './Button.tsx'

export type PaginationProps = { page: number; pages: number; onPage: (page: number) => void }

const NEIGHBOURS = 1

/** The first, the last, and those around the current one; 0 stands for a gap. */
export function shownPages(page: number, pages: number): number[] {
  const shown = Array.from({ length: pages }, (_, index) => index + 1).filter(
    number => number === 1 || number === pages || Math.abs(number - page) <= NEIGHBOURS,
  )
  return shown.flatMap((number, index) =>
    index > 0 && number - (shown[index - 1] ?? 0) > 1 ? [0, number] : [number],
  )
}

/** Pages count from 1. Shows nothing when there is only one. */
export function Pagination({ page, pages, onPage }: PaginationProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-1">
      <Button
        small
        look="quiet"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
        icon={<ChevronLeft aria-hidden="true" className="size-4" />}
      >
        Previous
      </Button>
      {shownPages(page, pages).map((number, index) =>
        number === 0 ? (
          <span key={`gap-${index}`} aria-hidden="true" className="px-1 text-soft">
            …
          </span>
        ) : (
          <Button
            key={number}
            small
            look={number === page ? 'ink' : 'quiet'}
            aria-current={number === page ? 'page' : undefined}
            aria-label={`Page ${number}`}
            onClick={() => onPage(number)}
          >
            {number}
          </Button>
        ),
      )}
      <Button small look="quiet" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight aria-hidden="true" className="size-4" />
      </Button>
    </nav>
  )
}
