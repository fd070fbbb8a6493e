import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'

import { connectedAccounts } from '#api/accounts/accounts.ts'
import { isAllowedIn } from '#api/auth/access/membership.ts'
import { requireActiveDomain } from '#api/businesses/domains.ts'
import type { Context, UserContext } from '#api/context.ts'
import { importRows, imports } from '#api/db/schema/posts/imports.ts'
import { listNames } from '#api/media/library.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { mapYielding } from '#api/runtime/map-yielding.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import {
  type Import,
  IMPORT_MESSAGES,
  IMPORT_ROW_STATES,
  type ImportRow,
  type ImportRowState,
  type ImportedPost,
  type ImportSource,
} from '#shared/posts/imports.ts'
import { truncate } from '#shared/text/graphemes.ts'
import type { TableRow } from './files/grid.ts'
import { linkToFile } from './rows/file-links.ts'
import { readNetworks, readNetworksLeftOut } from './rows/read-row.ts'
import { normaliseFileName } from './rows/row-files.ts'
import type { RowRules } from './rows/row.ts'

const SAMPLES = 3
const SHOWN_CHARS = 160
const LISTED = 10
const SHOWN_DOUBTS = 500

export type ImportRecord = typeof imports.$inferSelect
/** A row as it is inserted; by default unchecked. */
export type NewRow = TableRow & Partial<typeof importRows.$inferInsert>

/** Returns the latest imports of the request's business, newest first. */
export async function listImports(ctx: UserContext): Promise<Import[]> {
  const domain = await requireActiveDomain(ctx, 'publish')
  if (!domain) return []
  const records = await ctx.db
    .select()
    .from(imports)
    .where(eq(imports.domainId, domain._id))
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(LISTED)
  return Promise.all(records.map(record => toImport(ctx, record)))
}

/** Reads an import. @throws {DomainError} `not_found`, also for another business's import */
export const readImport = async (ctx: UserContext, id: string): Promise<Import> =>
  toImport(ctx, await requireImport(ctx, id))

export async function requireImport(
  ctx: Pick<UserContext, 'db' | 'userId'>,
  id: string,
): Promise<ImportRecord> {
  const [record] = await ctx.db.select().from(imports).where(isWritableImport(ctx, id))
  if (!record) throw new DomainError('not_found', IMPORT_MESSAGES.gone)
  return record
}

/** Requires an import that isn't running. @throws {DomainError} `conflict` while it is running, `not_found` */
export async function requireNotRunning(
  ctx: Pick<UserContext, 'db' | 'userId'>,
  id: string,
): Promise<ImportRecord> {
  const record = await requireImport(ctx, id)
  if (record.state === 'running') throw new DomainError('conflict', IMPORT_MESSAGES.running)
  return record
}

const isWritableImport = (ctx: Pick<UserContext, 'userId'>, id: string) =>
  and(eq(imports.id, id), isAllowedIn(ctx, imports.domainId, 'publish'))

async function toImport(ctx: UserContext, record: ImportRecord): Promise<Import> {
  const { db } = ctx
  const ofImport = eq(importRows.importId, record.id)
  const [accounts, states, samples] = await Promise.all([
    connectedAccounts(ctx, record.domainId),
    db
      .select({
        state: importRows.state,
        rows: count(),
        pictures: sql<number>`total(json_array_length(${importRows.post}, '$.pictures'))`.mapWith(Number),
        fetched: sql<number>`total(json_array_length(${importRows.mediaIds}))`.mapWith(Number),
      })
      .from(importRows)
      .where(ofImport)
      .groupBy(importRows.state),
    db
      .select({ cells: importRows.cells })
      .from(importRows)
      .where(ofImport)
      .orderBy(asc(importRows.line))
      .limit(SAMPLES),
  ])
  const inWork = states.filter(({ state }) => state === 'ready' || state === 'created')
  return {
    _id: record.id,
    domainId: record.domainId,
    fileName: record.fileName,
    format: record.format,
    headers: record.headers.map(text => truncate(text, SHOWN_CHARS)),
    samples: samples.map(({ cells }) => cells.map(text => truncate(text, SHOWN_CHARS))),
    settings: record.settings,
    ...(record.source && { source: withFewDoubts(record.source) }),
    state: record.state,
    goodRowsOnly: record.goodRowsOnly,
    counts: Object.fromEntries(
      IMPORT_ROW_STATES.map(state => [state, states.find(each => each.state === state)?.rows ?? 0]),
    ) as Import['counts'],
    connected: NETWORK_IDS.filter(id => accounts.some(({ network }) => network === id)),
    pictures: {
      total: inWork.reduce((sum, { pictures }) => sum + pictures, 0),
      fetched: inWork.reduce((sum, { fetched }) => sum + fetched, 0),
      bytes: record.receivedBytes,
    },
    createdAt: record.createdAt.toISOString(),
    ...(record.finishedAt && { finishedAt: record.finishedAt.toISOString() }),
  }
}

const withFewDoubts = (source: ImportSource): ImportSource => ({
  ...source,
  doubts: source.doubts.slice(0, SHOWN_DOUBTS),
})

/** Returns the rows of an import: those with errors first, then in the file's order. */
export async function listImportRows(ctx: UserContext, id: string): Promise<ImportRow[]> {
  const record = await requireImport(ctx, id)
  const rules = await readRowRules(ctx, record)
  const rows = await ctx.db
    .select()
    .from(importRows)
    .where(eq(importRows.importId, id))
    .orderBy(desc(inArray(importRows.state, ['error', 'failed'])), asc(importRows.line))
  return mapYielding(rows, ({ line, cells, state, problems, post, postId }) => {
    const leftOut = post && isOpenRow({ state }) ? readNetworksLeftOut(cells, rules) : []
    return {
      line,
      cells: cells.map(text => truncate(text, SHOWN_CHARS)),
      state,
      problems,
      ...(isOpenRow({ state }) && { networks: readNetworks(cells, rules) }),
      ...(post && { post: summarise(post) }),
      ...(postId && { postId }),
      ...(leftOut.length > 0 && { leftOut }),
      ...(state === 'changed' && post && toRowChanges(post)),
    }
  })
}

/** Returns the whole cells of a row that can be corrected. */
export async function readCells(ctx: UserContext, id: string, line: number): Promise<string[]> {
  await requireImport(ctx, id)
  return (await requireRow(ctx, id, line)).cells
}

type Row = typeof importRows.$inferSelect

/** @throws {DomainError} `not_found` */
export async function requireRow({ db }: Pick<Context, 'db'>, id: string, line: number): Promise<Row> {
  const [row] = await db
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, id), eq(importRows.line, line)))
  if (!row) throw new DomainError('not_found', IMPORT_MESSAGES.noRow)
  return row
}

/** States of rows that have become posts in their import, or changed them. */
export const POSTED_STATES: ImportRowState[] = ['created', 'updated']

export const isOpenRow = ({ state }: Pick<Row, 'state'>) => !POSTED_STATES.includes(state)

export async function readRowRules(
  ctx: UserContext,
  { domainId, settings }: Pick<ImportRecord, 'domainId' | 'settings'>,
): Promise<RowRules> {
  const [accounts, files] = await Promise.all([connectedAccounts(ctx, domainId), listNames(ctx, domainId)])
  const library = Map.groupBy(files, ({ name }) => normaliseFileName(name))
  return {
    settings,
    connected: new Set(accounts.map(({ network }) => network)),
    now: ctx.now(),
    library: new Map(
      Array.from(library, ([name, named]) => [
        name,
        named.map(file => linkToFile(ctx.config.publicUrl, file)),
      ]),
    ),
  }
}

const toRowChanges = ({ change }: ImportedPost): Pick<ImportRow, 'changes' | 'mayBeNew'> => ({
  changes: (change?.list ?? []).map(({ field, before, after }) => ({
    field,
    before: truncate(before, SHOWN_CHARS),
    after: truncate(after, SHOWN_CHARS),
  })),
  ...(change?.mayBeNew && { mayBeNew: true }),
})

const summarise = ({ platforms, publishAt, pictures }: ImportedPost): NonNullable<ImportRow['post']> => ({
  networks: platforms.map(({ platform }) => platform),
  text: truncate(platforms[0]?.message ?? '', SHOWN_CHARS),
  publishAt: new Date(publishAt * 1000).toISOString(),
  pictures: pictures.length,
})
