import { join } from 'node:path'

import { DomainError } from '#api/errors.ts'
import { fairSemaphore } from '#api/runtime/fair-semaphore.ts'
import { processFigures } from '#api/runtime/process-usage.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'
import { isWholeMp4 } from './boxes.ts'
import type { VideoFacts } from './properties.ts'

/** An ordinary video takes a tenth of a second and 60 MB. */
const TIME_LIMIT_MS = 10_000
const MEMORY_LIMIT_KB = 512 * 1024
const MEMORY_CHECK_MS = 100
const readInTurn = fairSemaphore(2)

/**
 * Strips everything but picture and sound from a video, and returns its facts. A separate process reads it: an index of a few
 * bytes can claim billions of frames, and the api's process must go on publishing.
 * @param userId the user for whom it runs; users take turns
 * @throws {DomainError} if the file is incomplete, damaged or has no picture
 */
export async function readVideo(path: string, userId: string): Promise<VideoFacts> {
  const printed = await readInTurn(userId, async () => ((await isWholeMp4(path)) ? readInProcess(path) : ''))
  if (printed === 'null') throw new DomainError('unsupported', MEDIA_MESSAGES.soundOnly)
  if (printed === '') throw new DomainError('invalid', MEDIA_MESSAGES.unreadableVideo)
  return JSON.parse(printed) as VideoFacts
}

/** Resolves to an empty string if the file couldn't be read within the limits. */
async function readInProcess(path: string): Promise<string> {
  const reader = Bun.spawn([process.execPath, join(import.meta.dirname, 'reader-process.ts'), path], {
    env: {},
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
    timeout: TIME_LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  const checkMemory = async () => {
    const { memoryKb } = await processFigures(reader.pid)
    if (memoryKb > MEMORY_LIMIT_KB) reader.kill('SIGKILL')
  }
  const memoryChecks = setInterval(() => void checkMemory(), MEMORY_CHECK_MS)
  try {
    const printed = await new Response(reader.stdout).text()
    return (await reader.exited) === 0 ? printed : ''
  } finally {
    clearInterval(memoryChecks)
  }
}
