import { Hono } from 'hono'
import * as v from 'valibot'

import { InvalidInput, Name, readInput } from '../control/inputs.ts'
import type { NetworkControl, CommentInput } from '../control/network-control.ts'
import { type PublishedPost, describeMedia } from '../control/shown-post.ts'
import type { SandboxEnv } from '../requests/response.ts'
import type { BlueskyPost } from '../world/entities/bluesky.ts'
import { ids } from '../world/ids.ts'
import type { World } from '../world/world.ts'
import { accountOf, newAppPassword, newBlueskyAccount, revokeAppPasswords } from './accounts.ts'
import { recordCid } from './blobs.ts'
import { POST } from './lexicon.ts'
import { blueskyOAuthRoutes } from './oauth/routes.ts'
import { filesOf, gateOf, likersOf, ownReplies, recordOf, shownAt, uriOf } from './posts.ts'
import { serveXrpc } from './serve-xrpc.ts'

/** An account of Bluesky with an app password. */
const LoginInput = v.strictObject({
  provider: v.literal('bluesky'),
  /** DID of an earlier account, which gets a new app password. Defaults to a new one. */
  person: v.optional(v.string('person must be text.')),
  name: v.optional(Name),
  handle: v.optional(v.string('handle must be text.')),
})

export const blueskyControl: NetworkControl = {
  routes: (world, publicUrl) =>
    new Hono<SandboxEnv>().all('/bluesky/xrpc/*', serveXrpc(world, publicUrl)).route(
      '/',
      blueskyOAuthRoutes(world, c => publicUrl ?? new URL(c.req.url).origin),
    ),
  logIn(world, text) {
    const input = readInput(LoginInput, text)
    const account = input.person ? accountOf(world, input.person) : newBlueskyAccount(world, input)
    if (!account) throw new InvalidInput(`The sandbox has no Bluesky account ${input.person}.`)
    if (input.person) account.appPassword = newAppPassword()
    return { person: account.did, handle: account.handle, appPassword: account.appPassword }
  },
  expire: revokeAppPasswords,
  listPublished: (world, origin) =>
    [...world.bluesky.posts.values()].flatMap(post => publishedRecord(world, origin, post)),
  comment(world, on, said) {
    const post = world.bluesky.posts.get(on)
    return post && reply(world, post, said).uri
  },
  removeComment: (world, id) => world.bluesky.posts.delete(id),
  listReplies(world) {
    return [...world.bluesky.posts.values()].flatMap(({ did, record }) => {
      const { reply, text } = JSON.parse(record) as { text: string; reply?: { parent: { uri: string } } }
      const isOwn = world.bluesky.accounts.get(did)?.appPassword !== ''
      return reply && isOwn && !reply.parent.uri.startsWith(`at://${did}/`)
        ? { on: reply.parent.uri, text }
        : []
    })
  },
  listComments(world) {
    return [...world.bluesky.posts.values()].flatMap(post => {
      const { reply, text } = recordOf(post)
      const root = reply && world.bluesky.posts.get(reply.root.uri)
      if (!root || root.did === post.did) return []
      const hidden = gateOf(world, root)?.record.hiddenReplies?.includes(post.uri) ?? false
      return { id: post.uri, text, hidden, liked: likersOf(world, post).includes(root.did) }
    })
  },
  engage(world, { id, likes, comments, shares, at }) {
    const record = world.bluesky.posts.get(id)
    if (!record) return false
    record.likes = likes ?? record.likes
    record.comments = comments ?? record.comments
    record.reposts = shares ?? record.reposts
    if (at) record.record = JSON.stringify({ ...recordOf(record), createdAt: at })
    return true
  },
  countsFollowers: (world, account) => world.bluesky.accounts.has(account),
}

/** Returns a post of Bluesky. Replies are shown with the post that they reply to. */
function publishedRecord(world: World, origin: string, post: BlueskyPost): PublishedPost[] {
  const { text, reply, embed } = recordOf(post)
  if (reply) return []
  const media = filesOf(world, post).map(({ blob, alt }) =>
    describeMedia(world, origin, {
      type: blob.type.startsWith('video/') ? 'video' : 'image',
      id: blob.cid,
      file: blob.file,
      altText: alt,
      size: blob.size,
    }),
  )
  return [
    {
      network: 'bluesky',
      account: post.did,
      accountName: world.bluesky.accounts.get(post.did)?.handle ?? '',
      message: text,
      media,
      createdAt: new Date(shownAt(post)),
      id: post.uri,
      permalink: `${origin}/bluesky/profile/${post.did}/post/${post.key}`,
      ...(embed?.external && { link: embed.external.uri }),
      likes: post.likes,
      comments: post.comments,
      ownComments: ownReplies(world, post),
    },
  ]
}

function reply(world: World, to: BlueskyPost, { name, text, at }: CommentInput): BlueskyPost {
  const accounts = [...world.bluesky.accounts.values()]
  const { did } =
    accounts.find(({ displayName }) => displayName === name) ??
    newBlueskyAccount(world, { name, appPassword: '' })
  const parent = { uri: to.uri, cid: to.cid }
  const root = recordOf(to).reply?.root ?? parent
  const createdAt = at ?? world.now().toISOString()
  const record = JSON.stringify({ $type: POST, text, createdAt, reply: { root, parent } })
  const key = `3${ids
    .shortcode()
    .slice(1)
    .toLowerCase()
    .replaceAll(/[^a-z2-7]/g, 'a')}aa`
    .slice(0, 13)
    .padEnd(13, 'a')
  const post: BlueskyPost = {
    uri: uriOf(did, key),
    cid: recordCid(record),
    did,
    key,
    record,
    indexedAt: new Date(createdAt),
    likes: 0,
    reposts: 0,
    comments: 0,
  }
  world.bluesky.posts.set(post.uri, post)
  return post
}
