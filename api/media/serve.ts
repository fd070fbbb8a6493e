import { eq } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { media } from '#api/db/schema/media.ts'
import { DomainError } from '#api/errors.ts'
import { parseRange } from '#api/http/byte-range.ts'
import { checkSignature, storedVariant, type Variant } from './signed-url.ts'

const CACHE_SECONDS = 24 * 60 * 60

type Asked = { id: string; variant: Variant; extension: string; expires: string; signature: string }

/**
 * The file of a signed address, whole or the range that the headers ask for, as a stream.
 * @throws DomainError `forbidden` for an address that is not ours or has expired, `not_found` where nothing is left
 */
export async function serveMedia(ctx: Context, asked: Asked, headers: Headers): Promise<Response> {
  checkSignature(ctx, asked)
  const [row] = await ctx.db.select().from(media).where(eq(media.id, asked.id))
  const variant = row && storedVariant(row, asked.variant)
  if (!variant || variant.extension !== asked.extension) throw notFound()

  const etag = `"${asked.id}-${asked.variant}"`
  const answer = new Headers({
    'Content-Type': variant.type,
    'Content-Disposition': 'inline',
    'Cache-Control': `private, max-age=${secondsLeft(ctx, asked.expires)}, immutable`,
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'",
  })
  if (headers.get('If-None-Match')?.includes(etag))
    return new Response(null, { status: 304, headers: answer })

  const whole = await ctx.storage.read(variant.key)
  if (!whole) throw notFound()
  const ifRange = headers.get('If-Range')
  const range =
    ifRange && ifRange !== etag ? undefined : parseRange(headers.get('Range') ?? undefined, whole.size)
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${whole.size}` } })
  }
  const { start, end } = range ?? { start: 0, end: whole.size }
  answer.set('Content-Length', String(end - start))
  if (range) answer.set('Content-Range', `bytes ${start}-${end - 1}/${whole.size}`)
  const part = range ? await ctx.storage.read(variant.key, start, end) : whole
  if (!part) throw notFound()
  // The stream, not the blob: Bun would answer an S3 file with a redirect, which providers do not follow.
  return new Response(part.body.stream(), { status: range ? 206 : 200, headers: answer })
}

const notFound = () => new DomainError('not_found', 'This file is no longer here.')

const secondsLeft = ({ now }: Context, expires: string) =>
  Math.min(CACHE_SECONDS, Math.floor(Number(expires) - +now() / 1000))
