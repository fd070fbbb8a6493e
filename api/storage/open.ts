import { S3Client } from 'bun'
import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join, dirname } from 'node:path'

import type { Config } from '#api/runtime/config.ts'
import { beforeDeadline } from '#api/runtime/deadline.ts'
import { systemCode } from '#api/runtime/errors.ts'
import { MAX_VIDEO_BYTES } from '#shared/media/media.ts'
import { type Storage, checkKey, StorageError } from './storage.ts'

/** Opens S3 if configured, otherwise a folder in DATA_DIR. */
export const openStorage = (config: Pick<Config, 'dataDir' | 'storage'>): Storage =>
  config.storage ? s3Storage(config.storage) : diskStorage(join(config.dataDir, 'media'))

export function diskStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, checkKey(key))
  /** Stores what `make` creates at a path, completely or not at all. */
  async function store(key: string, make: (unfinished: string) => Promise<void>) {
    const path = pathOf(key)
    const unfinished = join(dirname(path), `.${randomUUID()}.part`)
    await mkdir(dirname(path), { recursive: true })
    try {
      await make(unfinished)
      await syncToDisk(unfinished)
      await rename(unfinished, path)
      await syncToDisk(dirname(path))
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }
  return {
    put: (key, file) => store(key, unfinished => copyFile(file, unfinished)),
    copy: (from, to) =>
      store(to, async unfinished => {
        // A stored file never changes, so that two names can share it. Some file systems have no links.
        await link(pathOf(from), unfinished).catch(() => copyFile(pathOf(from), unfinished))
      }),
    async read(key, start, end) {
      const file = Bun.file(pathOf(key))
      if (!(await file.exists())) return undefined
      const body = start === undefined && end === undefined ? file : file.slice(start ?? 0, end)
      return {
        size: file.size,
        stream: () => body.stream(),
        blob: () => new Response(body.stream()).blob(),
        toSend: async () => body,
      }
    },
    async delete(keys) {
      await Promise.all(keys.map(key => rm(pathOf(key), { force: true })))
    },
  }
}

async function syncToDisk(path: string) {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

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

  const failure = (cause: unknown) =>
    new StorageError(
      `The bucket ${settings.bucket} can’t be used (${systemCode(cause) || String(cause)}). Check S3_ENDPOINT, S3_REGION and the keys; \`bun run doctor\` tries them.`,
      { cause },
    )

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
