import type { UploadedFile } from '../requests/read-request.ts'
import { audienceOf } from '../world/audiences.ts'
import type { BlueskyAccount, BlueskyPost } from '../world/entities/bluesky.ts'
import type { World } from '../world/world.ts'
import { accountOf, deleteSession, newSession, refresh } from './accounts.ts'
import { blobRef, recordCid, storeBlob } from './blobs.ts'
import { checkKey, checkLike, checkPost, checkThreadgate, LIKE, POST, THREADGATE } from './lexicon.ts'
import { filesOf, gateOf, likersOf, postsOf, recordOf, recordsOf, shownAt, uriOf } from './posts.ts'
import { invalid, XrpcError } from './xrpc-error.ts'

export interface XrpcCall {
  world: World
  origin: string
  query: Record<string, string>
  body: Record<string, string>
  files: UploadedFile[]
  bearer: string | undefined
  /** The account that is signed in, for methods that need one. */
  account: BlueskyAccount
}

export interface XrpcMethod {
  method: 'GET' | 'POST'
  /** Name of the operation in faults. */
  fault: string
  needsAccount?: true
  run: (call: XrpcCall) => unknown
}

const shownSession = ({ did, handle }: BlueskyAccount) => ({
  did,
  handle,
  email: `${handle.replaceAll('.', '-')}@mail.example`,
  emailConfirmed: true,
  active: true,
})

function field(fields: Record<string, string>, name: string): string {
  const value = fields[name]
  if (value === undefined) throw invalid(`Missing required key "${name}" at $`)
  return value
}

function createSession({ world, body }: XrpcCall) {
  const identifier = field(body, 'identifier')
  const password = field(body, 'password')
  const account = accountOf(world, identifier)
  if (!account || password === '' || account.appPassword !== password)
    throw new XrpcError(401, 'AuthenticationRequired', 'Invalid identifier or password')
  return { ...newSession(world, account), ...shownSession(account) }
}

function refreshSession({ world, bearer }: XrpcCall) {
  const { account, ...tokens } = refresh(world, bearer)
  return { ...tokens, ...shownSession(account) }
}

/** Requires that the caller may write to the repository. */
function requireOwn({ world, body, account }: XrpcCall): void {
  const repo = field(body, 'repo')
  const owner = accountOf(world, repo)
  if (!owner) throw new XrpcError(403, 'AccountNotFound', 'Account not found')
  if (owner !== account) throw new XrpcError(401, 'AuthenticationRequired', 'Authentication Required')
  if (!COLLECTIONS.includes(field(body, 'collection')))
    throw invalid(`The sandbox has no collection ${body['collection']}.`)
}

const COLLECTIONS = [POST, LIKE, THREADGATE]

/** Creates or replaces a record. Repeating a call changes nothing. */
function putRecord(call: XrpcCall) {
  const { world, body, account } = call
  requireOwn(call)
  const key = field(body, 'rkey')
  checkKey(key)
  const given = JSON.parse(field(body, 'record')) as Record<string, unknown>
  if (body['collection'] !== POST) return putOther(call, key, given)
  checkPost(world, account.did, given)
  const record = JSON.stringify({ $type: POST, ...given })
  const uri = uriOf(account.did, key)
  const known = world.bluesky.posts.get(uri)
  const cid = recordCid(record)
  const reply = { uri, cid, validationStatus: 'valid' }
  if (known?.cid === cid) return reply
  const post: BlueskyPost = known
    ? { ...known, cid, record }
    : {
        uri,
        cid,
        did: account.did,
        key,
        record,
        indexedAt: world.now(),
        likes: 0,
        reposts: 0,
        comments: 0,
      }
  world.bluesky.posts.set(uri, post)
  for (const { blob } of filesOf(world, post)) world.shownFiles.set(blob.file.id, blob.file)
  return { ...reply, commit: { cid: recordCid(`commit ${cid}`), rev: key } }
}

/** Creates or replaces a like or the settings of a thread. Fails if the record isn't the version that the caller has seen. */
function putOther({ world, body, account }: XrpcCall, key: string, given: Record<string, unknown>) {
  const collection = field(body, 'collection')
  if (collection === LIKE) checkLike(given)
  else checkThreadgate(given)
  const uri = `at://${account.did}/${collection}/${key}`
  const known = recordsOf(world).get(uri)
  const record = JSON.stringify({ $type: collection, ...given })
  const cid = recordCid(record)
  const reply = { uri, cid, validationStatus: 'valid' }
  if (known?.cid === cid) return reply
  const swap = body['swapRecord']
  if (swap !== undefined && swap !== (known?.cid ?? ''))
    throw new XrpcError(400, 'InvalidSwap', `Record was at ${known?.cid ?? 'null'}`)
  recordsOf(world).set(uri, { cid, record })
  return reply
}

function getRecord({ world, query }: XrpcCall) {
  const { repo = '', collection = '', rkey = '' } = query
  const account = accountOf(world, repo)
  if (!account) throw invalid('Could not locate record')
  const uri = `at://${account.did}/${collection}/${rkey}`
  const found = world.bluesky.posts.get(uri) ?? recordsOf(world).get(uri)
  if (!found) throw new XrpcError(400, 'RecordNotFound', `Could not locate record: ${uri}`)
  return { uri, cid: found.cid, value: JSON.parse(found.record) as object }
}

/** Also succeeds for a missing record. */
function deleteRecord(call: XrpcCall) {
  requireOwn(call)
  const { world, body, account } = call
  const uri = `at://${account.did}/${body['collection']}/${field(body, 'rkey')}`
  const isThere = world.bluesky.posts.delete(uri) || recordsOf(world).delete(uri)
  return isThere ? { commit: { cid: recordCid(`commit ${body['rkey']}`), rev: body['rkey'] } } : {}
}

function resolveHandle({ world, query }: XrpcCall) {
  const account = accountOf(world, query['handle'] ?? '')
  if (!account) throw invalid('Unable to resolve handle')
  return { did: account.did }
}

function requireActor({ world, query }: XrpcCall): BlueskyAccount {
  const account = accountOf(world, query['actor'] ?? '')
  if (!account) throw invalid('Profile not found')
  return account
}

function getProfile(call: XrpcCall) {
  const { world, origin } = call
  const { did, handle, displayName } = requireActor(call)
  return {
    did,
    handle,
    displayName,
    avatar: `${origin}/pictures/${encodeURIComponent(displayName)}.svg`,
    followersCount: audienceOf(world, did).followers,
    followsCount: 0,
    postsCount: postsOf(world, did).length,
  }
}

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 100

function getAuthorFeed(call: XrpcCall) {
  const { world, query } = call
  const account = requireActor(call)
  const limit = Number(query['limit'] ?? DEFAULT_LIMIT)
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw invalid(`limit must be from 1 to ${MAX_LIMIT}`)
  if (query['filter'] !== 'posts_no_replies')
    throw invalid('The sandbox only has the filter posts_no_replies.')
  const posts = postsOf(world, account.did)
  const start =
    query['cursor'] === undefined ? 0 : posts.findIndex(post => shownAt(post) < Number(query['cursor']))
  const page = start < 0 ? [] : posts.slice(start, start + limit)
  const last = page.at(-1)
  return {
    feed: page.map(post => ({ post: shownPost(call, account, post) })),
    ...(last && page.length === limit && { cursor: String(shownAt(last)) }),
  }
}

const MAX_DEPTH = 1000

/** Returns a post with the replies to it, nested up to the requested depth. */
function getPostThread(call: XrpcCall) {
  const { query } = call
  const depth = Number(query['depth'] ?? 6)
  if (!Number.isInteger(depth) || depth < 0 || depth > MAX_DEPTH)
    throw invalid(`depth must be from 0 to ${MAX_DEPTH}`)
  const post = call.world.bluesky.posts.get(query['uri'] ?? '')
  if (!post) throw new XrpcError(400, 'NotFound', `Post not found: ${query['uri']}`)
  return { thread: threadView(call, post, depth) }
}

function threadView(call: XrpcCall, post: BlueskyPost, depth: number): object {
  const account = accountOf(call.world, post.did)
  const replies = [...call.world.bluesky.posts.values()].filter(
    each => recordOf(each).reply?.parent.uri === post.uri,
  )
  return {
    $type: 'app.bsky.feed.defs#threadViewPost',
    post: account && shownPost(call, account, post),
    ...(depth > 0 && { replies: replies.map(each => threadView(call, each, depth - 1)) }),
  }
}

function shownPost(
  { world, origin }: XrpcCall,
  { did, handle, displayName }: BlueskyAccount,
  post: BlueskyPost,
) {
  const record = recordOf(post)
  const gate = gateOf(world, post)
  const files = filesOf(world, post)
  const urlOf = ({ id }: { id: string }) => `${origin}/files/${id}`
  const images = files.map(({ blob, alt }) => ({ thumb: urlOf(blob.file), fullsize: urlOf(blob.file), alt }))
  const isVideo = record.embed?.video !== undefined
  const view = isVideo
    ? {
        playlist: `${origin}/files/playlist.m3u8`,
        thumbnail: `${origin}/pictures/video.svg`,
        alt: images[0]?.alt,
      }
    : { images }
  return {
    uri: post.uri,
    cid: post.cid,
    author: { did, handle, displayName },
    record: { $type: POST, ...record },
    ...(files.length > 0 && { embed: { $type: `${record.embed?.$type}#view`, ...view } }),
    replyCount:
      post.comments +
      [...world.bluesky.posts.values()].filter(each => recordOf(each).reply?.root.uri === post.uri).length,
    repostCount: post.reposts,
    likeCount: post.likes + likersOf(world, post).length,
    ...(gate && { threadgate: gate }),
    quoteCount: 0,
    indexedAt: post.indexedAt.toISOString(),
  }
}

export const BLUESKY_METHODS: Record<string, XrpcMethod> = {
  'com.atproto.server.createSession': { method: 'POST', fault: 'token', run: createSession },
  'com.atproto.server.refreshSession': { method: 'POST', fault: 'token', run: refreshSession },
  'com.atproto.server.deleteSession': {
    method: 'POST',
    fault: 'token',
    run: ({ world, bearer }) => deleteSession(world, bearer),
  },
  'com.atproto.server.getSession': {
    method: 'GET',
    fault: 'accounts',
    needsAccount: true,
    run: ({ account }) => shownSession(account),
  },
  'com.atproto.repo.uploadBlob': {
    method: 'POST',
    fault: 'uploadBlob',
    needsAccount: true,
    run: ({ world, account, files }) => ({ blob: blobRef(storeBlob(world, account.did, files[0])) }),
  },
  'com.atproto.repo.putRecord': { method: 'POST', fault: 'putRecord', needsAccount: true, run: putRecord },
  'com.atproto.repo.getRecord': { method: 'GET', fault: 'getRecord', run: getRecord },
  'com.atproto.repo.deleteRecord': {
    method: 'POST',
    fault: 'deleteRecord',
    needsAccount: true,
    run: deleteRecord,
  },
  'com.atproto.identity.resolveHandle': { method: 'GET', fault: 'resolveHandle', run: resolveHandle },
  'app.bsky.actor.getProfile': { method: 'GET', fault: 'accounts', run: getProfile },
  'app.bsky.feed.getPostThread': { method: 'GET', fault: 'thread', run: getPostThread },
  'app.bsky.feed.getAuthorFeed': { method: 'GET', fault: 'posts', run: getAuthorFeed },
}
