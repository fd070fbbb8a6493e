import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Files up to this size can be viewed. Of larger ones, only the first bytes and the size are stored. */
const KEEP_BYTES = 32 * 1024 * 1024
/** Size of all stored files. Beyond it the oldest ones can no longer be viewed. */
const KEEP_ALL_BYTES = 1024 * 1024 * 1024
const HEAD_BYTES = 64

/** A received file, or the part of it that has arrived. Its bytes are in the store. */
export interface StoredFile {
  id: string
  name: string
  type: string
  bytes: number
  head: Buffer
}

type About = Pick<StoredFile, 'name' | 'type'>

export interface FileStore {
  /** Begins an empty file, to which bytes are appended. */
  begin(about: About): StoredFile
  /** Appends the bytes of another file, which is then forgotten. */
  append(file: StoredFile, part: StoredFile): void
  receive(source: AsyncIterable<Uint8Array>, about: About): Promise<StoredFile>
  has(file: StoredFile): boolean
  read(file: StoredFile): Buffer | null
  forget(file: StoredFile): void
  /** Removes all other files, such as those of refused calls. */
  keepOnly(ids: ReadonlySet<string>): void
  clear(): void
}

interface Options {
  /** Defaults to a temporary one. */
  folder?: string | undefined
  keepBytes?: number
  keepAllBytes?: number
}

/** Receives uploads of any size in constant memory and bounded disk space. `clear` removes the folder with all files. */
export function createFileStore({
  folder: permanent,
  keepBytes = KEEP_BYTES,
  keepAllBytes = KEEP_ALL_BYTES,
}: Options = {}): FileStore {
  let folder = permanent
  /** Sizes of the files on the disk by id, oldest first. */
  const stored = sizesIn(permanent)
  let total = [...stored.values()].reduce((sum, bytes) => sum + bytes, 0)

  function pathOf(id: string) {
    folder ??= mkdtempSync(join(tmpdir(), 'sandbox-'))
    mkdirSync(folder, { recursive: true })
    return join(folder, id)
  }

  function remove(id: string) {
    const bytes = stored.get(id)
    if (bytes === undefined) return
    total -= bytes
    stored.delete(id)
    rmSync(pathOf(id), { force: true })
  }

  function write(file: StoredFile, chunk: Uint8Array) {
    file.bytes += chunk.length
    if (file.head.length < HEAD_BYTES) file.head = Buffer.concat([file.head, chunk]).subarray(0, HEAD_BYTES)
    const before = stored.get(file.id)
    if (before === undefined) return
    if (file.bytes > keepBytes) return remove(file.id)
    appendFileSync(pathOf(file.id), chunk)
    stored.set(file.id, before + chunk.length)
    total += chunk.length
    for (const id of stored.keys()) {
      if (total <= keepAllBytes) break
      if (id !== file.id) remove(id)
    }
  }

  const read = ({ id }: StoredFile) => {
    try {
      return stored.has(id) ? readFileSync(pathOf(id)) : null
    } catch {
      return null
    }
  }

  const store: FileStore = {
    begin(about) {
      const file = { id: randomUUID(), ...about, bytes: 0, head: Buffer.alloc(0) }
      stored.set(file.id, 0)
      appendFileSync(pathOf(file.id), '')
      return file
    },
    append(file, part) {
      const bytes = read(part)
      if (bytes) write(file, bytes)
      else {
        remove(file.id)
        if (file.bytes === 0) file.head = part.head
        file.bytes += part.bytes
      }
      remove(part.id)
    },
    async receive(source, about) {
      const file = store.begin(about)
      try {
        for await (const chunk of source) write(file, chunk)
      } catch (error) {
        remove(file.id)
        throw error
      }
      return file
    },
    has: ({ id }) => stored.has(id),
    read,
    forget: ({ id }) => remove(id),
    keepOnly(ids) {
      for (const id of stored.keys()) if (!ids.has(id)) remove(id)
    },
    clear() {
      if (folder) rmSync(folder, { recursive: true, force: true })
      folder = permanent
      stored.clear()
      total = 0
    },
  }
  return store
}

/** Lists the files that an earlier process has left, oldest first. */
function sizesIn(folder: string | undefined): Map<string, number> {
  if (!folder) return new Map()
  mkdirSync(folder, { recursive: true })
  const files = readdirSync(folder).map(id => ({ id, ...factsOf(join(folder, id)) }))
  return new Map(files.toSorted((a, b) => a.changed - b.changed).map(({ id, bytes }) => [id, bytes]))
}

function factsOf(path: string) {
  const { size, mtimeMs } = statSync(path)
  return { bytes: size, changed: mtimeMs }
}
