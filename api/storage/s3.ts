import { S3Client } from 'bun'
import { stat } from 'node:fs/promises'

import type { Config } from '#api/runtime/config.ts'
import { beforeDeadline } from '#api/runtime/deadline.ts'
import { systemCode } from '#api/runtime/errors.ts'
import { MAX_VIDEO_BYTES } from '#shared/media/media.ts'
import { checkKey, type Storage, StorageError } from './storage.ts'

const RETRIES = 3
const MISSING = new Set(['NoSuchKey', 'NotFound', 'ENOENT'])
/** Timeout for a response without a file. A file gets extra time in proportion to its size. */
const TIMEOUT_MS = 20_000
const MIN_BYTES_PER_MS = 100
/** The largest picture that a network accepts. */
const MAX_WHOLE_BYTES = 8 * 1024 * 1024

export function s3Storage(settings: NonNullable<Config['storage']>, timeoutMs = TIMEOUT_MS): Storage {
  const { endpoint, ...rest } = settings
  const bucket = new S3Client({ ...rest, ...(endpoint && { endpoint }), retry: RETRIES })

  const failure = (cause: unknown) => new StorageError(explainS3Failure(settings.bucket, cause), { cause })

  /** Adds a timeout and readable errors: Bun would wait and retry for minutes, then report an unexpected error. */
  async function request<Result>(call: () => Promise<Result>, limitMs = timeoutMs): Promise<Result> {
    try {
      return await beforeDeadline(call(), limitMs, 'no response in time')
    } catch (cause) {
      throw cause instanceof StorageError || isMissing(cause) ? cause : failure(cause)
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
    async copy(from, to, type) {
      const size = await sizeOf(checkKey(from))
      if (size === undefined) throw failure(new Error('a file is missing'))
      const write = () => bucket.file(checkKey(to)).write(bucket.file(from), { type, queueSize: 1 })
      await request(write, timeoutMs + size / MIN_BYTES_PER_MS)
    },
    async read(key, start, end) {
      const size = await sizeOf(checkKey(key))
      if (size === undefined) return undefined
      if (size > MAX_VIDEO_BYTES) throw failure(new Error('a file is larger than any that we store'))
      const file = bucket.file(key)
      const [first, last] = [start ?? 0, Math.min(end ?? size, size)]
      const isWhole = start === undefined && end === undefined
      // For an empty slice, Bun would request one byte.
      const body = isWhole ? file : first < last ? file.slice(first, last) : new Blob()
      const expected = Math.max(0, last - first)
      /** Limits the time for each chunk rather than the whole stream, because its consumer may be slow. */
      function stream() {
        const reader = body.stream().getReader()
        const cancel = () => void reader.cancel().catch(() => {})
        let left = expected
        const pull = async (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
          try {
            const { done, value } = await request(() => reader.read())
            left -= value?.byteLength ?? 0
            if (left < 0) throw failure(new Error('more bytes than were asked for'))
            if (done && left > 0) throw failure(new Error('fewer bytes than were asked for'))
            if (done) controller.close()
            else controller.enqueue(value)
          } catch (error) {
            cancel()
            throw error
          }
        }
        return new ReadableStream({ pull, cancel }, { highWaterMark: 0 })
      }
      const blob = () => request(() => new Response(stream()).blob(), timeoutMs + expected / MIN_BYTES_PER_MS)
      return {
        size,
        stream,
        blob,
        async toSend() {
          // Bun sends a stream from a bucket without its length (oven-sh/bun#10507), and its own blob as a redirect, which no provider follows.
          return expected > MAX_WHOLE_BYTES ? stream() : await blob()
        },
      }
    },
    async delete(keys) {
      for (const key of keys.map(checkKey)) await request(() => bucket.delete(key)).catch(unlessMissing)
    },
  }
}

const isMissing = (error: unknown) => MISSING.has(systemCode(error))

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

const explainS3Failure = (bucket: string, cause: unknown) =>
  `The bucket ${bucket} can’t be used (${systemCode(cause) || String(cause)}). Check S3_ENDPOINT, S3_REGION and the keys; \`bun run doctor\` tries them.`
