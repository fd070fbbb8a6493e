import { fetchCardPicture, readLinkCard } from '#api/audits/page/link-card.ts'
import type { Context, UserContext } from '#api/context.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { newTemporaryPath, removeFiles } from '#api/media/files/temporary-files.ts'
import { convertImage } from '#api/media/pictures/pictures.ts'
import { DomainError } from '#api/runtime/errors.ts'
import type { LinkPreview } from '#shared/posts/link-previews.ts'

const FRESH_MS = 10 * 60_000
const MAX_CACHED = 500
const MAX_CONCURRENT = 8
const MAX_PICTURE_BYTES = 4_000_000
/** Larger ones would fill the cache. */
const MAX_SHOWN_BYTES = 60_000

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
    const shown = picture ? await readPicture(ctx, picture) : undefined
    return { ...preview, hasPicture: picture !== null, ...(shown && { picture: shown }) }
  } finally {
    fetcher.running--
  }
}

/** Reads a page's picture in a worker, and returns it small, as a data URL. Undefined if that isn't possible. */
async function readPicture(ctx: UserContext, url: string): Promise<string | undefined> {
  const file = await fetchCardPicture(url, { ...ctx.config.audits, maxBytes: MAX_PICTURE_BYTES })
  if (!file) return undefined
  const path = await newTemporaryPath(ctx.config)
  const files = [path]
  try {
    await Bun.write(path, file)
    const { original, jpegPath, thumbnailPath } = await convertImage(ctx.config, { path, userId: ctx.userId })
    files.push(original.path, jpegPath, thumbnailPath)
    const bytes = await Bun.file(thumbnailPath).bytes()
    return bytes.length > MAX_SHOWN_BYTES ? undefined : `data:image/webp;base64,${bytes.toBase64()}`
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  } finally {
    await removeFiles(files)
  }
}
