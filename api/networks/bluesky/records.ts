import * as v from 'valibot'

import { type CallOptions, undefinedIf } from '#api/networks/core/network.ts'
import { NO_RECORD } from './errors.ts'
import { type Bluesky, xrpc } from './request.ts'
import { readSession } from './session.ts'

const POSTS = 'app.bsky.feed.post'
export const LIKES = 'app.bsky.feed.like'
export const THREADGATES = 'app.bsky.feed.threadgate'
/** Collections that we write, for which a sign-in by OAuth asks permission. */
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
    ...readSession(token),
    nsid: 'com.atproto.repo.getRecord',
    query: { repo: accountId, collection, rkey: key },
    schema,
    now,
  }).catch(undefinedIf(({ code }) => code === NO_RECORD))

/** Creates or replaces a post. A repeated call with the same record changes nothing. */
export const putPost = (
  bluesky: Bluesky,
  repository: Repository,
  { key, record }: { key: string; record: object },
  { now }: Pick<CallOptions, 'now'>,
): Promise<string> => putRecord(bluesky, repository, { collection: POSTS, key, record, now })

/** @param options.swapRecord the cid of the record that this one replaces, or null if there must be none */
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
  const session = readSession(token)
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
  const session = readSession(token)
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
export async function resolveHandle(
  bluesky: Bluesky,
  { token }: Pick<Repository, 'token'>,
  handle: string,
  { now }: Pick<CallOptions, 'now'>,
): Promise<string | undefined> {
  const read = xrpc(bluesky, {
    ...readSession(token),
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
