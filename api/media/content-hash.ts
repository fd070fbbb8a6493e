import { and, eq, isNull } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { type Media, media } from '#api/db/schema/posts/media.ts'

/** Returns the SHA-256 of a file, read as a stream. */
export async function hashFile(path: string): Promise<string> {
  return hashStream(Bun.file(path).stream())
}

async function hashStream(chunks: ReadableStream<Uint8Array>): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of chunks) hasher.update(chunk)
  return hasher.digest('hex')
}

/** Hashes a file that an earlier release stored without a hash, and saves the hash; null if the file is lost. */
export async function hashOlderFile(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  { id, key }: Pick<Media, 'id' | 'key'>,
): Promise<string | null> {
  const stored = await storage.read(key)
  if (!stored) return null
  const hash = await hashStream(stored.stream())
  await db
    .update(media)
    .set({ sha256: hash })
    .where(and(eq(media.id, id), isNull(media.sha256)))
  return hash
}

/** Adds missing hashes, which only files of an earlier release lack. */
export const withHashes = <Given extends Pick<Media, 'id' | 'key' | 'sha256'>>(
  ctx: Pick<Context, 'db' | 'storage'>,
  files: readonly Given[],
): Promise<Given[]> =>
  Promise.all(files.map(async file => ({ ...file, sha256: file.sha256 ?? (await hashOlderFile(ctx, file)) })))
