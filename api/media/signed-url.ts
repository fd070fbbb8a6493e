import { and, eq, type SQL, sql } from 'drizzle-orm'

import { isAllowedIn, keepsPermission } from '#api/auth/access/membership.ts'
import type { Context, OwnerContext } from '#api/context.ts'
import { draftMedia, drafts } from '#api/db/schema/posts/drafts.ts'
import { type Media, media } from '#api/db/schema/posts/media.ts'
import { postMedia, posts } from '#api/db/schema/posts/posts.ts'
import { parseRange } from '#api/http/byte-range.ts'
import { isKeyedHash, keyedHash } from '#api/runtime/crypto/secrets.ts'
import { DomainError } from '#api/runtime/errors.ts'

export const VARIANTS = ['original', 'jpeg', 'unframed', 'thumbnail'] as const
type Variant = (typeof VARIANTS)[number]

/** Key of an uncropped JPEG, which is created when a network first needs it. */
export const unframedKey = (id: string) => `${id}/unframed.jpg`

type StoredVariant = { key: string; type: string; extension: string }

const PURPOSE = 'media address'
const HOUR_SECONDS = 3600

const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'video/mp4': 'mp4' } as const

/** Returns the storage key and type of a variant, or undefined if the media doesn't have it. */
function storedVariant(media: Media, variant: Variant): StoredVariant | undefined {
  if (variant === 'original') return { key: media.key, type: media.type, extension: EXTENSIONS[media.type] }
  if (variant === 'unframed')
    return media.kind === 'image'
      ? { key: unframedKey(media.id), type: 'image/jpeg', extension: 'jpg' }
      : undefined
  if (variant === 'jpeg') {
    return media.jpegKey ? { key: media.jpegKey, type: 'image/jpeg', extension: 'jpg' } : undefined
  }
  return media.thumbnailKey ? { key: media.thumbnailKey, type: 'image/webp', extension: 'webp' } : undefined
}

/**
 * Returns a public URL, without redirects, that is valid for at least `ttlMs` and up to an hour longer. It stays the same for
 * an hour, so that browsers can cache it.
 * @param options.viewer person or review link on whose access the URL depends (`viewerOf`). Without one, it works for everybody, as
 *   networks need
 */
export function signMediaUrl(
  { config, now }: Pick<Context, 'config' | 'now'>,
  media: Media,
  variant: Variant,
  { ttlMs, viewer }: { ttlMs: number; viewer?: string },
): string {
  const stored = storedVariant(media, variant)
  if (!stored) throw new Error(`Media ${media.id} has no ${variant}`)
  const expires = Math.ceil((+now() + ttlMs) / 1000 / HOUR_SECONDS) * HOUR_SECONDS
  const url = { id: media.id, variant, viewer }
  const query = new URLSearchParams({
    expires: String(expires),
    ...(viewer && { viewer }),
    signature: keyedHash(config.appSecret, PURPOSE, signedText(url, expires)),
  })
  return `${config.publicUrl}/api/media/${media.id}/${variant}.${stored.extension}?${query}`
}

type SignedUrl = {
  id: string
  variant: Variant
  viewer?: string | undefined
  expires: string
  signature: string
}

/** @throws {DomainError} `forbidden` for an invalid or expired URL */
export function checkSignature({ config, now }: Pick<Context, 'config' | 'now'>, url: SignedUrl) {
  const expires = Number(url.expires)
  const text = signedText(url, expires)
  if (!/^\d{1,12}$/.test(url.expires) || !isKeyedHash(config.appSecret, PURPOSE, text, url.signature)) {
    throw new DomainError('forbidden', 'This link isn’t valid.')
  }
  if (expires * 1000 <= +now()) throw new DomainError('forbidden', 'This link has expired.')
}

const signedText = ({ id, variant, viewer }: Pick<SignedUrl, 'id' | 'variant' | 'viewer'>, expires: number) =>
  `media:${id}:${variant}:${expires}${viewer ? `:${viewer}` : ''}`

const CACHE_SECONDS = 24 * 60 * 60

/**
 * Responds with the file of a signed URL or the requested range, with 304 if the ETag matches, or 416 for an invalid range.
 * @throws {DomainError} `forbidden` for an invalid or expired URL, `not_found` if the file was removed
 *   or its viewer has lost access
 * @throws {StorageError} if the file can't be read
 */
export async function serveMedia(
  ctx: Context,
  file: SignedUrl & { extension: string },
  headers: Headers,
): Promise<Response> {
  checkSignature(ctx, file)
  const [row] = await ctx.db
    .select()
    .from(media)
    .where(and(eq(media.id, file.id), file.viewer ? isVisibleTo(ctx, file.viewer) : undefined))
  const variant = row && storedVariant(row, file.variant)
  if (!variant || variant.extension !== file.extension) throw notFound()

  const etag = `"${file.id}-${file.variant}"`
  const secondsLeft = Math.floor(Number(file.expires) - +ctx.now() / 1000)
  const headersToSend = new Headers({
    'Content-Type': variant.type,
    'Content-Disposition': 'inline',
    'Cache-Control': `private, max-age=${Math.min(CACHE_SECONDS, secondsLeft)}, immutable`,
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

const LINK_PREFIX = 'link:'

/** Returns the viewer for media URLs of a review link, which work as long as the link does. */
export const linkViewer = (reviewLinkId: string) => LINK_PREFIX + reviewLinkId

export const isLinkViewer = (viewer = '') => viewer.startsWith(LINK_PREFIX)

export const viewerOf = ({ mediaViewer, userId }: Pick<OwnerContext, 'mediaViewer' | 'userId'>) =>
  mediaViewer ?? userId

/**
 * SQL condition on a row of `media`: the viewer still has access. Members have it through the file's business, or a post or draft that
 * uses the file; reviewers have it as long as their link works.
 */
function isVisibleTo({ now }: Pick<Context, 'now'>, viewer: string): SQL {
  if (isLinkViewer(viewer)) {
    const creator = {
      userId: sql`link.user_id`,
      domainId: sql`link.domain_id`,
      createdAt: sql`link.created_at`,
    }
    return sql`exists (select 1 from review_links as link where link.id = ${viewer.slice(LINK_PREFIX.length)}
      and link.expires_at > ${+now()} and ${keepsPermission({ now }, creator, 'connect')})`
  }
  const inBusiness = (domainId: SQL) => isAllowedIn({ userId: viewer }, domainId)
  return sql`((${media.domainId} is null and ${media.userId} = ${viewer} and not ${media.isRemoving}) or ${inBusiness(sql`${media.domainId}`)}
    or exists (select 1 from ${postMedia} as used join ${posts} as post on post.id = used.post_id
      where used.media_id = ${media.id} and ${inBusiness(sql`post.domain_id`)})
    or exists (select 1 from ${draftMedia} as used join ${drafts} as draft on draft.id = used.draft_id
      where used.media_id = ${media.id} and (draft.user_id = ${viewer} and draft.domain_id is null
        or ${inBusiness(sql`draft.domain_id`)})))`
}
