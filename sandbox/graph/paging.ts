import { graphError } from './graph-error.ts'

interface Listed {
  id: string
}

export const DEFAULT_LIMIT = 25
const MAX_LIMIT = 100

const cursor = (item: Listed) => Buffer.from(item.id).toString('base64url')

/** Returns a page of an edge in the given order, with cursors, and `next` if more follow. */
export function pageOf<T extends Listed, Shown>(
  items: T[],
  params: Record<string, string>,
  address: string,
  show: (item: T) => Shown,
): { data: Shown[]; paging?: unknown } {
  const limit = readLimit(params['limit'])
  const start = startOf(items, params, limit)
  const shown = items.slice(start, start + limit)
  const first = shown[0]
  const last = shown.at(-1)
  if (!first || !last) return { data: [] }

  const link = (name: 'before' | 'after', item: T) => {
    const { before: _before, after: _after, ...rest } = params
    return `${address}?${new URLSearchParams({ ...rest, limit: String(limit), [name]: cursor(item) })}`
  }
  const paging = {
    cursors: { before: cursor(first), after: cursor(last) },
    ...(start + limit < items.length && { next: link('after', last) }),
    ...(start > 0 && { previous: link('before', first) }),
  }
  return { data: shown.map(show), paging }
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return DEFAULT_LIMIT
  if (!/^\d+$/.test(text) || text === '0') throw graphError(100, 'Param limit must be a positive integer')
  return Math.min(Number(text), MAX_LIMIT)
}

function startOf<T extends Listed>(items: T[], params: Record<string, string>, limit: number): number {
  const requested = params['after'] ?? params['before']
  if (!requested) return 0
  const index = items.findIndex(item => cursor(item) === requested)
  if (index < 0) throw graphError(100, 'Invalid cursors values')
  return params['after'] ? index + 1 : Math.max(0, index - limit)
}
