import { requireMembership } from '#api/auth/access/membership.ts'
import type { UserContext } from '#api/context.ts'
import { spreadsheetOf } from '#api/spreadsheets/spreadsheet.ts'
import {
  type ActivityEntry,
  type ActivityFilters,
  KIND_LABELS,
  kindOf,
  predicateOf,
  WAY_LABELS,
} from '#shared/activity.ts'
import { readActivity } from './activity.ts'

const PAGE_SIZE = 500

const COLUMNS: [name: string, cell: (entry: ActivityEntry) => string][] = [
  ['Time (UTC)', ({ at }) => at.replace('T', ' ').slice(0, 19)],
  ['Who', ({ who }) => who],
  ['What', predicateOf],
  ['About', ({ about }) => about.post?.text ?? about.account ?? about.person ?? ''],
  ['Details', detailsOf],
  ['How', ({ via }) => WAY_LABELS[via]],
  ['Kind', ({ act }) => KIND_LABELS[kindOf(act)]],
  ['Post ID', ({ about }) => about.post?._id ?? ''],
]

function detailsOf({ about }: ActivityEntry): string {
  const changes = Object.entries(about.changes ?? {}).map(
    ([name, [from, to]]) => `${name}: ${textOf(from)} → ${textOf(to)}`,
  )
  const move = about.from && about.to ? [`${about.from} → ${about.to}`] : []
  return [...move, ...(about.reason ? [about.reason] : []), ...changes].join('\n')
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

/**
 * Streams the activity of a business as CSV, reading one page at a time.
 * @throws {DomainError} `not_found`
 */
export async function exportActivity(ctx: UserContext, domainId: string, filters: ActivityFilters) {
  await requireMembership(ctx, domainId)
  return spreadsheetOf('csv', {
    rows: rowsOf(ctx, domainId, filters),
    columns: COLUMNS.length,
    modified: ctx.now(),
  })
}

async function* rowsOf(ctx: UserContext, domainId: string, filters: ActivityFilters) {
  yield COLUMNS.map(([name]) => name)
  let cursor: string | undefined
  do {
    const page = await readActivity(ctx, domainId, { ...filters, cursor }, PAGE_SIZE)
    for (const entry of page.data) yield COLUMNS.map(([, cell]) => cell(entry))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
}
