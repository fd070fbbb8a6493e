export type PageNumber = { page: number } | { gap: 'before' | 'after' }

const AROUND = 1
const ALL = 7

/** Returns the page numbers to show: first, last and those around the current one, with gaps. Pages count from 0. */
export function pageNumbers(page: number, pages: number): PageNumber[] {
  const all = Array.from({ length: pages }, (_, index) => index)
  if (pages <= ALL) return all.map(page => ({ page }))
  const middle = Math.min(Math.max(page, AROUND + 2), pages - AROUND - 3)
  const inner = all.slice(middle - AROUND, middle + AROUND + 1)
  return [
    { page: 0 },
    ...(inner[0] === 1 ? [] : inner[0] === 2 ? [{ page: 1 }] : [{ gap: 'before' } as const]),
    ...inner.map(page => ({ page })),
    ...(inner.at(-1) === pages - 2
      ? []
      : inner.at(-1) === pages - 3
        ? [{ page: pages - 2 }]
        : [{ gap: 'after' } as const]),
    { page: pages - 1 },
  ]
}
