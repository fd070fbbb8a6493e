/** Where media is kept. Keys are made by us: `[a-z0-9/._-]`, no leading slash. */
export type Storage = {
  /** Writes a file that stands on this machine's disk; the key holds it whole or not at all. */
  put(key: string, file: string, type: string): Promise<void>
  /** Bytes from `start` (inclusive) to `end` (exclusive), whole without them; undefined when there is no such key. */
  read(key: string, start?: number, end?: number): Promise<{ body: Blob; size: number } | undefined>
  delete(keys: string[]): Promise<void>
}
