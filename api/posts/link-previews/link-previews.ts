import { readLinkCard } from '#api/audits/page/link-card.ts'
import type { Context, UserContext } from '#api/context.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import type { LinkPreview } from '#shared/posts/link-previews.ts'

const FRESH_MS = 10 * 60_000
const MAX_CACHED = 500
const MAX_CONCURRENT = 8

type Cached = { at: number; preview: Promise<LinkPreview | null> }

/** This process's cache, oldest first. It exists because the composer requests a link at each pause in writing. */
const previews = new WeakMap<Context['config'], { cache: Map<string, Cached>; running: number }>()

function previewsOf({ config }: Context) {
  const known = previews.get(config) ?? { cache: new Map<string, Cached>(), running: 0 }
  previews.set(config, known)
  return known
}

/** Returns the preview that a network would show for a link, or null if the page can't be read or has no metadata. */
export async function previewLink(ctx: UserContext, url: string): Promise<LinkPreview | null> {
  const now = +ctx.now()
  const own = previewsOf(ctx)
  const { cache } = own
  const fresh = () => {
    const known = cache.get(url)
    return known && now - known.at < FRESH_MS ? known.preview : undefined
  }
  const known = fresh()
  if (known) return known
  await limit(ctx, { ...LIMITS.linkPreview, key: ctx.userId })
  // Another request may have started meanwhile.
  const begun = fresh()
  if (begun) return begun
  if (own.running >= MAX_CONCURRENT) return null
  const preview = fetchPreview(ctx, url)
  preview.catch(() => cache.delete(url))
  cache.delete(url)
  cache.set(url, { at: now, preview })
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED) break
    cache.delete(oldest)
  }
  return preview
}

async function fetchPreview(ctx: UserContext, url: string): Promise<LinkPreview | null> {
  const own = previewsOf(ctx)
  own.running++
  try {
    const card = await readLinkCard(url, ctx.config.audits)
    if (!card) return null
    const { picture, ...preview } = card
    return { ...preview, hasPicture: picture !== null }
  } finally {
    own.running--
  }
}
