/** Where media is kept. Keys are made by us: `[a-z0-9/._-]`, no leading slash, no empty or dotted folder. */
export type Storage = {
  /** Writes a file that stands on this machine's disk; the key holds it whole or not at all. */
  put(key: string, file: string, type: string): Promise<void>
  /**
   * Bytes from `start` (inclusive) to `end` (exclusive), whole without them; undefined when there is no such key.
   * The body is read when it is used; `size` is always that of the whole.
   */
  read(key: string, start?: number, end?: number): Promise<{ body: Blob; size: number } | undefined>
  /** Keys that are not there are passed over. */
  delete(keys: string[]): Promise<void>
}

const KEY = /^[a-z0-9_-][a-z0-9._-]*(\/[a-z0-9_-][a-z0-9._-]*)*$/

/** A key that could leave its folder is a bug of ours, not an answer. */
export function checkKey(key: string): string {
  if (!KEY.test(key) || key.length > 512) throw new Error('A storage key is malformed')
  return key
}

/** What the files are kept in fails, whichever file it was asked for; the message tells the operator what to do. */
export class StorageError extends Error {
  override name = 'StorageError'
}
