import type { BlueskyBlob, BlueskyPost, BlueskyRecord } from '../world/entities/bluesky.ts'
import type { World } from '../world/world.ts'
import { blobKey } from './blobs.ts'
import { LIKE, POST, THREADGATE } from './lexicon.ts'

interface Ref {
  uri: string
  cid: string
}
interface Blob {
  ref: { $link: string }
}
/** A record that has passed the lexicon. */
export interface PostRecord {
  text: string
  createdAt: string
  reply?: { root: Ref; parent: Ref }
  embed?: {
    $type: string
    images?: { image: Blob; alt: string }[]
    video?: Blob
    alt?: string
    external?: { uri: string; title: string; description: string; thumb?: Blob }
  }
}

export const uriOf = (did: string, key: string) => `at://${did}/${POST}/${key}`
export const recordOf = ({ record }: BlueskyPost) => JSON.parse(record) as PostRecord

export interface ShownFile {
  blob: BlueskyBlob
  alt: string
}

/** Returns the files of a post, and its link card. */
export function filesOf(world: World, { did, ...post }: Pick<BlueskyPost, 'did' | 'record'>): ShownFile[] {
  const { embed } = JSON.parse(post.record) as PostRecord
  const find = (blob: Blob | undefined, alt: string): ShownFile[] => {
    const known = blob && world.bluesky.blobs.get(blobKey(did, blob.ref.$link))
    return known ? [{ blob: known, alt }] : []
  }
  return [
    ...(embed?.images ?? []).flatMap(({ image, alt }) => find(image, alt)),
    ...find(embed?.video, embed?.alt ?? ''),
  ]
}

/** Returns an account's posts without replies, newest first. */
export const postsOf = (world: World, did: string): BlueskyPost[] =>
  [...world.bluesky.posts.values()]
    .filter(post => post.did === did && !recordOf(post).reply)
    .toReversed()
    .toSorted((a, b) => shownAt(b) - shownAt(a))

/** Readers sort posts by the time in the record, but not later than the time at which they were indexed. */
export const shownAt = (post: BlueskyPost) =>
  Math.min(Date.parse(recordOf(post).createdAt), post.indexedAt.getTime())

/** Returns the texts of an account's own replies to a post, oldest first. */
export const ownReplies = (world: World, { uri, did }: BlueskyPost): string[] =>
  [...world.bluesky.posts.values()]
    .filter(post => post.did === did && recordOf(post).reply?.root.uri === uri)
    .map(post => recordOf(post).text)

/** Returns likes and the settings of threads. */
export const recordsOf = ({ bluesky }: World): Map<string, BlueskyRecord> => (bluesky.records ??= new Map())

/** Returns the settings of a post's thread, if its author has made some. */
export function gateOf(world: World, { did, key, uri }: BlueskyPost) {
  const gate = recordsOf(world).get(`at://${did}/${THREADGATE}/${key}`)
  const record = gate && (JSON.parse(gate.record) as { post: string; hiddenReplies?: string[] })
  return gate && record?.post === uri ? { cid: gate.cid, record } : undefined
}

/** Returns the accounts that like a post. */
export const likersOf = (world: World, { uri }: Pick<BlueskyPost, 'uri'>): string[] =>
  [...recordsOf(world)].flatMap(([likeUri, { record }]) =>
    likeUri.includes(`/${LIKE}/`) && (JSON.parse(record) as { subject: Ref }).subject.uri === uri
      ? (likeUri.split('/')[2] ?? '')
      : [],
  )
