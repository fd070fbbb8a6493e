import * as v from 'valibot'

import { languageOf } from '#api/networks/core/language.ts'
import { type CallOptions, undefinedIf } from '#api/networks/core/network.ts'
import { NO_RECORD } from './errors.ts'
import { detectFacets } from './facets.ts'
import { type Bluesky, xrpc } from './request.ts'
import { parseSession } from './session.ts'

const POSTS = 'app.bsky.feed.post'
export const LIKES = 'app.bsky.feed.like'
export const THREADGATES = 'app.bsky.feed.threadgate'
/** Collections that we write. An OAuth sign-in asks for permission to each. */
export const COLLECTIONS = [POSTS, LIKES, THREADGATES]

/** A repository, and the token that may write to it. */
type Repository = { accountId: string; token: string }

const PostRecord = v.object({
  uri: v.string(),
  cid: v.string(),
  value: v.object({ text: v.optional(v.string(), ''), createdAt: v.optional(v.string(), '') }),
})
export type PostRecord = v.InferOutput<typeof PostRecord>

type RecordKey = { collection: string; key: string }

export const uriOf = (accountId: string, key: string) => `at://${accountId}/${POSTS}/${key}`
export const keyOf = (uri: string) => uri.slice(uri.lastIndexOf('/') + 1)

/** Names the account by its DID, which outlives a change of its handle. */
export const permalinkOf = ({ webUrl }: Pick<Bluesky, 'webUrl'>, accountId: string, uri: string) =>
  `${webUrl}/profile/${accountId}/post/${keyOf(uri)}`

/** Returns the fields of a post's record that every post and reply has. */
export async function textFields(
  bluesky: Bluesky,
  repository: Repository,
  text: string,
  { now }: Pick<CallOptions, 'now'>,
) {
  const language = languageOf(text)
  const facets = await detectFacets(text, handle => resolveHandle(bluesky, repository, handle, { now }))
  return {
    text,
    createdAt: now().toISOString(),
    ...(language !== undefined && { langs: [language] }),
    ...(facets.length > 0 && { facets }),
  }
}

/** Returns a post of the account; undefined if it doesn't exist. */
export const findPost = (
  bluesky: Bluesky,
  repository: Repository,
  key: string,
  { now }: Pick<CallOptions, 'now'>,
): Promise<PostRecord | undefined> =>
  findRecord(bluesky, repository, { collection: POSTS, key, schema: PostRecord, now })

/** Returns a record of the account; undefined if it doesn't exist. */
export const findRecord = async <Schema extends v.GenericSchema>(
  bluesky: Bluesky,
  { accountId, token }: Repository,
  { collection, key, schema, now }: RecordKey & { schema: Schema; now: () => Date },
): Promise<v.InferOutput<Schema> | undefined> =>
  xrpc(bluesky, {
    ...parseSession(token),
    nsid: 'com.atproto.repo.getRecord',
    query: { repo: accountId, collection, rkey: key },
    schema,
    now,
  }).catch(undefinedIf(({ code }) => code === NO_RECORD))

/** Creates or replaces a post. Idempotent for the same record. */
export const putPost = (
  bluesky: Bluesky,
  repository: Repository,
  { key, record }: { key: string; record: object },
  { now }: Pick<CallOptions, 'now'>,
): Promise<string> => putRecord(bluesky, repository, { collection: POSTS, key, record, now })

/** @param options.swapRecord the cid of the record to replace, or null if there must be none */
export async function putRecord(
  bluesky: Bluesky,
  { accountId, token }: Repository,
  {
    collection,
    key,
    record,
    now,
    ...swap
  }: RecordKey & { record: object; swapRecord?: string | null; now: () => Date },
): Promise<string> {
  const session = parseSession(token)
  const { uri } = await xrpc(bluesky, {
    ...session,
    nsid: 'com.atproto.repo.putRecord',
    method: 'POST',
    json: { repo: accountId, collection, rkey: key, record: { $type: collection, ...record }, ...swap },
    schema: v.object({ uri: v.string(), cid: v.string() }),
    risky: true,
    now,
  })
  return uri
}

/** Deletes a post. Succeeds even if the post is already deleted. */
export const deletePost = (
  bluesky: Bluesky,
  repository: Repository,
  key: string,
  { now }: Pick<CallOptions, 'now'>,
): Promise<void> => deleteRecord(bluesky, repository, { collection: POSTS, key, now })

export async function deleteRecord(
  bluesky: Bluesky,
  { accountId, token }: Repository,
  { collection, key, now, risky = false }: RecordKey & { risky?: boolean; now: () => Date },
): Promise<void> {
  const session = parseSession(token)
  await xrpc(bluesky, {
    ...session,
    nsid: 'com.atproto.repo.deleteRecord',
    method: 'POST',
    json: { repo: accountId, collection, rkey: key },
    schema: v.unknown(),
    risky,
    now,
  })
}

/** Time limit for resolving a handle. It is short, because a text may mention several people. */
const RESOLVE_MS = 3000

/** Returns the DID of a handle; undefined if nobody has it. */
async function resolveHandle(
  bluesky: Bluesky,
  { token }: Pick<Repository, 'token'>,
  handle: string,
  { now }: Pick<CallOptions, 'now'>,
): Promise<string | undefined> {
  const read = xrpc(bluesky, {
    ...parseSession(token),
    nsid: 'com.atproto.identity.resolveHandle',
    query: { handle },
    schema: v.object({ did: v.pipe(v.string(), v.startsWith('did:'), v.maxLength(300)) }),
    timeoutMs: RESOLVE_MS,
    now,
  })
  // The reference server responds with 500 to a handle of a domain that it can't reach.
  const found = await read.catch(undefinedIf(({ kind }) => kind === 'permanent' || kind === 'transient'))
  return found?.did
}
