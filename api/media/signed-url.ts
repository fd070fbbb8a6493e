import type { Context } from '#api/context.ts'
import type { Media } from '#api/db/schema/posts/media.ts'
import { isKeyedHash, keyedHash } from '#api/runtime/crypto/secrets.ts'
import { DomainError } from '#api/runtime/errors.ts'

export const VARIANTS = ['original', 'jpeg', 'thumbnail'] as const
export type Variant = (typeof VARIANTS)[number]

export type StoredVariant = { key: string; type: string; extension: string }

const PURPOSE = 'media address'
const HOUR_SECONDS = 3600

const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png', 'video/mp4': 'mp4' } as const

/** Returns the storage key and type of a variant, or undefined if the media doesn't have it. */
export function storedVariant(media: Media, variant: Variant): StoredVariant | undefined {
  if (variant === 'original') return { key: media.key, type: media.type, extension: EXTENSIONS[media.type] }
  if (variant === 'jpeg') {
    return media.jpegKey ? { key: media.jpegKey, type: 'image/jpeg', extension: 'jpg' } : undefined
  }
  return media.thumbnailKey ? { key: media.thumbnailKey, type: 'image/webp', extension: 'webp' } : undefined
}

/**
 * Returns a public URL, without redirects, that is valid for at least `ttlMs` and up to an hour longer. It stays the same for
 * an hour, so that browsers can cache it.
 * @param options.viewer person or link whose access the URL depends on (`viewers.ts`); without one, as for networks, it works
 * for everybody
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
    signature: keyedHash(config.appSecret, PURPOSE, signed(url, expires)),
  })
  return `${config.publicUrl}/api/media/${media.id}/${variant}.${stored.extension}?${query}`
}

type Signed = {
  id: string
  variant: Variant
  viewer?: string | undefined
  expires: string
  signature: string
}

/** @throws {DomainError} `forbidden` for an invalid or expired URL */
export function checkSignature({ config, now }: Pick<Context, 'config' | 'now'>, url: Signed) {
  const expires = Number(url.expires)
  const text = signed(url, expires)
  if (!/^\d{1,12}$/.test(url.expires) || !isKeyedHash(config.appSecret, PURPOSE, text, url.signature)) {
    throw new DomainError('forbidden', 'This link isn’t valid.')
  }
  if (expires * 1000 <= +now()) throw new DomainError('forbidden', 'This link has expired.')
}

const signed = ({ id, variant, viewer }: Pick<Signed, 'id' | 'variant' | 'viewer'>, expires: number) =>
  `media:${id}:${variant}:${expires}${viewer ? `:${viewer}` : ''}`
