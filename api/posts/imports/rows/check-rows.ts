import type { TableRow } from '#api/posts/imports/files/grid.ts'
import { mapYielding } from '#api/runtime/map-yielding.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import {
  BLOCKING_DOUBTS,
  IMPORT_MESSAGES,
  type ImportDoubt,
  type ImportedPost,
  type ImportField,
  type ImportProblem,
  type ImportSettings,
} from '#shared/posts/imports.ts'
import type { Post } from '#shared/posts/posts.ts'
import { countColumnNames } from './columns.ts'
import { readMark } from './marks.ts'
import { hasDigit, looksLikeTime } from './moments.ts'
import { readRow, rowIdOf } from './read-row.ts'
import type { RowRules } from './row.ts'
import { readStatus } from './status.ts'

export type CheckedRow = TableRow & {
  state: 'ready' | 'error' | 'known' | 'changed' | 'skipped'
  problems: ImportProblem[]
  post: ImportedPost | null
  key: string | null
  id: string
}

type Rules = RowRules & {
  domainId: string
  doubts: readonly ImportDoubt[]
  /** Posts by their ids, which an export contains. */
  exported: ReadonlyMap<string, Post>
  /** Ids of the drafts that an export contains. */
  drafts: ReadonlySet<string>
}

/** Checks every row of a file. A row with the same key as an earlier one is a duplicate and isn't imported. */
export const checkRows = (rows: readonly TableRow[], rules: Rules): Promise<CheckedRow[]> =>
  mapYielding(rows, createRowChecker(rules))

function createRowChecker(rules: Rules): (row: TableRow) => CheckedRow {
  const lineOf = new Map<string, number>()
  const doubtsOf = Map.groupBy(rules.doubts, ({ line }) => line)
  return ({ line, cells }) => {
    const skipped = { line, cells, id: '', state: 'skipped', post: null, key: null } as const
    if (isDraft(cells, rules))
      return { ...skipped, problems: [{ column: null, message: IMPORT_MESSAGES.draft, warning: true }] }
    if (isNotAPost(cells, rules.settings.columns)) return { ...skipped, problems: [] }
    const over = statusProblem(cells, rules.settings.columns)
    if (over) return { ...skipped, problems: [over] }
    const doubted = describeDoubts(doubtsOf.get(line) ?? [], cells, rules.settings.columns)
    const isDoubted = doubted.some(({ warning }) => !warning)
    const exported = rules.exported.get(rowIdOf(cells, rules.settings))
    const { id, ...read } = readRow(cells, exported ? rulesForExported(exported, rules) : rules)
    const post = isDoubted ? null : read.post
    const problems = [...doubted, ...read.problems.filter(({ warning }) => post !== null || !warning)]
    if (!post) return { line, cells, id, state: 'error', problems, post, key: null }
    const key = rowKey(rules.domainId, id, post)
    const first = lineOf.get(key)
    if (first === undefined) {
      lineOf.set(key, line)
      return { line, cells, id, state: 'ready', problems, post, key }
    }
    const message = `Repeats row ${first}, so it’s imported once.`
    return { line, cells, id, state: 'known', problems: [{ column: null, message }], post, key }
  }
}

/** Relaxes the rules for a row of an export whose post may be text-only, past, or on disconnected networks. */
const rulesForExported = (post: Post, rules: RowRules): RowRules => ({
  ...rules,
  now: new Date(Math.min(+rules.now, Date.parse(post.publishAt))),
  connected: new Set([...rules.connected, ...post.deliveries.map(({ network }) => network)]),
  settings: { ...rules.settings, textOnly: rules.settings.textOnly || post.media.length === 0 },
})

const DOUBT_MESSAGES: Record<Exclude<ImportDoubt['kind'], 'error'>, string> = {
  encoding: IMPORT_MESSAGES.openLetters,
  repaired: IMPORT_MESSAGES.repaired,
  lost: 'A character of this text was lost when the file was saved (�). Correct the cell.',
  formula:
    'The result of this formula isn’t saved in the file. Open it in a spreadsheet program, save it, and choose it again.',
}

/** Warns about doubtful cells in imported columns, and rejects those whose content is lost. */
const describeDoubts = (
  doubts: readonly ImportDoubt[],
  cells: readonly string[],
  columns: ImportSettings['columns'],
): ImportProblem[] =>
  doubts.flatMap(({ column, kind }) => {
    if (!columns[column]) return []
    const message =
      kind === 'error'
        ? `This cell shows the error ${cells[column]}. Correct it in the spreadsheet.`
        : DOUBT_MESSAGES[kind]
    return [{ column, message, ...(!BLOCKING_DOUBTS.includes(kind) && { warning: true as const }) }]
  })

const TOTAL = /^(grand )?(total|totals|sum|summe|gesamt|insgesamt|somme|suma|totale|count|anzahl)\b/i
/** Matches a number with its unit, as a summary has it: 12, 1,200, 12 posts, Total: 12. */
const NUMBER = /^(\p{L}+ ?[:=]\s*)?[\d.,\s]+(%|posts?|beiträge)?$/iu

/** Number of column names in a row that repeats the header, as tables of several months do. */
const REPEATED_NAMES = 3

/** Returns true for repeated column names, a total, or a row with no text, file or readable time, such as the name of a week. */
function isNotAPost(cells: readonly string[], columns: ImportSettings['columns']): boolean {
  if (countColumnNames(cells) >= REPEATED_NAMES && !cells.some(hasDigit)) return true
  const filled = (fits: (field: ImportField) => boolean) =>
    cells.filter((cell, at) => cell !== '' && columns[at] && fits(columns[at]))
  const date = cells[columns.indexOf('date')] ?? ''
  const hasDate = hasDigit(date) && looksLikeTime(date)
  const texts = filled(field => field === 'text' || field.endsWith('Text'))
  const isSum = !hasDate && texts.every(text => text.length < 40 && NUMBER.test(text))
  if (texts.length > 0 && !isSum) return false
  if (TOTAL.test(cells.find(Boolean)?.slice(0, 40) ?? '')) return true
  return (
    !hasDate && filled(field => ['pictures', 'time', 'link', ...NETWORK_IDS].includes(field)).length === 0
  )
}

/** Returns true for a draft of an export, unless its author says in the file that it no longer is one. */
function isDraft(cells: readonly string[], { drafts, settings }: Rules): boolean {
  const column = settings.columns.indexOf('draft')
  return drafts.has(rowIdOf(cells, settings)) && (column === -1 || readMark(cells[column] ?? '') !== false)
}

/** Returns a warning for a row that is left out, because its status says that the post is published or cancelled. */
function statusProblem(
  cells: readonly string[],
  columns: ImportSettings['columns'],
): ImportProblem | undefined {
  const column = columns.indexOf('status')
  const status = readStatus(cells[column] ?? '')
  if (status !== 'published' && status !== 'canceled') return undefined
  const what = status === 'published' ? 'published already' : 'cancelled'
  return { column, message: `The file says that this post is ${what}, so we leave it out.`, warning: true }
}

/** Returns a key that identifies a row's post in any file: a hash of the row's id, or else of its content. */
export function rowKey(domainId: string, id: string, post: ImportedPost): string {
  const identity = id === '' ? post : { id }
  return new Bun.CryptoHasher('sha256').update(JSON.stringify([domainId, identity])).digest('hex')
}
