import { parse as parseHost } from 'tldts'

import { findLinks, type Link } from '#shared/text/links.ts'
import { parseUrl } from '#shared/text/urls.ts'

/** Marks a range of bytes (UTF-8) of a text as a link, a hashtag or a mention. */
export type Facet = {
  index: { byteStart: number; byteEnd: number }
  features: [
    | { $type: 'app.bsky.richtext.facet#link'; uri: string }
    | { $type: 'app.bsky.richtext.facet#tag'; tag: string }
    | { $type: 'app.bsky.richtext.facet#mention'; did: string },
  ]
}
type Feature = Facet['features'][0]

/**
 * Matches a hashtag like Bluesky's apps (TAG_REGEX of @atproto/api), up to a space or an invisible character, but also ends at
 * the next hashtag. Punctuation at its end is removed afterwards.
 */
const HASHTAG = /(?<![\p{L}\p{N}_#＃&])[#＃](?!\uFE0F)([^\s#＃\u00AD\u2060\u200A-\u200D\p{Me}]+)/gu
const PUNCTUATION_AT_END = /\p{P}+$/u
/** A hashtag needs more than digits and punctuation. */
const HAS_WORD = /[^\d\p{P}]/u
const MAX_TAG = 64
/** Matches the beginning of a web address without its scheme, which Bluesky's apps link as well. */
const BARE_HOST = /(?<![^\s(])[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9-]{1,63})+/g
/** Matches `@` and a handle, which is a domain name. */
const MENTION =
  /(?<![\p{L}\p{N}_.@])@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)/giu
/** Maximum number of people to mention. Further mentions stay plain text. */
const MAX_MENTIONS = 10
/** Maximum size in bytes of the lexicon's format `uri`. */
const MAX_URI = 8192

/**
 * Detects the links, hashtags and mentions of a text. A mention of an unknown handle stays plain text.
 * @param resolve returns the DID of a handle
 */
export async function detectFacets(
  text: string,
  resolve: (handle: string) => Promise<string | undefined>,
): Promise<Facet[]> {
  const links = [...findLinks(text), ...bareLinks(text)]
  const found: { start: number; end: number; feature: Feature | undefined }[] = links.map(link => ({
    ...link,
    feature: linkFeature(link.url),
  }))
  // Facets may not overlap.
  const isTaken = (at: number) => found.some(({ start, end }) => at >= start && at < end)
  for (const { 1: run = '', index } of text.matchAll(HASHTAG)) {
    const next = Math.min(...links.map(({ start }) => start).filter(start => start > index))
    const tag = run.slice(0, next - index - 1).replace(PUNCTUATION_AT_END, '')
    if (isTaken(index) || tag.length > MAX_TAG || !HAS_WORD.test(tag)) continue
    const feature: Feature = { $type: 'app.bsky.richtext.facet#tag', tag }
    found.push({ start: index, end: index + 1 + tag.length, feature })
  }
  const dids = new Map<string, string | undefined>()
  for (const { 0: whole, 1: written = '', index } of text.matchAll(MENTION)) {
    const handle = written.toLowerCase()
    if (isTaken(index) || (!dids.has(handle) && dids.size >= MAX_MENTIONS)) continue
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

/** Finds links without a scheme, such as `www.shop.example/menu`, on a public top-level domain. */
function bareLinks(text: string): Link[] {
  return [...text.matchAll(BARE_HOST)].flatMap(({ index }) => {
    const [link] = findLinks(`${HTTPS}${text.slice(index)}`)
    if (link?.start !== 0 || !parseHost(link.url).isIcann) return []
    return [{ start: index, end: index + link.end - HTTPS.length, url: link.url }]
  })
}

const HTTPS = 'https://'

function linkFeature(url: string): Feature | undefined {
  const uri = toRecordUri(url)
  return uri === undefined ? undefined : { $type: 'app.bsky.richtext.facet#link', uri }
}

/** Normalises a URL for a record; undefined if it is invalid or too long. */
export function toRecordUri(url: string): string | undefined {
  const uri = parseUrl(url)?.href
  return uri && uri.length <= MAX_URI ? uri : undefined
}
