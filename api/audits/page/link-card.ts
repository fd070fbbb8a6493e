import { addressGuard } from '#api/runtime/address-guard.ts'
import { FetchError, fetchPublic } from '#api/runtime/fetch-public.ts'
import { parseUrl } from '#shared/text/urls.ts'
import { decodeHtml } from './decode-html.ts'
import { readHtml } from './read-html.ts'

/** Downloads only the beginning of a page, which contains the head. */
const MAX_BYTES = 512 * 1024
const TIMEOUT_MS = 6000
/** Maximum depth of elements. A page's head is flat, and deep nesting would block this process for a second. */
const HEAD_DEPTH = 50

/**
 * A page as networks show it below a link. `site` is its host name without `www.`. Its picture is a URL, and null if the page
 * names none.
 */
export type LinkCard = { site: string; title: string; description: string; picture: string | null }

type Opening = { allowPrivate: boolean }

/** Reads the card of a page that a user linked to. Returns null if the page can't be read or has no title. */
export async function readLinkCard(link: string, { allowPrivate }: Opening): Promise<LinkCard | null> {
  const page = await orNull(
    fetchPublic(link, {
      guard: addressGuard({ allowPrivate }),
      maxBytes: MAX_BYTES,
      truncates: true,
      timeoutMs: TIMEOUT_MS,
      accept: 'text/html, application/xhtml+xml',
    }),
  )
  if (!page) return null
  const html = decodeHtml(page.bytes, page.contentType)
  const body = html.search(/<body[\s>]/i)
  const head = body < 0 ? html : html.slice(0, body)
  const { title, description, picture } = readHtml(head, page.url, { maxDepth: HEAD_DEPTH }).share
  const site = (parseUrl(link)?.hostname ?? '').replace(/^www\./, '')
  return title === '' ? null : { site, title, description, picture: picture?.url ?? null }
}

/** Fetches the picture of a card. Returns null if it exceeds `maxBytes`, or not all networks accept its type. */
export async function fetchCardPicture(
  url: string,
  { allowPrivate, maxBytes }: Opening & { maxBytes: number },
): Promise<Blob | null> {
  const guard = addressGuard({ allowPrivate })
  const file = await orNull(
    fetchPublic(url, { guard, maxBytes, timeoutMs: TIMEOUT_MS, accept: Object.keys(SIGNATURES).join(', ') }),
  )
  const start = file?.bytes.toString('latin1', 0, 4) ?? ''
  const type = Object.entries(SIGNATURES).find(([, signature]) => start.startsWith(signature))?.[0]
  return file && type ? new Blob([new Uint8Array(file.bytes)], { type }) : null
}

const SIGNATURES = { 'image/jpeg': '\xFF\xD8\xFF', 'image/png': '\x89PNG', 'image/webp': 'RIFF' }

const orNull = <Value>(fetched: Promise<Value>): Promise<Value | null> =>
  fetched.catch((error: unknown) => {
    if (error instanceof FetchError) return null
    throw error
  })
