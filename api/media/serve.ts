import { and, eq } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { parseRange } from '#api/http/byte-range.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { checkSignature, storedVariant, type Variant } from './signed-url.ts'
import { isVisibleTo } from './viewers.ts'

const CACHE_SECONDS = 24 * 60 * 60

type SignedFile = {
  id: string
  variant: Variant
  extension: string
  viewer?: string | undefined
  expires: string
  signature: string
}

/**
 * Responds with the file of a signed URL or the requested range, with 304 if the ETag matches, or 416 for an invalid range.
 * @throws {DomainError} `forbidden` for an invalid or expired URL, `not_found` if the file was removed
 *   or its viewer has lost access
 * @throws {StorageError} if the file can't be read
 */
export async function serveMedia(ctx: Context, file: SignedFile, headers: Headers): Promise<Response> {
  checkSignature(ctx, file)
  const [row] = await ctx.db
    .select()
    .from(media)
    .where(and(eq(media.id, file.id), file.viewer ? isVisibleTo(ctx, file.viewer) : undefined))
  const variant = row && storedVariant(row, file.variant)
  if (!variant || variant.extension !== file.extension) throw notFound()

  const etag = `"${file.id}-${file.variant}"`
  const headersToSend = new Headers({
    'Content-Type': variant.type,
    'Content-Disposition': 'inline',
    'Cache-Control': `private, max-age=${secondsLeft(ctx, file.expires)}, immutable`,
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'",
  })
  if (headers.get('If-None-Match')?.includes(etag))
    return new Response(null, { status: 304, headers: headersToSend })

  const whole = await ctx.storage.read(variant.key)
  if (!whole) throw notFound()
  const ifRange = headers.get('If-Range')
  const range =
    ifRange && ifRange !== etag ? undefined : parseRange(headers.get('Range') ?? undefined, whole.size)
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${whole.size}` } })
  }
  const { start, end } = range ?? { start: 0, end: whole.size }
  headersToSend.set('Content-Length', String(end - start))
  if (range) headersToSend.set('Content-Range', `bytes ${start}-${end - 1}/${whole.size}`)
  const part = range ? await ctx.storage.read(variant.key, start, end) : whole
  if (!part) throw notFound()
  return new Response(await part.toSend(), { status: range ? 206 : 200, headers: headersToSend })
}

const notFound = () => new DomainError('not_found', 'This file is no longer here.')

const secondsLeft = ({ now }: Context, expires: string) =>
  Math.min(CACHE_SECONDS, Math.floor(Number(expires) - +now() / 1000))
