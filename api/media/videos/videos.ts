import { join } from 'node:path'

import { MEDIA_ERRORS } from '#api/media/errors.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { fairSemaphore } from '#api/runtime/fair-semaphore.ts'
import { type ProcessLimits, runScript } from '#api/runtime/limited-process.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'
import { isWholeMp4 } from './boxes.ts'
import type { VideoFacts } from './properties.ts'

/** An ordinary video takes a tenth of a second and 60 MB. */
const LIMITS: ProcessLimits = { wallMs: 10_000, cpuMs: 10_000, memoryKb: 512 * 1024, outputBytes: 64 * 1024 }
const readSlots = fairSemaphore(2)

/**
 * Strips everything but picture and sound from a video, and returns its facts. Reads it in a separate process, because an index of a
 * few bytes can declare billions of frames, and the api's process must keep publishing.
 * @param userId the user for whom it runs; users take turns
 * @throws {DomainError} if the file is incomplete, damaged or has no picture
 */
export async function readVideo(path: string, userId: string): Promise<VideoFacts> {
  const printed = await readSlots(userId, async () => ((await isWholeMp4(path)) ? readInProcess(path) : ''))
  if (printed === 'null') throw new DomainError('unsupported', MEDIA_ERRORS.soundOnly)
  if (printed === '') throw new DomainError('invalid', MEDIA_MESSAGES.unreadableVideo)
  return JSON.parse(printed) as VideoFacts
}

/** Resolves to an empty string if the file couldn't be read within the limits. */
async function readInProcess(path: string): Promise<string> {
  const run = await runScript(join(import.meta.dirname, 'read-video-process.ts'), [path], LIMITS)
  return run.state === 'done' ? run.output : ''
}
