import { S3Client } from 'bun'

import type { Config } from '#api/config.ts'
import { checkKey, type Storage } from './storage.ts'

const RETRIES = 3
const MISSING = new Set(['NoSuchKey', 'NotFound', 'ENOENT'])

export function s3Storage(settings: NonNullable<Config['storage']>): Storage {
  const { endpoint, ...rest } = settings
  const bucket = new S3Client({ ...rest, ...(endpoint && { endpoint }), retry: RETRIES })
  return {
    async put(key, file, type) {
      // One part at a time: five at once, Bun's default, would double what an upload takes of memory.
      await bucket.write(checkKey(key), Bun.file(file), { type, queueSize: 1 })
    },
    async read(key, start, end) {
      const size = await sizeOf(bucket, checkKey(key))
      if (size === undefined) return undefined
      const file = bucket.file(key)
      if (start === undefined && end === undefined) return { body: file, size }
      const [first, last] = [start ?? 0, Math.min(end ?? size, size)]
      // Bun asks for one byte where a slice is empty.
      return { body: first < last ? file.slice(first, last) : new Blob(), size }
    },
    async delete(keys) {
      for (const key of keys.map(checkKey)) await bucket.delete(key).catch(unlessMissing)
    },
  }
}

async function sizeOf(bucket: S3Client, key: string): Promise<number | undefined> {
  const stat = await bucket.stat(key).catch(unlessMissing)
  return stat?.size
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && MISSING.has(String(error.code)))) throw error
}
