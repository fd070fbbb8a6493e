import { and, asc, eq, inArray, lt, ne, notInArray, sql } from 'drizzle-orm'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { requireMembership } from '#api/auth/access/membership.ts'
import { requireActiveDomain } from '#api/businesses/domains.ts'
import type { Context, Inside, UserContext } from '#api/context.ts'
import { importRows, imports } from '#api/db/schema/posts/imports.ts'
import { write } from '#api/db/write.ts'
import { requireMediaByIds } from '#api/media/media.ts'
import { filterDraftIds } from '#api/posts/drafts/drafts.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { DAY_MS } from '#shared/durations.ts'
import {
  type CorrectRow,
  type Import,
  type ImportDoubt,
  type ImportField,
  IMPORT_MESSAGES,
  type ImportReading,
  type ImportRowState,
  type ImportSettings,
  type ImportSource,
  type StartImport,
} from '#shared/posts/imports.ts'
import { compareWithPosts, readPostsById } from './compare-posts.ts'
import { readFile } from './files/read-file.ts'
import {
  isOpenRow,
  type NewRow,
  POSTED_STATES,
  readImport,
  requireImport,
  requireRow,
  requireNotRunning,
  readRowRules,
} from './read-imports.ts'
import { checkRows } from './rows/check-rows.ts'
import { guessLayout, findZoneInHeaders } from './rows/columns.ts'
import { type Plan, withFiles, withNetworks } from './rows/corrections.ts'
import { detectDateOrder } from './rows/date-order.ts'
import { linkToFile } from './rows/file-links.ts'
import { rowIdOf } from './rows/read-row.ts'
import { findZone } from './rows/zones.ts'

/** Imports are deleted after this time, because they contain the texts of posts. The posts stay. */
const RETENTION_MS = 30 * DAY_MS

type NewImport = {
  path: string
  fileName: string
  /** Time zone of the caller's browser, for businesses that have none. */
  timeZone: string
  reading: ImportReading
}

/**
 * Saves a file's rows as an import of the active business, and guesses its columns. Checks the rows if a date and a text are
 * among them.
 * @throws {DomainError} `invalid` if the file can't be read or has no rows, `conflict` without a business, `not_found`,
 * `forbidden`
 */
export async function createImport(
  ctx: UserContext,
  { path, fileName, timeZone, reading }: NewImport,
): Promise<Import> {
  const domain = await requireActiveDomain(ctx, 'publish')
  if (!domain) throw new DomainError('conflict', IMPORT_MESSAGES.noBusiness)
  const { names, rows, source } = await readFile(path, ctx.userId, reading)
  const cellsOfRows = rows.map(({ cells }) => cells)
  const layout = guessLayout(names, cellsOfRows)
  const zone = domain.timeZone ?? timeZone
  const column = (field: ImportField) => rows.map(({ cells }) => cells[layout.columns.indexOf(field)] ?? '')
  const zoneOfNames = findZoneInHeaders(layout, zone)
  const zonesOfRows = [...new Set(column('timeZone'))].map(text => findZone(text, zone))
  const { order, sample, by } = detectDateOrder(column('date'), {
    timeZone: zone,
    named: [zoneOfNames, ...zonesOfRows].filter(named => named !== undefined),
    now: ctx.now(),
  })
  const settings: ImportSettings = {
    columns: layout.columns,
    timeZone: zoneOfNames ?? zone,
    textOnly: false,
    dateOrder: order,
  }
  const assumed: ImportSource = { ...source, ...(sample !== undefined && { dates: { sample, by } }) }
  const id = crypto.randomUUID()
  await write(ctx, async ctx => {
    await requireMembership(ctx, domain._id, 'publish')
    await ctx.db.insert(imports).values({
      id,
      userId: ctx.userId,
      domainId: domain._id,
      fileName,
      format: layout.format,
      headers: layout.headers,
      settings,
      source: assumed,
      state: 'mapping',
      createdAt: ctx.now(),
    })
    await insertRows(ctx, id, rows)
  })
  // A date that can be read both ways isn't guessed: the user decides before any row is checked.
  const isAsked = assumed.dates?.by === null
  return hasNeededColumns(settings) && !isAsked ? checkOpenRows(ctx, id, saved => saved) : readImport(ctx, id)
}

const hasNeededColumns = ({ columns }: ImportSettings) =>
  columns.includes('date') && columns.some(column => column === 'text' || column?.endsWith('Text'))

/**
 * Saves the settings, and checks each row that hasn't become a post by the rules of the networks. Creates no posts.
 * @throws {DomainError} `invalid` without a column of dates or texts, `conflict` if the import is running, `not_found`
 */
export const checkImport = (ctx: UserContext, id: string, settings: ImportSettings): Promise<Import> =>
  checkOpenRows(ctx, id, ({ source }) => {
    if (!source?.dates) return { settings, source }
    // Saved settings confirm the order of dates, unless the column itself proved it.
    const by = source.dates.by === 'column' ? 'column' : 'user'
    return { settings, source: { ...source, dates: { ...source.dates, by } } }
  })

/**
 * Corrects cells of a row, and checks all rows again that haven't become posts, since they may repeat each other.
 * @throws {DomainError} `conflict` if the import isn't checked or the row became a post, `not_found`, `invalid` for a file that
 * is gone
 */
export async function correctRow(
  ctx: UserContext,
  { id, line, cells, networks, mediaIds }: { id: string; line: number } & CorrectRow,
): Promise<Import> {
  const files = mediaIds && (await requireMediaByIds(ctx, mediaIds))
  await write(ctx, async ctx => {
    const record = await requireImport(ctx, id)
    if (record.state !== 'checked' && record.state !== 'done')
      throw new DomainError('conflict', IMPORT_MESSAGES.running)
    const row = await requireRow(ctx, id, line)
    if (!isOpenRow(row)) throw new DomainError('conflict', IMPORT_MESSAGES.notOpen)
    const { headers } = record
    const corrected = Array.from(headers, (_, column) => row.cells[column] ?? '')
    for (const { column, text } of cells) if (column < headers.length) corrected[column] = text
    let plan: Plan = { headers, columns: record.settings.columns, cells: corrected }
    if (networks) plan = withNetworks(plan, networks)
    const links = files?.map(file => linkToFile(ctx.config.publicUrl, file))
    if (links) plan = withFiles(plan, links)
    const added = plan.headers.length - headers.length
    const isCorrected = (doubt: ImportDoubt) =>
      doubt.line === line && cells.some(({ column }) => column === doubt.column)
    const { source } = record
    const doubts = source?.doubts.filter(doubt => !isCorrected(doubt)) ?? []
    const solved = (source?.doubts.length ?? 0) - doubts.length
    await ctx.db
      .update(imports)
      // The new attempt number makes a check that has read the former cells start again.
      .set({
        attempt: record.attempt + 1,
        headers: plan.headers,
        settings: { ...record.settings, columns: plan.columns },
        ...(source && {
          source: {
            ...source,
            doubts,
            doubtful: source.doubtful - solved,
            ...(added > 0 && { addedColumns: (source.addedColumns ?? 0) + added }),
          },
        }),
      })
      .where(eq(imports.id, id))
    await ctx.db
      .update(importRows)
      // Unchecked, so that an import that starts before the check creates no post from the former cells.
      .set({ ...UNCHECKED, cells: plan.cells, post: null })
      .where(and(eq(importRows.importId, id), eq(importRows.line, line)))
  })
  return checkOpenRows(ctx, id, current => current)
}

type CheckInput = { settings: ImportSettings; source: ImportSource | null }

/** @param change converts the saved settings and assumptions to those for the check */
async function checkOpenRows(
  ctx: UserContext,
  id: string,
  change: (saved: CheckInput) => CheckInput,
): Promise<Import> {
  const record = await requireImport(ctx, id)
  const { settings, source } = change(record)
  if (!hasNeededColumns(settings))
    throw invalidField(
      'columns',
      settings.columns.includes('date') ? IMPORT_MESSAGES.noText : IMPORT_MESSAGES.noTime,
    )
  const { domainId } = record
  const isOpen = and(eq(importRows.importId, id), notInArray(importRows.state, POSTED_STATES))
  const rows = await ctx.db
    .select({ line: importRows.line, cells: importRows.cells })
    .from(importRows)
    .where(isOpen)
    .orderBy(asc(importRows.line))
  const ids = rows.flatMap(({ cells }) => rowIdOf(cells, settings) || [])
  const checked = await checkRows(rows, {
    exported: await readPostsById(ctx, domainId, ids),
    drafts: await filterDraftIds(ctx, domainId, ids),
    ...(await readRowRules(ctx, { domainId, settings })),
    domainId,
    doubts: source?.doubts ?? [],
  })
  const fileColumns = record.headers.length - (source?.addedColumns ?? 0)
  const results = await compareWithPosts(ctx, checked, { record, settings, fileColumns })
  const isSaved = await write(ctx, async ctx => {
    const current = await requireNotRunning(ctx, id)
    if (current.attempt !== record.attempt) return false
    const changed = { settings, source, state: 'checked' as const, goodRowsOnly: false, finishedAt: null }
    await ctx.db.update(imports).set(changed).where(eq(imports.id, id))
    await ctx.db.delete(importRows).where(isOpen)
    await insertRows(ctx, id, results)
    return true
  })
  return isSaved ? readImport(ctx, id) : checkOpenRows(ctx, id, change)
}

const UNCHECKED = { state: 'unchecked' as const, problems: [], mediaIds: [] }
/** Maximum rows, and characters, of one statement. */
const MAX_ROWS = 100
const MAX_CHARS = 256 * 1024

/** Inserts rows in parts, between which other events have their turn. */
async function insertRows({ db }: Inside<Context>, importId: string, rows: readonly NewRow[]): Promise<void> {
  let part: NewRow[] = []
  let chars = 0
  const insertPart = async () => {
    if (part.length > 0)
      await db.insert(importRows).values(part.map(row => ({ ...UNCHECKED, ...row, importId })))
    ;[part, chars] = [[], 0]
    await nextTurn()
  }
  for (const row of rows) {
    part.push(row)
    chars += row.cells.join('').length
    if (part.length === MAX_ROWS || chars > MAX_CHARS) await insertPart()
  }
  await insertPart()
}

/**
 * Queues a checked import for the worker, which creates the posts in the caller's name. Returns an import that is already
 * running unchanged.
 * @throws {DomainError} `not_found`; `conflict` if no row is ready, or if rows have errors and `goodRowsOnly` is false
 */
export async function startImport(
  ctx: UserContext,
  id: string,
  { goodRowsOnly, apply, add }: StartImport,
): Promise<Import> {
  await write(ctx, async ctx => {
    const { state } = await requireImport(ctx, id)
    if (state === 'running') return
    if (state === 'checked') await markChosenReady(ctx, id, { apply, add })
    const countOf = (each: ImportRowState) =>
      ctx.db.$count(importRows, and(eq(importRows.importId, id), eq(importRows.state, each)))
    if (state !== 'checked' || (await countOf('ready')) === 0)
      throw new DomainError('conflict', IMPORT_MESSAGES.nothingReady)
    if (!goodRowsOnly && (await countOf('error')) > 0)
      throw new DomainError('conflict', IMPORT_MESSAGES.hasErrors)
    const running = { state: 'running' as const, goodRowsOnly, wakeAt: ctx.now(), receivedBytes: 0 }
    await ctx.db
      .update(imports)
      .set({ ...running, userId: ctx.userId })
      .where(eq(imports.id, id))
    ctx.wake('import-posts')
  })
  return readImport(ctx, id)
}

/** Marks as ready the changed rows whose posts the user changes (`apply`), and those that become new posts (`add`). */
async function markChosenReady(
  { db }: Inside<UserContext>,
  importId: string,
  { apply, add }: Pick<StartImport, 'apply' | 'add'>,
) {
  const ofImport = eq(importRows.importId, importId)
  const isChanged = and(ofImport, eq(importRows.state, 'changed'))
  await db
    .update(importRows)
    .set({ state: 'ready' })
    .where(and(isChanged, inArray(importRows.line, apply)))
  const added = await db
    .select({ line: importRows.line, post: importRows.post })
    .from(importRows)
    .where(and(isChanged, inArray(importRows.line, add)))
  for (const { line, post } of added) {
    if (!post?.change?.mayBeNew) continue
    const { change: _, ...isNew } = post
    await db
      .update(importRows)
      .set({ state: 'ready', postId: null, mediaIds: [], post: isNew })
      .where(and(ofImport, eq(importRows.line, line)))
  }
}

/** Column values of an import that is stopped. The new attempt number fences its worker. */
export const STOPPED_VALUES = {
  state: 'checked' as const,
  wakeAt: null,
  attempt: sql`${imports.attempt} + 1`,
}

/** Stops a running import. Posts that it has already created are not deleted. */
export async function stopImport(ctx: UserContext, id: string): Promise<Import> {
  await write(ctx, async ctx => {
    const { state } = await requireImport(ctx, id)
    if (state === 'running') await ctx.db.update(imports).set(STOPPED_VALUES).where(eq(imports.id, id))
  })
  return readImport(ctx, id)
}

/** Deletes an import. @throws {DomainError} `conflict` while it is running, `not_found` */
export const deleteImport = (ctx: UserContext, id: string): Promise<void> =>
  write(ctx, async ctx => {
    await requireNotRunning(ctx, id)
    await ctx.db.delete(imports).where(eq(imports.id, id))
  })

/** Deletes imports that are older than the retention time, except running ones. */
export async function sweepImports({ db, now }: Context): Promise<void> {
  await db
    .delete(imports)
    .where(and(lt(imports.createdAt, new Date(+now() - RETENTION_MS)), ne(imports.state, 'running')))
}
