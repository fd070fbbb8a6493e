import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

export type StoredFile = {
  /** Size of the whole file in bytes. */
  size: number
  /** Returns the body, which is read as slowly as its reader reads. It fails with `StorageError` as `blob` does. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>>
  /**
   * Reads the body into memory, once: `new Blob` of bytes would keep a second copy until the next garbage collection.
   * @throws {StorageError} also if the storage sends more or less than was asked for
   */
  blob(): Promise<Blob>
  /**
   * Returns the body for a response, which a slow client may keep open for minutes: memory must not hold it meanwhile.
   * @throws {StorageError}
   */
  toSend(): Promise<Blob | ReadableStream<Uint8Array<ArrayBuffer>>>
}

/** Stores media under keys of our own: `[a-z0-9/._-]`, no leading slash, no empty or dotted folder. */
export type Storage = {
  /** Stores a local file, completely or not at all. */
  put(key: string, file: string, type: string): Promise<void>
  /** Stores a stored file under another key, too. Takes no more space where the storage allows that. @throws {Error} if it is missing */
  copy(from: string, to: string, type: string): Promise<void>
  /** Reads bytes from `start` (inclusive) to `end` (exclusive), by default all. Resolves to undefined for a missing key. */
  read(key: string, start?: number, end?: number): Promise<StoredFile | undefined>
  /** Ignores missing keys. */
  delete(keys: string[]): Promise<void>
}

const KEY = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/

/** Checks that a key stays in its folder. @throws {Error} if not, which is a bug */
export function checkKey(key: string): string {
  if (!KEY.test(key) || key.length > 512) throw new Error('A storage key is malformed')
  return key
}

/**
 * Writes a stored file to a local path, which the caller removes, also after an error.
 * @throws {StorageError}
 */
export const copyToDisk = (file: StoredFile, path: string): Promise<void> =>
  pipeline(file.stream(), createWriteStream(path))

/** The storage as a whole fails. The message tells the operator what to do. */
export class StorageError extends Error {
  override name = 'StorageError'
}

export const STORAGE_MESSAGES = {
  unavailable: 'We can’t save files right now. Please try again in a few minutes.',
  full: 'We’re out of space for files right now. Please try again later.',
} as const
