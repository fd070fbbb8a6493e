import { findLinks } from '#shared/text/links.ts'
import { parseUrl } from '#shared/text/urls.ts'

/** Marks a part of a text, from and to a byte of its UTF-8, as a link, a hashtag or a mention. */
export type Facet = {
  index: { byteStart: number; byteEnd: number }
  features: [
    | { $type: 'app.bsky.richtext.facet#link'; uri: string }
    | { $type: 'app.bsky.richtext.facet#tag'; tag: string }
    | { $type: 'app.bsky.richtext.facet#mention'; did: string },
  ]
}
type Feature = Facet['features'][0]

/** A hashtag has more than digits and, by the lexicon, up to 64 graphemes. */
const HASHTAG = /(?<![\p{L}\p{N}_#＃&])[#＃](?=[\p{N}_]*[\p{L}\p{M}])([\p{L}\p{M}\p{N}_]{1,64})/gu
/** A handle is a domain. */
const MENTION =
  /(?<![\p{L}\p{N}_.@])@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)/giu
/** Maximum number of mentions in a text. Further ones stay plain text. */
const MAX_MENTIONS = 10
/** Maximum size in bytes of the lexicon's format `uri`. */
const MAX_URI = 8192

/**
 * Returns the links, hashtags and mentions of a text. A mention whose handle nobody has stays text.
 * @param resolve returns the DID of a handle
 */
export async function facetsOf(
  text: string,
  resolve: (handle: string) => Promise<string | undefined>,
): Promise<Facet[]> {
  const links = findLinks(text)
  const isInLink = (at: number) => links.some(({ start, end }) => at >= start && at < end)
  const found: { start: number; end: number; feature: Feature | undefined }[] = links.map(link => ({
    ...link,
    feature: linkFeature(link.url),
  }))
  for (const { 0: whole, 1: tag = '', index } of text.matchAll(HASHTAG))
    if (!isInLink(index))
      found.push({
        start: index,
        end: index + whole.length,
        feature: { $type: 'app.bsky.richtext.facet#tag', tag },
      })
  const dids = new Map<string, string | undefined>()
  for (const { 0: whole, 1: written = '', index } of text.matchAll(MENTION)) {
    const handle = written.toLowerCase()
    if (isInLink(index) || (!dids.has(handle) && dids.size >= MAX_MENTIONS)) continue
    if (!dids.has(handle)) dids.set(handle, await resolve(handle))
    const did = dids.get(handle)
    if (did !== undefined)
      found.push({
        start: index,
        end: index + whole.length,
        feature: { $type: 'app.bsky.richtext.facet#mention', did },
      })
  }
  let [at, bytes] = [0, 0]
  const byteOf = (position: number) => {
    bytes += Buffer.byteLength(text.slice(at, position))
    at = position
    return bytes
  }
  return found
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, feature }) => ({
      index: { byteStart: byteOf(start), byteEnd: byteOf(end) },
      feature,
    }))
    .flatMap(({ index, feature }) => (feature ? [{ index, features: [feature] }] : []))
}

function linkFeature(url: string): Feature | undefined {
  const uri = linkOf(url)
  return uri === undefined ? undefined : { $type: 'app.bsky.richtext.facet#link', uri }
}

/** Returns a link's URL in the form that records accept, or undefined if they accept none. */
export function linkOf(url: string): string | undefined {
  const uri = parseUrl(url)?.href
  return uri && uri.length <= MAX_URI ? uri : undefined
}
