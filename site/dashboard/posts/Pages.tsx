import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

import { moveAmong } from '#site/ui/arrow-keys.ts'
import { Button } from '#site/ui/Button.tsx'
import { Skeleton, SkeletonList } from '#site/ui/states.tsx'

const PAGES_AROUND = 1
const ALL = 7

/** Returns the pages to link: first, last and those around the current one, with `null` for a gap. Counts from 0. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const all = Array.from({ length: pages }, (_, index) => index)
  if (pages <= ALL) return all
  const middle = Math.min(Math.max(page, PAGES_AROUND + 2), pages - PAGES_AROUND - 3)
  const shown = all.filter(
    each => each === 0 || each === pages - 1 || Math.abs(each - middle) <= PAGES_AROUND,
  )
  return shown.flatMap((each, at) => {
    const left = each - (shown[at - 1] ?? -1) - 1
    return left === 0 ? [each] : left === 1 ? [each - 1, each] : [null, each]
  })
}

type PagesProps = {
  /** Counts from 0. */
  page: number
  pages: number
  /** True if there are more than `pages`, but their number is unknown. */
  hasMore?: boolean
  turning?: boolean
  onTurn: (page: number) => void
}

export function Pages({ page, pages, hasMore = false, turning = false, onTurn }: PagesProps) {
  if (pages <= 1 && !hasMore) return null
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-1.5">
      <Button small disabled={page === 0} onClick={() => onTurn(page - 1)} icon={<ChevronLeft />}>
        Previous
      </Button>
      <ol className="flex flex-wrap items-center gap-1 tabular-nums">
        {pageNumbers(page, pages).map((number, at) =>
          number === null ? (
            <li key={`gap ${at}`} aria-hidden="true" className="px-1 text-soft">
              …
            </li>
          ) : (
            <li key={number}>
              <button
                type="button"
                aria-label={`Page ${number + 1}`}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => onTurn(number)}
                className="btn btn-square btn-ghost btn-sm pointer-coarse:size-11 aria-[current=page]:btn-neutral"
              >
                {number + 1}
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
        <ChevronRight className="size-4" />
      </Button>
    </nav>
  )
}

/** A page of posts. Arrow keys move among its checkboxes. Another page is scrolled to its top, and gets the focus. */
export function PageOfPosts({ number, children }: { number: number; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null)
  const shown = useRef(number)

  useEffect(() => {
    if (shown.current === number) return
    shown.current = number
    list.current?.scrollIntoView({ block: 'start' })
    list.current?.focus({ preventScroll: true })
  }, [number])

  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label={`Page ${number}`}
      onKeyDown={moveAmong('input[type=checkbox]')}
      className="@container scroll-mt-20 divide-y divide-base-300 rounded-box border border-base-300 bg-raised outline-none"
    >
      {children}
    </ul>
  )
}

export const Loading = ({ what = 'posts' }: { what?: string }) => (
  <SkeletonList rows={5} label={`Loading ${what}...`} className="items-center gap-3 px-3 py-2">
    <Skeleton className="size-5 shrink-0" />
    <Skeleton className="size-12 shrink-0" />
    <Skeleton className="h-4 w-full max-w-md" />
    <Skeleton className="ms-auto h-4 w-24 shrink-0" />
  </SkeletonList>
)
