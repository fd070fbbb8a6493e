import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Suffixes of the files that SQLite syncs, numbered as in `power-loss.c`. */
const DURABLE_SUFFIXES = ['', '-wal'] as const

/** Size of a C `struct record`. */
const RECORD_BYTES = 32
/** A disk writes whole sectors, so an unsynced write may survive in part. */
const SECTOR_BYTES = 512

type Write = { kind: 'write'; offset: number; data: Uint8Array }
type Change = Write | { kind: 'truncate'; length: number } | { kind: 'unlink' }
export type FileImages = (Uint8Array | undefined)[]

/** Reads the current database and its WAL. */
export const readFiles = (database: string): FileImages =>
  DURABLE_SUFFIXES.map(suffix =>
    existsSync(database + suffix) ? new Uint8Array(readFileSync(database + suffix)) : undefined,
  )

/** Writes the database and its WAL, and removes the shared-memory file, which doesn't survive a power loss. */
export function writeFiles(database: string, images: FileImages): void {
  for (const [index, suffix] of DURABLE_SUFFIXES.entries()) {
    const image = images[index]
    if (image) writeFileSync(database + suffix, image)
    else rmSync(database + suffix, { force: true })
  }
  rmSync(`${database}-shm`, { force: true })
}

type Recording = {
  /** The files at the start of the recording. */
  before: FileImages
  /** Path of the log written by `power-loss.c`. */
  log: string
  /** Returns true if the next unsynced sector survives. */
  survives: () => boolean
}

/** Rebuilds the files as after a power loss: all synced changes, and those unsynced sectors that survive. */
export function rebuildDurable({ before, log, survives }: Recording) {
  const files = before.map(image => new FileImage(image))
  let pending: { number: number; file: number; change: Change }[] = []
  const begun = new Map<bigint, number>()
  let number = 0
  for (const { kind, file, offset, data, sync } of readLog(log)) {
    if (kind === 'b') begun.set(sync, number)
    else if (kind === 'e') {
      const lastSynced = begun.get(sync)!
      const isDurable = (one: { number: number; file: number }) =>
        one.file === file && one.number <= lastSynced
      for (const one of pending) if (isDurable(one)) files[file]!.apply(one.change)
      pending = pending.filter(one => !isDurable(one))
    } else pending.push({ number: ++number, file, change: changeOf(kind, offset, data) })
  }
  for (const { file, change } of pending) {
    const parts = change.kind === 'write' ? sectorsOf(change) : [change]
    for (const part of parts) if (survives()) files[file]!.apply(part)
  }
  return { images: files.map(file => file.image()), recorded: number, unsynced: pending.length }
}

function changeOf(kind: string, offset: number, data: Uint8Array): Change {
  if (kind === 'w') return { kind: 'write', offset, data }
  return kind === 't' ? { kind: 'truncate', length: offset } : { kind: 'unlink' }
}

/** A file's content in a growing buffer. */
class FileImage {
  #bytes: Uint8Array
  #length: number | undefined

  constructor(image: Uint8Array | undefined) {
    this.#bytes = image ?? new Uint8Array()
    this.#length = image?.length
  }

  image = () => (this.#length === undefined ? undefined : this.#bytes.subarray(0, this.#length))

  apply(change: Change) {
    if (change.kind === 'unlink') this.#length = undefined
    else if (change.kind === 'truncate') this.#resize(change.length)
    else {
      this.#resize(Math.max(this.#length ?? 0, change.offset + change.data.length))
      this.#bytes.set(change.data, change.offset)
    }
  }

  #resize(length: number) {
    const had = this.#length ?? 0
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(length * 2)
      larger.set(this.#bytes.subarray(0, had))
      this.#bytes = larger
    } else if (length > had) this.#bytes.fill(0, had, length)
    this.#length = length
  }
}

/** Splits a write at the disk's sector boundaries. */
function sectorsOf({ offset, data }: Write): Write[] {
  const parts: Write[] = []
  for (let start = 0; start < data.length;) {
    const end = Math.min(data.length, start + SECTOR_BYTES - ((offset + start) % SECTOR_BYTES))
    parts.push({ kind: 'write', offset: offset + start, data: data.subarray(start, end) })
    start = end
  }
  return parts
}

function* readLog(log: string) {
  const bytes = new Uint8Array(readFileSync(log))
  const view = new DataView(bytes.buffer)
  for (let at = 0; at + RECORD_BYTES <= bytes.length;) {
    const kind = String.fromCharCode(view.getUint32(at, true))
    const file = view.getUint32(at + 4, true)
    const offset = Number(view.getBigUint64(at + 8, true))
    const length = Number(view.getBigUint64(at + 16, true))
    const sync = view.getBigUint64(at + 24, true)
    at += RECORD_BYTES
    // The process was killed at this record, before the write itself.
    if (at + length > bytes.length) return
    yield { kind, file, offset, data: bytes.subarray(at, at + length), sync }
    at += length
  }
}
