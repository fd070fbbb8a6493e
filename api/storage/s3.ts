import { S3Client } from 'bun'
import { stat } from 'node:fs/promises'

import type { Config } from '#api/config.ts'
import { checkKey, type Storage, StorageError } from './storage.ts'

const RETRIES = 3
const MISSING = new Set(['NoSuchKey', 'NotFound', 'ENOENT'])
/** For an answer without a file, and beside what a file takes at the least speed. */
const ANSWER_MS = 20_000
const MIN_BYTES_A_MS = 100

export function s3Storage(settings: NonNullable<Config['storage']>, answerMs = ANSWER_MS): Storage {
  const { endpoint, ...rest } = settings
  const bucket = new S3Client({ ...rest, ...(endpoint && { endpoint }), retry: RETRIES })

  /** Bun itself would wait for minutes, several times, and say that something unexpected occurred. */
  async function ask<Answer>(call: () => Promise<Answer>, patienceMs = answerMs): Promise<Answer> {
    const silence = Promise.withResolvers<never>()
    silence.promise.catch(() => {})
    const timer = setTimeout(() => silence.reject(new Error('no answer in time')), patienceMs)
    try {
      return await Promise.race([call(), silence.promise])
    } catch (cause) {
      throw isMissing(cause) ? cause : new StorageError(meaningOf(settings.bucket, cause), { cause })
    } finally {
      clearTimeout(timer)
    }
  }

  const sizeOf = async (key: string) => (await ask(() => bucket.stat(key)).catch(unlessMissing))?.size

  return {
    async put(key, file, type) {
      const whole = bucket.file(checkKey(key))
      const { size } = await stat(file)
      // One part at a time: five at once, Bun's default, would double what an upload takes of memory.
      const write = () => whole.write(Bun.file(file), { type, queueSize: 1 })
      await ask(write, answerMs + size / MIN_BYTES_A_MS)
    },
    async read(key, start, end) {
      const size = await sizeOf(checkKey(key))
      if (size === undefined) return undefined
      const file = bucket.file(key)
      if (start === undefined && end === undefined) return { body: file, size }
      const [first, last] = [start ?? 0, Math.min(end ?? size, size)]
      // Bun asks for one byte where a slice is empty.
      return { body: first < last ? file.slice(first, last) : new Blob(), size }
    },
    async delete(keys) {
      for (const key of keys.map(checkKey)) await ask(() => bucket.delete(key)).catch(unlessMissing)
    },
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

const isMissing = (error: unknown) => MISSING.has(codeOf(error))

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

const meaningOf = (bucket: string, cause: unknown) =>
  `The bucket ${bucket} can’t be used (${codeOf(cause) || String(cause)}). Check S3_ENDPOINT, S3_REGION and the keys; \`bun run doctor\` tries them.`
