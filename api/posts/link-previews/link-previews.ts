import { Parser } from 'htmlparser2'

import { addressGuard } from '#api/audits/address-guard.ts'
import { FetchError, fetchPublic } from '#api/audits/fetch-public.ts'
import type { Context, UserContext } from '#api/context.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import type { LinkPreview } from '#shared/posts/link-previews.ts'
import { onOneLine, withoutInvisible } from '#shared/text/characters.ts'
import { excerpt } from '#shared/text/graphemes.ts'
import { parseUrl } from '#shared/text/urls.ts'

/** Downloads only the beginning of a page, which contains the head. */
const MAX_BYTES = 512 * 1024
const TIMEOUT_MS = 6000
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

/** Returns the preview that a network would show for a link; null if the page can't be read or has no metadata. */
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
    const bytes = await fetchPublic(url, {
      guard: addressGuard({ allowPrivate: ctx.config.audits.allowPrivate }),
      maxBytes: MAX_BYTES,
      truncates: true,
      timeoutMs: TIMEOUT_MS,
      accept: 'text/html, application/xhtml+xml',
    })
    const page = readPage(new TextDecoder().decode(bytes))
    return page.title === '' ? null : { site: siteOf(url), ...page }
  } catch (error) {
    if (error instanceof FetchError) return null
    throw error
  } finally {
    own.running--
  }
}

const siteOf = (url: string) => (parseUrl(url)?.hostname ?? '').replace(/^www\./, '')

const MAX_TITLE = 200
const MAX_DESCRIPTION = 300

type PageFacts = { title: string; description: string; hasPicture: boolean }

/** Extracts a page's metadata from its head. Prefers Open Graph. */
export function readPage(html: string): PageFacts {
  const metas = new Map<string, string>()
  let title = ''
  let isTitle = false
  let isBody = false
  const parser = new Parser({
    onopentag(name, { property, name: metaName, content }) {
      if (name === 'body') isBody = true
      if (isBody) return
      isTitle = name === 'title' && title === ''
      const key = (property ?? metaName ?? '').toLowerCase()
      if (name === 'meta' && key && content && !metas.has(key)) metas.set(key, content)
    },
    ontext(text) {
      if (isTitle) title += text
    },
    onclosetag() {
      isTitle = false
    },
  })
  parser.end(html)
  return {
    title: line(metas.get('og:title') ?? title, MAX_TITLE),
    description: line(metas.get('og:description') ?? metas.get('description') ?? '', MAX_DESCRIPTION),
    hasPicture: metas.has('og:image'),
  }
}

const line = (text: string, max: number) => excerpt(withoutInvisible(onOneLine(text)), max)
