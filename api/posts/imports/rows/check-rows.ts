import type { TableRow } from '#api/posts/imports/files/table.ts'
import type { ImportProblem } from '#shared/posts/imports.ts'
import type { ImportedPost, RowRules } from './read-row.ts'
import { readRow } from './read-row.ts'

export type CheckedRow = TableRow & {
  state: 'ready' | 'error' | 'known'
  problems: ImportProblem[]
  post: ImportedPost | null
  key: string | null
  id: string
}

/** Checks every row of a file. A row with the same key as an earlier one is a duplicate and isn't imported. */
export function checkRows(rows: readonly TableRow[], rules: RowRules & { domainId: string }): CheckedRow[] {
  const lineOf = new Map<string, number>()
  return rows.map(({ line, cells }) => {
    const { id, post, problems } = readRow(cells, rules)
    if (!post) return { line, cells, id, state: 'error', problems, post, key: null }
    const key = rowKey(rules.domainId, id, post)
    const first = lineOf.get(key)
    if (first === undefined) {
      lineOf.set(key, line)
      return { line, cells, id, state: 'ready', problems, post, key }
    }
    const message = `Repeats row ${first}, so it’s imported once.`
    return { line, cells, id, state: 'known', problems: [{ column: null, message }], post, key }
  })
}

/** Returns a key that identifies a row's post in any file: a hash of the row's id, or else of its content. */
export function rowKey(domainId: string, id: string, post: ImportedPost): string {
  const identity = id === '' ? post : { id }
  return new Bun.CryptoHasher('sha256').update(JSON.stringify([domainId, identity])).digest('hex')
}
