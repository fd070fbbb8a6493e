import type { World } from '../world/world.ts'
import { blobKey } from './blobs.ts'
import { invalid, XrpcError } from './xrpc-error.ts'

/** Limits of app.bsky.feed.post, from the lexicons of 2026-08. */
const MAX_GRAPHEMES = 300
const MAX_BYTES = 3000
const MAX_TAG = { graphemes: 64, bytes: 640 }
const MAX_LANGS = 3
const MAX_IMAGES = 4
const MAX_IMAGE_BYTES = 1_000_000
const MAX_VIDEO_BYTES = 100_000_000
const MAX_ALT_BYTES = 10_000

export const POST = 'app.bsky.feed.post'
export const LIKE = 'app.bsky.feed.like'
export const THREADGATE = 'app.bsky.feed.threadgate'
const MAX_HIDDEN_REPLIES = 300
const TID = /^[234567abcdefghij][234567a-z]{12}$/
const DID = /^did:[a-z]+:[\w.:%-]*[\w.-]$/
const URI = /^\w+:(?:\/\/)?[^\s/]\S*$/
const AT_URI = /^at:\/\/[^/\s]+\/[\w.-]+\/[\w.:~-]+$/
const CID = /^[a-z0-9]{8,}$/
const LANGUAGE = /^[a-z]{2,3}(-[a-zA-Z0-9]{1,8})*$/
const DATETIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

type Json = Record<string, unknown>

const refuse = (message: string, path: string, type = POST): never => {
  throw invalid(`Invalid ${type} record: ${message} at $.record${path}`)
}

function objectAt(value: unknown, path: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return refuse('Expected an object', path)
  return value as Json
}

function required(parent: Json, key: string, path: string): unknown {
  if (parent[key] === undefined) refuse(`Missing required key "${key}"`, path)
  return parent[key]
}

function textOf(parent: Json, key: string, path: string): string {
  const value = required(parent, key, path)
  return typeof value === 'string' ? value : refuse('Expected a string', `${path}.${key}`)
}

function listOf(value: unknown, max: number, path: string): unknown[] {
  if (!Array.isArray(value)) return refuse('Expected an array', path)
  if (value.length > max) refuse(`array too big (maximum ${max}, got ${value.length})`, path)
  return value
}

function integerOf(parent: Json, key: string, min: number, path: string): number {
  const value = required(parent, key, path)
  if (typeof value !== 'number' || !Number.isInteger(value))
    return refuse('Expected an integer', `${path}.${key}`)
  if (value < min) refuse(`integer too small (minimum ${min}, got ${value})`, `${path}.${key}`)
  return value
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

function checkLength(text: string, max: { graphemes: number; bytes: number }, path: string): void {
  const bytes = Buffer.byteLength(text)
  if (bytes > max.bytes) refuse(`string too big (maximum ${max.bytes}, got ${bytes})`, path)
  const graphemes = [...segmenter.segment(text)].length
  if (graphemes > max.graphemes) refuse(`grapheme too big (maximum ${max.graphemes}, got ${graphemes})`, path)
}

const quoted = (value: unknown) => `(got ${JSON.stringify(value)})`

/** Checks a record's key. */
export function checkKey(key: string): void {
  if (!/^[\w.:~-]{1,512}$/.test(key)) throw invalid(`Invalid record key ${quoted(key)} at $.rkey`)
  if (!TID.test(key)) throw invalid(`Invalid record key for ${POST}: Invalid TID string ${quoted(key)} at $`)
}

/** Checks a post against its lexicon, and that its files were uploaded. */
export function checkPost(world: World, did: string, record: Json): void {
  const type = record['$type'] ?? POST
  if (type !== POST) throw invalid(`Invalid $type: expected ${POST}, got ${JSON.stringify(type)}`)
  const text = textOf(record, 'text', '')
  checkLength(text, { graphemes: MAX_GRAPHEMES, bytes: MAX_BYTES }, '.text')
  checkCreatedAt(record)
  for (const [i, lang] of listOf(record['langs'] ?? [], MAX_LANGS, '.langs').entries())
    if (typeof lang !== 'string' || !LANGUAGE.test(lang))
      refuse(`Invalid language ${quoted(lang)}`, `.langs[${i}]`)
  if (record['facets'] !== undefined) checkFacets(text, record['facets'])
  if (record['reply'] !== undefined) checkReply(objectAt(record['reply'], '.reply'))
  if (record['embed'] !== undefined) checkEmbed(world, did, objectAt(record['embed'], '.embed'))
}

function checkCreatedAt(record: Json): void {
  const createdAt = textOf(record, 'createdAt', '')
  if (!DATETIME.test(createdAt) || Number.isNaN(Date.parse(createdAt)))
    refuse(`Invalid datetime ${quoted(createdAt)}`, '.createdAt')
}

/** Checks a like against its lexicon. */
export function checkLike(record: Json): void {
  checkRef(objectAt(required(record, 'subject', ''), '.subject'), '.subject')
  checkCreatedAt(record)
}

/** Checks the settings of a thread against their lexicon. */
export function checkThreadgate(record: Json): void {
  const post = textOf(record, 'post', '')
  if (!AT_URI.test(post)) refuse(`Invalid at-uri ${quoted(post)}`, '.post', THREADGATE)
  checkCreatedAt(record)
  const hidden = record['hiddenReplies'] ?? []
  for (const [i, uri] of listOf(hidden, MAX_HIDDEN_REPLIES, '.hiddenReplies').entries())
    if (typeof uri !== 'string' || !AT_URI.test(uri))
      refuse(`Invalid at-uri ${quoted(uri)}`, `.hiddenReplies[${i}]`, THREADGATE)
}

/** Stricter than the servers, which leave it to readers to ignore facets that don't fit the text. */
function checkFacets(text: string, value: unknown): void {
  const bytes = Buffer.from(text)
  let end = 0
  const inOrder = listOf(value, Infinity, '.facets')
    .map((facet, i) => readFacet(objectAt(facet, `.facets[${i}]`), `.facets[${i}]`))
    .toSorted((one, other) => one.byteStart - other.byteStart)
  for (const { byteStart, byteEnd, path } of inOrder) {
    if (byteEnd <= byteStart || byteEnd > bytes.length) refuse('Facet beyond the text', path)
    if (byteStart < end) refuse('Facets overlap', path)
    const part = bytes.subarray(byteStart, byteEnd).toString()
    if (part.includes('\uFFFD')) refuse('Facet cuts a character', path)
    end = byteEnd
  }
}

function readFacet(facet: Json, path: string) {
  const index = objectAt(required(facet, 'index', path), `${path}.index`)
  const byteStart = integerOf(index, 'byteStart', 0, `${path}.index`)
  const byteEnd = integerOf(index, 'byteEnd', 0, `${path}.index`)
  for (const [i, each] of listOf(required(facet, 'features', path), Infinity, `${path}.features`).entries()) {
    const at = `${path}.features[${i}]`
    const feature = objectAt(each, at)
    switch (feature['$type']) {
      case 'app.bsky.richtext.facet#link': {
        const uri = textOf(feature, 'uri', at)
        if (!URI.test(uri)) refuse(`Invalid uri ${quoted(uri)}`, `${at}.uri`)
        break
      }
      case 'app.bsky.richtext.facet#mention': {
        const did = textOf(feature, 'did', at)
        if (!DID.test(did)) refuse(`Invalid DID ${quoted(did)}`, `${at}.did`)
        break
      }
      case 'app.bsky.richtext.facet#tag':
        checkLength(textOf(feature, 'tag', at), MAX_TAG, `${at}.tag`)
        break
      default:
        refuse('Unknown facet feature', at)
    }
  }
  return { byteStart, byteEnd, path: `${path}.index` }
}

function checkReply(reply: Json): void {
  for (const name of ['root', 'parent']) {
    const path = `.reply.${name}`
    checkRef(objectAt(required(reply, name, '.reply'), path), path)
  }
}

function checkRef(ref: Json, path: string): void {
  const uri = textOf(ref, 'uri', path)
  if (!AT_URI.test(uri)) refuse(`Invalid at-uri ${quoted(uri)}`, `${path}.uri`)
  const cid = textOf(ref, 'cid', path)
  if (!CID.test(cid)) refuse(`Invalid cid ${quoted(cid)}`, `${path}.cid`)
}

function checkEmbed(world: World, did: string, embed: Json): void {
  const blob = (parent: Json, key: string, path: string, limits: Limits) =>
    checkBlob(world, did, objectAt(required(parent, key, path), `${path}.${key}`), `${path}.${key}`, limits)
  switch (embed['$type']) {
    case 'app.bsky.embed.images': {
      const images = listOf(required(embed, 'images', '.embed'), MAX_IMAGES, '.embed.images')
      const blobs = images.map((each, i) => {
        const path = `.embed.images[${i}]`
        const image = objectAt(each, path)
        checkAlt(textOf(image, 'alt', path), `${path}.alt`)
        checkRatio(image, path)
        return blob(image, 'image', path, { type: /^image\//, accept: 'image/*', max: MAX_IMAGE_BYTES })
      })
      for (const requireIt of blobs) requireIt()
      return
    }
    case 'app.bsky.embed.video':
      if (embed['alt'] !== undefined) checkAlt(textOf(embed, 'alt', '.embed'), '.embed.alt')
      checkRatio(embed, '.embed')
      return blob(embed, 'video', '.embed', {
        type: /^video\/mp4$/,
        accept: 'video/mp4',
        max: MAX_VIDEO_BYTES,
      })()
    case 'app.bsky.embed.external': {
      const path = '.embed.external'
      const external = objectAt(required(embed, 'external', '.embed'), path)
      const uri = textOf(external, 'uri', path)
      if (!URI.test(uri)) refuse(`Invalid uri ${quoted(uri)}`, `${path}.uri`)
      textOf(external, 'title', path)
      textOf(external, 'description', path)
      if (external['thumb'] !== undefined)
        blob(external, 'thumb', path, { type: /^image\//, accept: 'image/*', max: MAX_IMAGE_BYTES })()
      return
    }
    default:
      refuse('Unknown embed', '.embed')
  }
}

function checkAlt(alt: string, path: string): void {
  const bytes = Buffer.byteLength(alt)
  if (bytes > MAX_ALT_BYTES) refuse(`string too big (maximum ${MAX_ALT_BYTES}, got ${bytes})`, path)
}

function checkRatio(parent: Json, path: string): void {
  if (parent['aspectRatio'] === undefined) return
  const ratio = objectAt(parent['aspectRatio'], `${path}.aspectRatio`)
  for (const side of ['width', 'height']) integerOf(ratio, side, 1, `${path}.aspectRatio`)
}

interface Limits {
  type: RegExp
  accept: string
  max: number
}

/** Checks a reference's form. @returns a check that the file was uploaded, which servers make last */
function checkBlob(
  world: World,
  did: string,
  ref: Json,
  path: string,
  { type, accept, max }: Limits,
): () => void {
  if (ref['$type'] !== 'blob') refuse('Expected a blob', path)
  const mime = textOf(ref, 'mimeType', path)
  const size = integerOf(ref, 'size', 0, path)
  const link = textOf(objectAt(required(ref, 'ref', path), `${path}.ref`), '$link', `${path}.ref`)
  if (size > max) refuse(`blob too big (maximum ${max}, got ${size})`, path)
  if (!type.test(mime)) refuse(`Expected "${accept}" ${quoted(mime)}`, `${path}.mimeType`)
  return () => {
    const known = world.bluesky.blobs.get(blobKey(did, link))
    if (!known) throw new XrpcError(400, 'BlobNotFound', `Could not find blob: ${link}`)
    if (known.type !== mime || known.file.bytes !== size)
      throw invalid(`The size or type of blob ${link} isn't the uploaded file's`)
  }
}
