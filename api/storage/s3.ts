import { S3Client } from 'bun'
import { stat } from 'node:fs/promises'

import type { Config } from '#api/runtime/config.ts'
import { checkKey, type Storage, StorageError } from './storage.ts'

const RETRIES = 3
const MISSING = new Set(['NoSuchKey', 'NotFound', 'ENOENT'])
/** Timeout for a response without a file. For a file, time is added by its size. */
const TIMEOUT_MS = 20_000
const MIN_BYTES_PER_MS = 100
/** The largest picture that a network accepts. */
const MAX_WHOLE_BYTES = 8 * 1024 * 1024

export function s3Storage(settings: NonNullable<Config['storage']>, timeoutMs = TIMEOUT_MS): Storage {
  const { endpoint, ...rest } = settings
  const bucket = new S3Client({ ...rest, ...(endpoint && { endpoint }), retry: RETRIES })

  /** Adds a timeout and readable errors: Bun would wait and retry for minutes, then report an unexpected error. */
  async function request<Result>(call: () => Promise<Result>, limitMs = timeoutMs): Promise<Result> {
    const timeout = Promise.withResolvers<never>()
    timeout.promise.catch(() => {})
    const timer = setTimeout(() => timeout.reject(new Error('no response in time')), limitMs)
    try {
      return await Promise.race([call(), timeout.promise])
    } catch (cause) {
      throw isMissing(cause) ? cause : new StorageError(explainS3Failure(settings.bucket, cause), { cause })
    } finally {
      clearTimeout(timer)
    }
  }

  const sizeOf = async (key: string) => (await request(() => bucket.stat(key)).catch(unlessMissing))?.size

  return {
    async put(key, file, type) {
      const whole = bucket.file(checkKey(key))
      const { size } = await stat(file)
      // One part at a time: Bun's default of five would double the memory of an upload.
      const write = () => whole.write(Bun.file(file), { type, queueSize: 1 })
      await request(write, timeoutMs + size / MIN_BYTES_PER_MS)
    },
    async read(key, start, end) {
      const size = await sizeOf(checkKey(key))
      if (size === undefined) return undefined
      const file = bucket.file(key)
      const [first, last] = [start ?? 0, Math.min(end ?? size, size)]
      const isWhole = start === undefined && end === undefined
      // For an empty slice, Bun would request one byte.
      const body = isWhole ? file : first < last ? file.slice(first, last) : new Blob()
      const expected = Math.max(0, last - first)
      const bytes = () =>
        request(() => readAtMost(body.stream(), expected), timeoutMs + expected / MIN_BYTES_PER_MS)
      return {
        body,
        size,
        bytes,
        async toSend() {
          // Bun sends a stream from a bucket without its length (oven-sh/bun#10507), and a blob as a redirect, which no provider follows.
          return expected > MAX_WHOLE_BYTES ? body.stream() : await bytes()
        },
      }
    },
    async delete(keys) {
      for (const key of keys.map(checkKey)) await request(() => bucket.delete(key)).catch(unlessMissing)
    },
  }
}

/** Reads a stream that may have more bytes than expected, as from a bucket that ignores ranges. */
async function readAtMost(stream: ReadableStream<Uint8Array<ArrayBuffer>>, expected: number) {
  const bytes = new Uint8Array(expected)
  let at = 0
  for await (const chunk of stream) {
    if (at + chunk.length > expected) throw new Error('more bytes than were asked for')
    bytes.set(chunk, at)
    at += chunk.length
  }
  if (at < expected) throw new Error('fewer bytes than were asked for')
  return bytes
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

const isMissing = (error: unknown) => MISSING.has(codeOf(error))

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

const explainS3Failure = (bucket: string, cause: unknown) =>
  `The bucket ${bucket} can’t be used (${codeOf(cause) || String(cause)}). Check S3_ENDPOINT, S3_REGION and the keys; \`bun run doctor\` tries them.`
