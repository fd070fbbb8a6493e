import { readLinkCard } from '#api/audits/page/link-card.ts'
import type { Context, UserContext } from '#api/context.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import type { LinkPreview } from '#shared/posts/link-previews.ts'

const FRESH_MS = 10 * 60_000
const MAX_CACHED = 500
const MAX_CONCURRENT = 8

type Cached = { at: number; preview: Promise<LinkPreview | null> }

/** Caches previews, oldest first, because the composer requests a link at each pause in writing. */
const fetchers = new WeakMap<Context['config'], { cache: Map<string, Cached>; running: number }>()

function fetcherOf({ config }: Context) {
  const fetcher = fetchers.get(config) ?? { cache: new Map<string, Cached>(), running: 0 }
  fetchers.set(config, fetcher)
  return fetcher
}

/** Returns the preview that a network would show for a link, or null if the page can't be read or has no metadata. */
export async function previewLink(ctx: UserContext, url: string): Promise<LinkPreview | null> {
  const now = +ctx.now()
  const fetcher = fetcherOf(ctx)
  const { cache } = fetcher
  const fresh = () => {
    const cached = cache.get(url)
    return cached && now - cached.at < FRESH_MS ? cached.preview : undefined
  }
  const cached = fresh()
  if (cached) return cached
  await limit(ctx, { ...LIMITS.linkPreview, key: ctx.userId })
  // Another request may have begun to fetch the link meanwhile.
  const begun = fresh()
  if (begun) return begun
  if (fetcher.running >= MAX_CONCURRENT) return null
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
  const fetcher = fetcherOf(ctx)
  fetcher.running++
  try {
    const card = await readLinkCard(url, ctx.config.audits)
    if (!card) return null
    const { picture, ...preview } = card
    return { ...preview, hasPicture: picture !== null }
  } finally {
    fetcher.running--
  }
}
