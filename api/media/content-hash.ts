import { and, eq, isNull } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { type Media, media } from '#api/db/schema/posts/media.ts'

/** Returns the SHA-256 of a file, read as a stream. */
export async function hashFile(path: string): Promise<string> {
  return hashBlob(Bun.file(path))
}

async function hashBlob(file: Blob): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of file.stream()) hasher.update(chunk)
  return hasher.digest('hex')
}

/**
 * Returns the SHA-256 of a media file, or a text that isn't a hash if the file is missing. Older rows get theirs when it is
 * first needed; a file never changes.
 */
export async function mediaHash(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  { id, key, sha256 }: Pick<Media, 'id' | 'key' | 'sha256'>,
): Promise<string> {
  if (sha256 !== null) return sha256
  const stored = await storage.read(key)
  // A post with a missing file is shown, but can't be published.
  if (!stored) return `missing ${id}`
  const hash = await hashBlob(stored.body)
  await db
    .update(media)
    .set({ sha256: hash })
    .where(and(eq(media.id, id), isNull(media.sha256)))
  return hash
}
