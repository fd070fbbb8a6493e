import { and, asc, eq, inArray, isNull, lt, notInArray, or } from 'drizzle-orm'
import { stat } from 'node:fs/promises'

import type { Context } from '#api/context.ts'
import { type Media, media } from '#api/db/schema/posts/media.ts'
import { hashFile } from '#api/media/content-hash.ts'
import { MEDIA_ERRORS } from '#api/media/errors.ts'
import { reserveDiskSpace, newTemporaryPath, removeFiles } from '#api/media/files/temporary-files.ts'
import { DomainError } from '#api/runtime/errors.ts'
import type { ProcessLimits } from '#api/runtime/limited-process.ts'
import { copyToDisk } from '#api/storage/storage.ts'
import { MAX_VIDEO_BYTES, MEDIA_MESSAGES } from '#shared/media/media.ts'
import { convertVideo, probeVideo } from './ffmpeg.ts'
import { type Ffmpeg, findFfmpeg } from './find-ffmpeg.ts'
import { conversionOptions } from './plan.ts'
import { readVideo } from './videos.ts'

/** Maximum concurrent conversions per process. Each keeps up to two cores busy, at low priority. */
const SLOTS = 2
const LEASE_MS = 60_000
/** Interval at which a conversion saves its progress and renews its lease. */
const REPORT_MS = 1000
const MAX_ATTEMPTS = 3
/** Measured: 4K in H.264 at 60 frames a second takes 320 MB; HEVC, ProRes and HDR's floating point take more. */
const MEMORY_KB = 1536 * 1024
const MIN_WALL_MS = 5 * 60_000
const MAX_WALL_MS = 60 * 60_000
/** Maximum number of seconds to convert a second of video, within the limits above. */
const WALL_SECONDS_A_SECOND = 30

/** Share of the declared length below which the end is missing. Variable frame rates and sound may shorten a video a little. */
const MIN_CONVERTED = 0.9

export const sourceKey = (id: string) => `${id}/source`

type RunningConversion = { userId: string; stopping: AbortController; ended: Promise<void> }

/** This process's conversions, by database, because several apps share a process in tests. */
const byDatabase = new WeakMap<object, Map<string, RunningConversion>>()

function conversionsOf({ db }: Pick<Context, 'db'>): Map<string, RunningConversion> {
  const known = byDatabase.get(db.$client) ?? new Map<string, RunningConversion>()
  byDatabase.set(db.$client, known)
  return known
}

/**
 * Claims waiting videos until all slots are taken: the oldest first, but one per person at a time, so that nobody waits for all of
 * another person's. Takes over those of a killed process. Resolves once they have started.
 */
export async function startConversions(ctx: Context): Promise<void> {
  const tools = findFfmpeg(ctx.config)
  if (!tools) return
  const running = conversionsOf(ctx)
  while (running.size < SLOTS) {
    const row = await claim(ctx, running)
    if (!row) return
    if (running.has(row.id)) continue
    const stopping = new AbortController()
    const ended = convert(ctx, tools, row, stopping)
      .catch((error: unknown) => ctx.log.error({ err: error, media: row.id }, 'a video’s conversion failed'))
      .finally(() => {
        running.delete(row.id)
        void startConversions(ctx).catch((error: unknown) =>
          ctx.log.error({ err: error }, 'no conversion started'),
        )
      })
    running.set(row.id, { userId: row.userId, stopping, ended })
  }
}

/** Stops this process's conversions. Another process restarts them. */
export async function stopConversions(ctx: Context): Promise<void> {
  const running = [...conversionsOf(ctx).values()]
  for (const { stopping } of running) stopping.abort(new Error('The process is stopping'))
  await Promise.all(running.map(({ ended }) => ended))
}

/** Stops the conversion of a video that is being removed. */
export const cancelConversion = (ctx: Context, id: string) =>
  conversionsOf(ctx).get(id)?.stopping.abort(new Error('The video was removed'))

/**
 * Waits until a video is converted, by this process or another.
 * @param maxMs time after which it returns the unfinished row
 */
export async function finishConversion(
  ctx: Context,
  id: string,
  maxMs = MAX_WALL_MS,
): Promise<Media | undefined> {
  const until = performance.now() + maxMs
  for (;;) {
    const row = await findRow(ctx, id)
    const left = until - performance.now()
    if (!row || row.conversion === null || row.conversion === 'failed' || left <= 0) return row
    const ended = conversionsOf(ctx).get(id)?.ended
    await Promise.race([...(ended ? [ended] : []), Bun.sleep(Math.min(REPORT_MS, left))])
  }
}

async function claim(ctx: Context, running: Map<string, RunningConversion>): Promise<Media | undefined> {
  const { db, now } = ctx
  const isFree = and(
    eq(media.isRemoving, false),
    or(
      and(eq(media.conversion, 'waiting'), isNull(media.conversionLease)),
      and(inArray(media.conversion, ['waiting', 'running']), lt(media.conversionLease, now())),
    ),
    notInArray(media.userId, [...new Set([...running.values()].map(({ userId }) => userId))]),
  )
  const [next] = await db
    .select()
    .from(media)
    .where(isFree)
    .orderBy(asc(media.createdAt), asc(media.id))
    .limit(1)
  if (!next) return undefined
  const [claimed] = await db
    .update(media)
    .set({
      conversion: 'running',
      conversionLease: new Date(+now() + LEASE_MS),
      conversionAttempts: next.conversionAttempts + 1,
    })
    .where(and(eq(media.id, next.id), eq(media.conversionAttempts, next.conversionAttempts), isFree))
    .returning()
  return claimed
}

/** SQL condition: this process still holds the video's lease, with the attempt number as the fencing token. */
const isHeld = ({ id, conversionAttempts }: Media) =>
  and(
    eq(media.id, id),
    eq(media.conversion, 'running'),
    eq(media.conversionAttempts, conversionAttempts),
    eq(media.isRemoving, false),
  )

async function convert(ctx: Context, tools: Ffmpeg, row: Media, stopping: AbortController): Promise<void> {
  const { config, db, storage } = ctx
  const { signal } = stopping
  const [source, target] = [await newTemporaryPath(config), await newTemporaryPath(config)]
  const releaseSpace = await reserveDiskSpace(config, MAX_VIDEO_BYTES).catch(() => undefined)
  let progress = 0
  const report = async () => {
    const [held] = await db
      .update(media)
      .set({ conversionProgress: progress, conversionLease: new Date(+ctx.now() + LEASE_MS) })
      .where(isHeld(row))
      .returning({ id: media.id })
    if (!held) stopping.abort(new Error('The video was removed'))
  }
  const reports = setInterval(() => void report().catch(() => {}), REPORT_MS)
  try {
    if (row.conversionAttempts > MAX_ATTEMPTS) throw unconvertible()
    const stored = await storage.read(sourceKey(row.id))
    if (!stored) throw new DomainError('invalid', MEDIA_ERRORS.gone)
    await copyToDisk(stored, source)
    const seconds = await encode(tools, row, {
      source,
      target,
      signal,
      onProgress: share => (progress = share),
    })
    await save(ctx, row, { path: target, minSeconds: seconds * MIN_CONVERTED })
  } catch (error) {
    // If the job was stopped or failed unexpectedly, another process or a later run converts the video.
    const isStopped = signal.aborted || !(error instanceof DomainError)
    await db
      .update(media)
      .set(
        isStopped
          ? {
              conversion: 'waiting',
              conversionLease: signal.aborted ? null : new Date(+ctx.now() + LEASE_MS),
            }
          : { conversion: 'failed', conversionMessage: error.message, conversionLease: null },
      )
      .where(isHeld(row))
    if (!isStopped) await storage.delete([sourceKey(row.id)])
    else if (!signal.aborted) throw error
  } finally {
    clearInterval(reports)
    releaseSpace?.()
    await removeFiles([source, target])
  }
}

const unconvertible = () => new DomainError('invalid', MEDIA_MESSAGES.unconvertible)

type Encoding = { source: string; target: string; signal: AbortSignal; onProgress: (share: number) => void }

/** Converts a video, and resolves to its length in seconds. */
async function encode(tools: Ffmpeg, row: Media, { source, target, signal, onProgress }: Encoding) {
  const type = row.sourceType ?? 'video/mp4'
  const probed = await probeVideo(tools, source, type)
  if (!probed) throw new DomainError('invalid', MEDIA_MESSAGES.unreadableVideo)
  const wallMs = Math.min(MAX_WALL_MS, Math.max(MIN_WALL_MS, probed.duration * 1000 * WALL_SECONDS_A_SECOND))
  const limits: ProcessLimits = {
    wallMs,
    memoryKb: MEMORY_KB,
    cpuMs: wallMs * 2,
    outputBytes: 0,
    fileBytes: MAX_VIDEO_BYTES,
  }
  const options = conversionOptions(probed) ?? ['-c', 'copy']
  const onSeconds = (seconds: number) => onProgress(Math.min(0.99, seconds / probed.duration))
  if (!(await convertVideo(tools, { path: source, type, target, options, limits, signal, onSeconds })))
    throw unconvertible()
  return probed.duration
}

type Converted = { path: string; minSeconds: number }

async function save({ db, storage }: Context, row: Media, { path, minSeconds }: Converted): Promise<void> {
  const { width, height, duration, codec, audioCodec, fps } = await readVideo(path, row.userId)
  if (duration < minSeconds) throw new DomainError('invalid', MEDIA_MESSAGES.unreadableVideo)
  const [bytes, sha256] = [(await stat(path)).size, await hashFile(path)]
  await storage.put(row.key, path, 'video/mp4')
  const [saved] = await db
    .update(media)
    .set({
      width,
      height,
      duration,
      codec,
      audioCodec,
      fps,
      bytes,
      sha256,
      conversion: null,
      conversionLease: null,
      conversionProgress: 1,
      sourceType: null,
    })
    .where(isHeld(row))
    .returning({ id: media.id })
  // If another process took over, it writes the same file. If the row was removed, its files must be, too.
  if (saved) await storage.delete([sourceKey(row.id)])
  else if (!(await findRow({ db }, row.id))) await storage.delete([row.key])
}

async function findRow({ db }: Pick<Context, 'db'>, id: string): Promise<Media | undefined> {
  const [row] = await db.select().from(media).where(eq(media.id, id))
  return row
}
