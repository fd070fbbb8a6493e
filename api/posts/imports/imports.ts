import { and, asc, eq, exists, inArray, lt, ne, notExists, or, type SQL, sql } from 'drizzle-orm'

import { connectedAccounts } from '#api/accounts/accounts.ts'
import { isAllowedIn, requireReadRole, roleRead } from '#api/auth/access/membership.ts'
import { getDomain, requireActiveDomain } from '#api/businesses/domains.ts'
import type { Context, UserContext } from '#api/context.ts'
import { fromRows, field, insertMany } from '#api/db/insert-many.ts'
import { importRows, imports } from '#api/db/schema/posts/imports.ts'
import { posts } from '#api/db/schema/posts/posts.ts'
import { DomainError, invalidField } from '#api/errors.ts'
import {
  type Import,
  IMPORT_MESSAGES,
  type ImportReading,
  type ImportRowState,
  type ImportSettings,
  type ImportSource,
  type StartImport,
} from '#shared/posts/imports.ts'
import type { TableRow } from './files/grid.ts'
import { readFile } from './files/read-file.ts'
import { changesOf, earlierRows, isChangeablePost, matchCorrected, postsById } from './known-posts.ts'
import { type ImportRecord, ownImport, readImport, requireImport } from './reading.ts'
import { type CheckedRow, checkRows } from './rows/check-rows.ts'
import { guessLayout, zoneInNames } from './rows/columns.ts'
import { idOf } from './rows/read-row.ts'
import { orderOfDates } from './rows/times.ts'

/** Imports are deleted after this time, because they contain the texts of posts. The posts stay. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000

/** Prefix of the posts' idempotency keys; each row's key follows. */
export const POST_KEY = 'import:'

type NewImport = {
  /** Path of the uploaded file. */
  path: string
  fileName: string
  /** Zone of the caller's browser, which applies if the business has none. */
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
  const layout = guessLayout(
    names,
    rows.map(({ cells }) => cells),
  )
  const zone = domain.timeZone ?? timeZone
  const dates = layout.columns.indexOf('date')
  const { order, sample, by } = orderOfDates(
    rows.map(({ cells }) => cells[dates] ?? ''),
    { timeZone: zone, now: ctx.now() },
  )
  const settings: ImportSettings = {
    columns: layout.columns,
    timeZone: zoneInNames(layout) ?? zone,
    textOnly: false,
    dateOrder: order,
  }
  const assumed: ImportSource = { ...source, ...(sample !== undefined && { dates: { sample, by } }) }
  const id = crypto.randomUUID()
  const { db, userId, now } = ctx
  const isSaved = exists(db.select({ id: imports.id }).from(imports).where(eq(imports.id, id)))
  const [role] = await db.batch([
    roleRead(ctx, domain._id),
    insertMany(
      db,
      imports,
      {
        id,
        userId,
        domainId: domain._id,
        fileName,
        format: layout.format,
        headers: layout.headers,
        settings,
        source: assumed,
        state: 'mapping',
        createdAt: now(),
      },
      sql`from (select 1) where ${isAllowedIn(ctx, sql`${domain._id}`, 'publish')}`,
    ),
    insertRows(ctx, id, rows, isSaved),
  ])
  requireReadRole(role, 'publish')
  // A date that can be read both ways isn't guessed: the user decides before any row is checked.
  const isOpen = assumed.dates?.by === null
  return isMapped(settings) && !isOpen ? checkRowsOf(ctx, id, settings, assumed) : readImport(ctx, id)
}

const isMapped = ({ columns }: ImportSettings) =>
  columns.includes('date') && columns.some(column => column === 'text' || column?.endsWith('Text'))

/**
 * Saves the settings, and checks each row by the rules of the networks. Creates no posts.
 * @throws {DomainError} `invalid` without a column of dates or texts, `conflict` if the import is running or done, `not_found`
 */
export async function checkImport(ctx: UserContext, id: string, settings: ImportSettings): Promise<Import> {
  const { source } = await requireImport(ctx, id)
  const read = source as ImportSource | null
  return checkRowsOf(
    ctx,
    id,
    settings,
    read?.dates ? { ...read, dates: { ...read.dates, by: answeredBy(read.dates.by) } } : read,
  )
}

/** Saved settings confirm the order of dates, unless the column itself proved it. */
const answeredBy = (by: NonNullable<ImportSource['dates']>['by']) => (by === 'column' ? by : 'user')

async function checkRowsOf(
  ctx: UserContext,
  id: string,
  settings: ImportSettings,
  source: ImportSource | null,
): Promise<Import> {
  if (!isMapped(settings))
    throw invalidField(
      'columns',
      settings.columns.includes('date') ? IMPORT_MESSAGES.noText : IMPORT_MESSAGES.noTime,
    )
  const { db } = ctx
  const record = await requireImport(ctx, id)
  const [accounts, rows] = await Promise.all([
    connectedAccounts(ctx, record.domainId),
    db
      .select({ line: importRows.line, cells: importRows.cells })
      .from(importRows)
      .where(eq(importRows.importId, id))
      .orderBy(asc(importRows.line)),
  ])
  const connected = new Set(accounts.map(({ network }) => network))
  const exported = await postsById(
    ctx,
    record.domainId,
    rows.flatMap(({ cells }) => idOf(cells, settings) || []),
  )
  const checked = checkRows(rows, {
    exported,
    settings,
    connected,
    now: ctx.now(),
    domainId: record.domainId,
    doubts: source?.doubts ?? [],
  })
  const results = await compareWithPosts(ctx, checked, { record, settings })
  const isStillEditable = exists(
    db
      .select({ id: imports.id })
      .from(imports)
      .where(and(ownImport(ctx, id), isEditable)),
  )
  const [changed] = await db.batch([
    db
      .update(imports)
      .set({ settings, source, state: 'checked', goodRowsOnly: false })
      .where(and(ownImport(ctx, id), isEditable))
      .returning({ id: imports.id }),
    db.delete(importRows).where(and(eq(importRows.importId, id), isStillEditable)),
    insertRows(ctx, id, results, isStillEditable),
  ])
  if (!changed[0]) {
    await requireImport(ctx, id)
    throw new DomainError('conflict', IMPORT_MESSAGES.running)
  }
  return readImport(ctx, id)
}

/** SQL condition: the import is neither running nor done. */
const isEditable = inArray(imports.state, ['mapping', 'checked'])

type Compared = {
  record: Pick<ImportRecord, 'id' | 'domainId' | 'fileName' | 'headers'>
  settings: ImportSettings
}

/** Matches rows with the posts of earlier imports and of exports, and lists what the rows would change in them. */
async function compareWithPosts(
  ctx: UserContext,
  rows: CheckedRow[],
  { record, settings }: Compared,
): Promise<NewRow[]> {
  const { domainId } = record
  const [known, earlier, { linkTags }] = await Promise.all([
    findKnownPosts(ctx, domainId, rows),
    earlierRows(ctx, record),
    getDomain(ctx, domainId),
  ])
  const idOfRow = ({ key, id }: CheckedRow) => known.get(key ?? '') ?? known.get(id)
  const taken = new Set(rows.flatMap(row => idOfRow(row) ?? []))
  const open = earlier.filter(({ postId }) => !taken.has(postId))
  const isNew = (row: CheckedRow) => row.state === 'ready' && row.id === '' && idOfRow(row) === undefined
  const candidates = await postsById(
    ctx,
    domainId,
    open.map(({ postId }) => postId),
  )
  const corrected = matchCorrected(
    rows.filter(isNew),
    open.filter(({ postId }) => isChangeablePost(candidates.get(postId))),
    record,
  )
  const posts = new Map([...candidates, ...(await postsById(ctx, domainId, [...taken]))])
  return rows.map(row => {
    const { id: _, ...saved } = row
    const postId = idOfRow(row) ?? corrected.get(row)?.postId
    if (postId === undefined || row.state === 'known' || row.state === 'skipped')
      return { ...saved, postId: row.state === 'known' ? (postId ?? null) : null }
    const post = posts.get(postId)
    if (!isChangeablePost(post)) return { ...saved, postId, state: 'known', problems: [] }
    if (!row.post) return saved.state === 'error' ? { ...saved, postId } : saved
    const list = changesOf(row.post, post, {
      settings,
      linkTags,
      publicUrl: ctx.config.publicUrl,
      earlier: earlier.find(each => each.postId === postId),
    })
    if (list.length === 0) return { ...saved, postId, state: 'known', problems: [] }
    const hasNewFiles = list.some(({ field }) => field === 'pictures')
    return {
      ...saved,
      postId,
      state: 'changed',
      post: { ...row.post, change: { version: post.version, list, mayBeNew: corrected.has(row) } },
      mediaIds: hasNewFiles ? [] : post.media.map(({ _id }) => _id),
    }
  })
}

/** Finds posts of the business by the import key of a row, or by the post id in a row of an exported spreadsheet. */
async function findKnownPosts(
  ctx: UserContext,
  domainId: string,
  rows: CheckedRow[],
): Promise<Map<string, string>> {
  const keys = rows.flatMap(({ key }) => (key ? [POST_KEY + key] : []))
  const ids = rows.flatMap(({ id }) => (id ? [id] : []))
  const amongValues = (values: string[]) => sql`(select value from json_each(${JSON.stringify(values)}))`
  const found = await ctx.db
    .select({ id: posts.id, key: posts.idempotencyKey })
    .from(posts)
    .where(
      and(
        eq(posts.domainId, domainId),
        isAllowedIn(ctx, posts.domainId, 'publish'),
        or(sql`${posts.idempotencyKey} in ${amongValues(keys)}`, sql`${posts.id} in ${amongValues(ids)}`),
      ),
    )
  return new Map(
    found.flatMap(({ id, key }) => [
      [id, id] as const,
      ...(key?.startsWith(POST_KEY) ? [[key.slice(POST_KEY.length), id] as const] : []),
    ]),
  )
}

type NewRow = TableRow &
  Partial<Pick<CheckedRow, 'state' | 'problems' | 'post' | 'key'>> & {
    postId?: string | null
    mediaIds?: string[]
  }

const insertRows = ({ db }: Context, importId: string, rows: readonly NewRow[], when: SQL) =>
  insertMany(
    db,
    importRows,
    {
      importId,
      line: field('line'),
      cells: field('cells'),
      state: field('state'),
      problems: field('problems'),
      post: field('post'),
      key: field('key'),
      mediaIds: field('mediaIds'),
      postId: field('postId'),
    },
    sql`${fromRows(rows.map(row => ({ state: 'unchecked', problems: [], mediaIds: [], ...row })))} where ${when}`,
  )

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
  const { db, now } = ctx
  await chooseChanges(ctx, id, { apply, add })
  const rowsIn = (state: ImportRowState) =>
    db
      .select({ line: importRows.line })
      .from(importRows)
      .where(and(eq(importRows.importId, id), eq(importRows.state, state)))
  const [started] = await db
    .update(imports)
    .set({ userId: ctx.userId, state: 'running', goodRowsOnly, wakeAt: now(), receivedBytes: 0 })
    .where(
      and(
        ownImport(ctx, id),
        eq(imports.state, 'checked'),
        exists(rowsIn('ready')),
        goodRowsOnly ? undefined : notExists(rowsIn('error')),
      ),
    )
    .returning({ id: imports.id })
  const current = await readImport(ctx, id)
  if (started) ctx.wake('import-posts')
  else if (current.state !== 'running')
    throw new DomainError(
      'conflict',
      current.counts.ready === 0 ? IMPORT_MESSAGES.nothingReady : IMPORT_MESSAGES.hasErrors,
    )
  return current
}

/** Marks as ready the changed rows whose posts the user changes (`apply`), and those that become new posts (`add`). */
async function chooseChanges(
  ctx: UserContext,
  id: string,
  { apply, add }: Pick<StartImport, 'apply' | 'add'>,
) {
  if (apply.length + add.length === 0) return
  const { db } = ctx
  const isChecked = exists(
    db
      .select({ id: imports.id })
      .from(imports)
      .where(and(ownImport(ctx, id), eq(imports.state, 'checked'))),
  )
  const changedIn = (lines: number[]) =>
    and(
      eq(importRows.importId, id),
      eq(importRows.state, 'changed'),
      inArray(importRows.line, lines),
      isChecked,
    )
  await db.batch([
    db.update(importRows).set({ state: 'ready' }).where(changedIn(apply)),
    db
      .update(importRows)
      .set({
        state: 'ready',
        postId: null,
        mediaIds: [],
        post: sql`json_remove(${importRows.post}, '$.change')`,
      })
      .where(and(changedIn(add), sql`json_extract(${importRows.post}, '$.change.mayBeNew')`)),
  ])
}

/** Column values of an import that is stopped. The new attempt number fences its worker. */
export const STOPPED = { state: 'checked' as const, wakeAt: null, attempt: sql`${imports.attempt} + 1` }

/** Stops a running import. Posts that it has already created are not deleted. */
export async function stopImport(ctx: UserContext, id: string): Promise<Import> {
  await ctx.db
    .update(imports)
    .set(STOPPED)
    .where(and(ownImport(ctx, id), eq(imports.state, 'running')))
  return readImport(ctx, id)
}

/** @throws {DomainError} `conflict` while it is running, `not_found` */
export async function deleteImport(ctx: UserContext, id: string): Promise<void> {
  const [deleted] = await ctx.db
    .delete(imports)
    .where(and(ownImport(ctx, id), ne(imports.state, 'running')))
    .returning({ id: imports.id })
  if (deleted) return
  await requireImport(ctx, id)
  throw new DomainError('conflict', IMPORT_MESSAGES.running)
}

/** Deletes imports that are older than the retention time, except running ones. */
export async function sweepImports({ db, now }: Context): Promise<void> {
  await db
    .delete(imports)
    .where(and(lt(imports.createdAt, new Date(+now() - RETENTION_MS)), ne(imports.state, 'running')))
}
