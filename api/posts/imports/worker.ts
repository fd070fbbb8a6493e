import { and, asc, eq, exists, inArray, lte, not, sql } from 'drizzle-orm'
import * as v from 'valibot'

import { readPlace } from '#api/accounts/sign-in/facebook.ts'
import { isAllowedIn } from '#api/auth/access/membership.ts'
import { asUser, type Context, type UserContext } from '#api/context.ts'
import { importRows, imports } from '#api/db/schema/posts/imports.ts'
import { posts } from '#api/db/schema/posts/posts.ts'
import { requireMediaByIds } from '#api/media/media.ts'
import { createPost } from '#api/posts/create.ts'
import { readContent } from '#api/posts/post/content.ts'
import { readPost } from '#api/posts/read-posts.ts'
import { revisePost } from '#api/posts/revise.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import { throttledErrorLogger } from '#api/runtime/logger.ts'
import { createWorkerPool, type WorkerPool } from '#api/runtime/worker-pool.ts'
import { networks } from '#shared/networks.ts'
import { isCanceled } from '#shared/posts/changes.ts'
import { commentFor, messageFor } from '#shared/posts/draft-texts.ts'
import type { DraftContent } from '#shared/posts/drafts.ts'
import { normalizeExtras } from '#shared/posts/extras-rules.ts'
import { NO_EXTRAS, PostExtras } from '#shared/posts/extras.ts'
import { IMPORT_MESSAGES, type ImportChange, type ImportedPost } from '#shared/posts/imports.ts'
import { POST_MESSAGES, PostData } from '#shared/posts/posts.ts'
import { RevisePost } from '#shared/posts/revision.ts'
import { isStory } from '#shared/posts/stories.ts'
import { POST_KEY } from './compare-posts.ts'
import { FETCH_TIMEOUT_MS, fetchMedia } from './fetch-media.ts'
import { STOPPED_VALUES } from './imports.ts'
import { mediaIdOf } from './rows/file-links.ts'

/** Must exceed the time for storing one file or creating one post, because the lease is renewed before each. */
const LEASE_MS = 2 * 60_000
const POOL_SIZE = 2
/** Maximum concurrent downloads of one import's pictures and videos. */
const FETCHES = 4
/** Number of slow files after which a run fetches no more. */
const MAX_LATE_FILES = 4
/** Interval at which downloads renew the lease and record the bytes that arrived. */
const PROGRESS_MS = 2000

type Claimed = typeof imports.$inferSelect
type Row = typeof importRows.$inferSelect
type ReadyRow = Row & { post: ImportedPost }
type Run = {
  ctx: UserContext
  claimed: Claimed
  signal: AbortSignal
  timeoutMs: number
  /** Bytes of the import's files that have arrived, over all its claims. */
  received: number
  /** Number of files that arrived too slowly. A new claim starts from 0: it limits how long one run waits. */
  late: number
  /** The place of the business's Page, once a row has asked for it. */
  place?: ReturnType<typeof readPlace>
}

/**
 * Creates the pool that runs started imports. If the process is killed, another one resumes the import when its lease ends.
 * Nothing is repeated: rows record their fetched files, and posts have idempotency keys.
 */
export function createImporter(ctx: Context, { timeoutMs = FETCH_TIMEOUT_MS } = {}): WorkerPool {
  const stopping = new AbortController()
  const pool = createWorkerPool({
    size: POOL_SIZE,
    claim: capacity => claimImports(ctx, capacity),
    work: claimed =>
      runImport({
        ctx: importAuthor(ctx, claimed),
        claimed,
        signal: stopping.signal,
        timeoutMs,
        received: claimed.receivedBytes,
        late: 0,
      }),
    onError: throttledErrorLogger(ctx, 'import failed'),
  })
  return {
    ...pool,
    async tick() {
      await stopForbidden(ctx)
      await pool.tick()
    },
    stop() {
      stopping.abort()
      return pool.stop()
    },
  }
}

/** Stops the imports of people who may no longer publish in the business. A colleague can start them again. */
async function stopForbidden({ db }: Context): Promise<void> {
  const mayPublish = isAllowedIn({ userId: imports.userId }, imports.domainId, 'publish')
  await db
    .update(imports)
    .set(STOPPED_VALUES)
    .where(and(eq(imports.state, 'running'), not(mayPublish)))
}

/** SQL condition: another import of the same business or person is running, or is due earlier. */
const waitsForAnother = (now: Date) => sql`exists (select 1 from ${imports} as other
  where other.state = 'running' and other.id <> ${imports.id}
  and (other.domain_id = ${imports.domainId} or other.user_id = ${imports.userId})
  and (other.wake_at > ${+now} or (other.wake_at, other.id) < (${imports.wakeAt}, ${imports.id})))`

/** Claims at most one import per business and person, so that slow ones leave capacity to others. */
function claimImports({ db, now }: Context, capacity: number): Promise<Claimed[]> {
  const isDue = and(eq(imports.state, 'running'), lte(imports.wakeAt, now()), not(waitsForAnother(now())))
  const due = db
    .select({ id: imports.id })
    .from(imports)
    .where(isDue)
    .orderBy(asc(imports.wakeAt))
    .limit(capacity)
  return db
    .update(imports)
    .set({ wakeAt: new Date(+now() + LEASE_MS), attempt: sql`${imports.attempt} + 1` })
    .where(inArray(imports.id, due))
    .returning()
}

/** Returns the context of the user who started the import, with the import's business selected. */
const importAuthor = (ctx: Context, { userId, domainId }: Claimed): UserContext => ({
  ...asUser(ctx, userId),
  shownDomainId: domainId,
})

async function runImport(run: Run): Promise<void> {
  try {
    await processRows(run)
  } finally {
    await releaseLease(run)
  }
}

async function processRows(run: Run): Promise<void> {
  const ready = await readyRows(run)
  await fetchFiles(run, ready)
  const isWrong = and(eq(importRows.importId, run.claimed.id), eq(importRows.state, 'error'))
  if (!run.claimed.goodRowsOnly && (await run.ctx.db.$count(importRows, isWrong)) > 0)
    return finishImport(run, 'checked')
  for (const row of await readyRows(run)) {
    if (!(await renewLease(run))) return
    await savePost(run, row)
  }
  await finishImport(run, 'done')
}

/** Ends the lease early when this process stops, so that another one can claim the import at once. */
async function releaseLease(run: Run): Promise<void> {
  const { db, now } = run.ctx
  if (run.signal.aborted) await db.update(imports).set({ wakeAt: now() }).where(isClaimedByUs(run))
}

async function readyRows({ ctx, claimed }: Run): Promise<ReadyRow[]> {
  const rows = await ctx.db
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, claimed.id), eq(importRows.state, 'ready')))
    .orderBy(asc(importRows.line))
  return rows.flatMap(({ post, ...row }) => (post ? { ...row, post } : []))
}

/** Fetches all pictures and videos before the first post is created, so that a missing one counts as an error of its row. */
async function fetchFiles(run: Run, rows: ReadyRow[]): Promise<void> {
  const waiting = rows.filter(({ post, mediaIds }) => post.pictures.length > mediaIds.length)
  const stopping = new AbortController()
  const signal = AbortSignal.any([run.signal, stopping.signal])
  const fetchNext = async () => {
    for (let row = waiting.shift(); row && !signal.aborted; row = waiting.shift()) {
      await fetchRowsFiles(run, row, signal)
    }
  }
  // A video may take longer than the lease, and the user may stop the import meanwhile.
  const renew = async () => {
    if (!(await renewLease(run))) stopping.abort()
  }
  const timer = setInterval(() => void renew().catch(() => {}), PROGRESS_MS)
  const fetchers = Array.from({ length: FETCHES }, fetchNext)
  try {
    await Promise.all(fetchers)
  } finally {
    // After an error of one, the others must not continue beside the next run.
    stopping.abort()
    await Promise.allSettled(fetchers)
    clearInterval(timer)
  }
}

async function fetchRowsFiles(run: Run, row: ReadyRow, signal: AbortSignal): Promise<void> {
  const { pictures, platforms } = row.post
  const fetching = {
    networks: platforms.map(({ platform }) => platform),
    stories: platforms.filter(isStory).map(({ platform }) => platform),
    signal,
    timeoutMs: run.timeoutMs,
    onBytes: (bytes: number) => (run.received += bytes),
    onLate: () => (run.late += 1),
  }
  const mediaIds = [...row.mediaIds]
  const isAtCover = () => row.post.cover === 'picture' && mediaIds.length === pictures.length - 1
  try {
    for (const url of pictures.slice(mediaIds.length)) {
      if (!(await renewLease(run))) return
      if (run.late >= MAX_LATE_FILES) throw invalidField('pictures', IMPORT_MESSAGES.slow)
      const options = isAtCover() ? { ...fetching, networks: [], stories: [] } : fetching
      mediaIds.push((await findLibraryFile(run.ctx, url)) ?? (await fetchMedia(run.ctx, url, options)))
      await saveRow(run, row, { mediaIds })
    }
  } catch (error) {
    // The next run of this import retries.
    if (signal.aborted) return
    if (!(error instanceof DomainError)) throw error
    const { columns } = run.claimed.settings
    await saveRow(run, row, {
      state: 'error',
      problems: [{ column: columns.indexOf(isAtCover() ? 'cover' : 'pictures'), message: error.message }],
    })
  }
}

/**
 * Returns the id of the library's file behind a link of an export, or undefined for another link.
 * @throws {DomainError} `invalid` if the file is gone or the user may not use it
 */
async function findLibraryFile(ctx: UserContext, url: string): Promise<string | undefined> {
  const id = mediaIdOf(ctx.config.publicUrl, url)
  if (id === undefined) return undefined
  const [file] = await requireMediaByIds(ctx, [id])
  return file?.id
}

/** Creates or changes the row's post, and saves the outcome. */
async function savePost(run: Run, row: ReadyRow): Promise<void> {
  try {
    if (row.postId && row.post.change) await changeRowsPost(run, row, row.postId)
    else await saveRow(run, row, { state: 'created', postId: await createRowsPost(run, row) })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const message = error.message === POST_MESSAGES.changed ? IMPORT_MESSAGES.changedMeanwhile : error.message
    await saveRow(run, row, { state: 'failed', problems: [{ column: null, message }] })
  }
}

/** Revises the post that the row became earlier, unless the post was changed since the two were compared. */
async function changeRowsPost(run: Run, row: ReadyRow, postId: string): Promise<void> {
  const { publishAt, altTexts, labels, timeZone = zoneOf(run), change } = row.post
  const { columns } = run.claimed.settings
  const { content } = await readContent(run.ctx, postId)
  const before = await readContentBefore(run, postId, content)
  const isChanged = (part: ImportChange['field']) => change?.list.some(({ field }) => field === part) === true
  const altTextOf = (id: string, at: number) =>
    (content.media.find(({ mediaId }) => mediaId === id) ?? content.media[at])?.altText ?? ''
  const platforms = await addCoverAndPlace(run, row, {
    currentExtras: content.extras,
    setsCover: isChanged('cover') || isChanged('pictures'),
    setsPlace: isChanged('place'),
  })
  await revisePost(
    run.ctx,
    postId,
    v.parse(RevisePost, {
      platforms,
      altTexts: columns.includes('altTexts') ? altTexts : row.mediaIds.map(altTextOf),
      mediaIds: row.mediaIds,
      textOnly: row.mediaIds.length === 0,
      ...(columns.includes('labels') && { labels }),
      ...(isChanged('date') && { scheduledTime: publishAt, timeZone }),
      version: change?.version,
    }),
    // Otherwise a crash could leave a changed post that the next run takes for somebody else's change.
    async ctx => {
      const isSaved = await saveRow(run, row, { state: 'updated', before }, ctx)
      if (!isSaved) throw new DomainError('conflict', POST_MESSAGES.changed)
    },
  )
}

/** Returns what an undo restores. Null if the post's networks have different times, which an undo would lose. */
async function readContentBefore(
  { ctx }: Run,
  postId: string,
  content: DraftContent,
): Promise<Row['before']> {
  const [post, [row]] = await Promise.all([
    readPost(ctx, postId),
    ctx.db.select({ changedAlone: posts.changedAlone }).from(posts).where(eq(posts.id, postId)),
  ])
  const active = post.deliveries.filter(delivery => !isCanceled(delivery))
  if (new Set(active.map(({ publishAt }) => publishAt)).size > 1) return null
  return {
    version: post.version + 1,
    changedAlone: row?.changedAlone ?? false,
    content: v.parse(RevisePost, {
      platforms: active.map(({ network, mediaPositions }) => ({
        platform: network,
        message: messageFor(content, network),
        firstComment: commentFor(content, network),
        extras: content.extras?.[network] ?? null,
        media: mediaPositions,
      })),
      mediaIds: content.media.map(({ mediaId }) => mediaId),
      altTexts: content.media.map(({ altText }) => altText),
      textOnly: content.media.length === 0,
      labels: post.labels ?? [],
      timeZone: post.timeZone,
      ...(content.isScheduled && { scheduledTime: Math.floor(Date.parse(post.publishAt) / 1000) }),
    }),
  }
}

/** Returns the post's id. */
async function createRowsPost(run: Run, row: ReadyRow): Promise<string> {
  const { publishAt, altTexts, labels, timeZone = zoneOf(run) } = row.post
  const platforms = await addCoverAndPlace(run, row, { setsCover: true, setsPlace: true })
  const { postId } = await createPost(run.ctx, {
    data: v.parse(PostData, {
      platforms,
      altTexts,
      labels,
      mediaIds: row.mediaIds,
      textOnly: row.mediaIds.length === 0,
      timeZone,
    }),
    isScheduled: true,
    scheduledTime: String(publishAt),
    files: [],
    idempotencyKey: POST_KEY + row.key,
    receivedAt: run.ctx.now(),
  })
  return postId
}

type ExtrasInput = { currentExtras?: DraftContent['extras']; setsCover: boolean; setsPlace: boolean }

/**
 * Adds a row's cover and place to the networks that show them. Their other extras stay.
 * @throws {DomainError} `conflict` if the Page has no address
 */
async function addCoverAndPlace(
  run: Run,
  { post, mediaIds }: ReadyRow,
  { currentExtras = {}, ...input }: ExtrasInput,
) {
  const { columns } = run.claimed.settings
  const setsCover = input.setsCover && columns.includes('cover')
  const setsPlace = input.setsPlace && columns.includes('place')
  const place = setsPlace && post.place ? await (run.place ??= readPlace(run.ctx)) : undefined
  if (place === null) throw new DomainError('conflict', IMPORT_MESSAGES.placeUnknown)
  return post.platforms.map(one => {
    const { takesVideoCover, takesPlace } = networks[one.platform]
    if (isStory(one) || !((setsCover && takesVideoCover) || (setsPlace && takesPlace))) return one
    const { coverId, coverMs, place: currentPlace, ...others } = currentExtras[one.platform] ?? NO_EXTRAS
    const cover = post.cover === 'picture' ? { coverId: mediaIds.at(-1) } : { coverMs: post.cover }
    const extras = {
      ...others,
      ...(setsCover ? cover : { coverId, coverMs }),
      place: setsPlace ? place : currentPlace,
    }
    return { ...one, extras: normalizeExtras(v.parse(PostExtras, extras)) }
  })
}

const zoneOf = ({ claimed }: Run) => claimed.settings.timeZone

const isClaimedByUs = ({ claimed }: Run) =>
  and(eq(imports.id, claimed.id), eq(imports.attempt, claimed.attempt), eq(imports.state, 'running'))

/** Returns false if the import was stopped, or another process has claimed it. */
async function saveRow(
  run: Run,
  { importId, line }: Row,
  values: Partial<Row>,
  { db }: Pick<Context, 'db'> = run.ctx,
): Promise<boolean> {
  const saved = await db
    .update(importRows)
    .set(values)
    .where(
      and(
        eq(importRows.importId, importId),
        eq(importRows.line, line),
        exists(db.select({ id: imports.id }).from(imports).where(isClaimedByUs(run))),
      ),
    )
    .returning({ line: importRows.line })
  return saved.length > 0
}

/** Returns false if the import was stopped, or another process has claimed it. */
async function renewLease(run: Run): Promise<boolean> {
  if (run.signal.aborted) return false
  const { db, now } = run.ctx
  const [renewed] = await db
    .update(imports)
    .set({ wakeAt: new Date(+now() + LEASE_MS), receivedBytes: run.received })
    .where(isClaimedByUs(run))
    .returning({ id: imports.id })
  return renewed !== undefined
}

async function finishImport(run: Run, state: 'checked' | 'done'): Promise<void> {
  const { db, now } = run.ctx
  // Another process continues the import when this one stops.
  if (run.signal.aborted) return
  await db
    .update(imports)
    .set({ state, wakeAt: null, ...(state === 'done' && { finishedAt: now() }) })
    .where(isClaimedByUs(run))
}
