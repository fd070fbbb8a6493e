import type { Context } from '#api/context.ts'

/** Larger thumbnails are omitted, because people mail a report as one file. */
const MAX_BYTES = 150_000

/** Returns a stored thumbnail as a data URL, so that a report outlives its media. Null if there is none. */
export async function pictureOf({ storage }: Context, key: string | null): Promise<string | null> {
  const file = key === null ? undefined : await storage.read(key)
  if (!file || file.size > MAX_BYTES) return null
  return `data:image/webp;base64,${Buffer.from(await file.bytes()).toString('base64')}`
}
