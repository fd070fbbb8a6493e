import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises'
import { join, dirname } from 'node:path'

import type { Config } from '#api/runtime/config.ts'
import { s3Storage } from './s3.ts'
import { type Storage, checkKey } from './storage.ts'

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
