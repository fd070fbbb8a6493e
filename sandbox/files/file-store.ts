import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Files up to this size can be viewed. Of larger ones, only size and hash are stored. */
const KEEP_BYTES = 32 * 1024 * 1024
const HEAD_BYTES = 64

export interface StoredFile {
  id: string
  name: string
  type: string
  bytes: number
  sha256: string
  head: Buffer
  path: string | null
}

export interface FileWriter {
  readonly bytes: number
  write(chunk: Uint8Array): void
  close(): StoredFile
}

export interface FileStore {
  open(about: { name: string; type: string }): FileWriter
  receive(source: AsyncIterable<Uint8Array>, about: { name: string; type: string }): Promise<StoredFile>
  read(file: StoredFile): Buffer | null
  forget(file: StoredFile): void
  clear(): void
}

/**
 * Receives uploads of any size in constant memory. `clear` removes the folder with all files.
 * @param permanentFolder defaults to a temporary one
 */
export function createFileStore(permanentFolder?: string): FileStore {
  let folder: string | null = permanentFolder ?? null
  function inFolder(id: string) {
    folder ??= permanentFolder ?? mkdtempSync(join(tmpdir(), 'sandbox-'))
    mkdirSync(folder, { recursive: true })
    return join(folder, id)
  }

  const store: FileStore = {
    open: about => openWriter(inFolder, about),
    async receive(source, about) {
      const writer = store.open(about)
      try {
        for await (const chunk of source) writer.write(chunk)
      } catch (error) {
        store.forget(writer.close())
        throw error
      }
      return writer.close()
    },
    read: file => (file.path && existsSync(file.path) ? readFileSync(file.path) : null),
    forget(file) {
      if (file.path) rmSync(file.path, { force: true })
      file.path = null
    },
    clear() {
      if (folder) rmSync(folder, { recursive: true, force: true })
      folder = null
    },
  }
  return store
}

function openWriter(inFolder: (id: string) => string, about: { name: string; type: string }): FileWriter {
  const id = randomUUID()
  const path = inFolder(id)
  const hash = createHash('sha256')
  let descriptor: number | null = openSync(path, 'w')
  let kept = true
  let head = Buffer.alloc(0)
  let bytes = 0

  const closeDescriptor = () => {
    if (descriptor !== null) closeSync(descriptor)
    descriptor = null
  }
  return {
    get bytes() {
      return bytes
    },
    write(chunk) {
      bytes += chunk.length
      hash.update(chunk)
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES)
      if (kept && bytes > KEEP_BYTES) {
        kept = false
        closeDescriptor()
        rmSync(path, { force: true })
      }
      if (descriptor !== null) writeSync(descriptor, chunk)
    },
    close() {
      closeDescriptor()
      return { id, ...about, bytes, sha256: hash.digest('hex'), head, path: kept ? path : null }
    },
  }
}
