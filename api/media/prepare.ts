import { stat } from 'node:fs/promises'
import type { Region } from 'sharp'

import type { UserContext } from '#api/context.ts'
import type { Media, media } from '#api/db/schema/posts/media.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { fairSemaphore } from '#api/runtime/fair-semaphore.ts'
import { isPicture, type VideoType } from '#shared/media/file-type.ts'
import { checkMedia } from '#shared/media/limits.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'
import type { NetworkId } from '#shared/networks.ts'
import { convertImage } from './pictures/pictures.ts'
import type { ReceivedFile } from './uploads/received-file.ts'
import { isWholeMp4 } from './videos/boxes.ts'
import { sourceKey } from './videos/conversions.ts'
import { probeVideo } from './videos/ffmpeg.ts'
import { findFfmpeg } from './videos/find-ffmpeg.ts'
import { conversionOptions, displaySize } from './videos/plan.ts'
import { readVideo } from './videos/videos.ts'

type NewMedia = typeof media.$inferInsert

const probeSlots = fairSemaphore(2)

/** A row to insert, and its files to store. */
export type PreparedMedia = {
  row: NewMedia
  files: { key: string; path: string; type: string }[]
  /** Paths of temporary files, which the caller removes. */
  converted: string[]
}

/** @throws {DomainError} if a file can't be read or one of the networks would reject it */
export const prepareMedia = (
  ctx: UserContext,
  file: ReceivedFile,
  targets: Targets,
): Promise<PreparedMedia> =>
  isPicture(file.type) ? prepareImage(ctx, file) : prepareVideo(ctx, file, targets)

/** The networks that get a file, and those of them that get it in a story. */
type Targets = { networks: readonly NetworkId[]; stories?: readonly NetworkId[] }

/** @param area crop area; defaults to the whole picture */
export async function prepareImage(
  ctx: UserContext,
  file: Pick<ReceivedFile, 'name' | 'kind' | 'path'>,
  area?: Region,
): Promise<PreparedMedia> {
  const { original, jpegPath, thumbnailPath } = await convertImage(
    ctx.config,
    { path: file.path, userId: ctx.userId },
    area,
  )
  const { path, bytes, width, height } = original
  const row = newRow(ctx, file, { type: original.type, bytes, width, height })
  const [jpegKey, thumbnailKey] = [`${row.id}/jpeg.jpg`, `${row.id}/thumbnail.webp`]
  return {
    row: { ...row, jpegKey, thumbnailKey, isPlainOnWhite: original.isPlainOnWhite },
    files: [
      { key: row.key, path, type: original.type },
      { key: jpegKey, path: jpegPath, type: 'image/jpeg' },
      { key: thumbnailKey, path: thumbnailPath, type: 'image/webp' },
    ],
    converted: [path, jpegPath, thumbnailPath],
  }
}

async function prepareVideo(
  ctx: UserContext,
  file: ReceivedFile,
  { networks, stories }: Targets,
): Promise<PreparedMedia> {
  const { name, path } = file
  const pending = await prepareConversion(ctx, file)
  if (pending) return pending
  const facts = await readVideo(path, ctx.userId)
  const { size } = await stat(path)
  const problem = checkMedia({ kind: 'video', name, bytes: size, ...facts }, networks, stories)
  if (problem) throw new DomainError('invalid', problem)
  const { width, height, duration, codec, audioCodec, fps } = facts
  const row = newRow(ctx, file, { type: 'video/mp4', bytes: size, width, height })
  return {
    row: { ...row, duration, codec, audioCodec, fps },
    files: [{ key: row.key, path, type: 'video/mp4' }],
    converted: [],
  }
}

/**
 * Prepares a video that must be converted. Returns undefined if every network accepts it unchanged, and for an MP4 if ffmpeg isn't
 * installed.
 * @throws {DomainError} if it can't be read, or isn't an MP4 and there is no ffmpeg
 */
async function prepareConversion(ctx: UserContext, file: ReceivedFile): Promise<PreparedMedia | undefined> {
  const type = file.type as VideoType
  const tools = findFfmpeg(ctx.config)
  if (!tools) {
    if (type === 'video/mp4') return undefined
    throw new DomainError('unsupported', `${MEDIA_MESSAGES.type} ${MEDIA_MESSAGES.exportVideo}`)
  }
  // ffprobe accepts a truncated file if its index is complete.
  if (type === 'video/mp4' && !(await isWholeMp4(file.path)))
    throw new DomainError('invalid', MEDIA_MESSAGES.unreadableVideo)
  const probed = await probeSlots(ctx.userId, () => probeVideo(tools, file.path, type))
  // The caller reads an MP4 without ffmpeg, and reports its fault more precisely.
  if (!probed && type === 'video/mp4') return undefined
  if (!probed) throw new DomainError('invalid', MEDIA_MESSAGES.unreadableVideo)
  if (!conversionOptions(probed)) return undefined
  const { width, height } = displaySize(probed.video)
  const { duration } = probed
  const row = newRow(ctx, file, { type: 'video/mp4', bytes: file.bytes, width, height })
  return {
    row: { ...row, duration, conversion: 'waiting', sourceType: type },
    files: [{ key: sourceKey(row.id), path: file.path, type }],
    converted: [],
  }
}

const ORIGINALS = { 'image/jpeg': 'original.jpg', 'image/png': 'original.png', 'video/mp4': 'original.mp4' }

function newRow(
  { userId, now }: UserContext,
  { name, kind }: Pick<ReceivedFile, 'name' | 'kind'>,
  facts: Pick<Media, 'type' | 'bytes' | 'width' | 'height'>,
): NewMedia {
  const id = Bun.randomUUIDv7()
  return {
    id,
    userId,
    kind,
    name,
    key: `${id}/${ORIGINALS[facts.type]}`,
    ...facts,
    createdAt: now(),
    touchedAt: now(),
  }
}
