import * as v from 'valibot'

import {
  AuthorName,
  type Inbox,
  type InboxAccess,
  ItemText,
  nobodyOn,
  type RemoteItem,
} from '#api/networks/core/inbox.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import { NO_POST_THREAD } from './errors.ts'
import { facetsOf } from './facets.ts'
import { createdAt, readAuthorFeed } from './feed.ts'
import { permalinkOf } from './publish.ts'
import { replyKey } from './record-key.ts'
import { findPost, putPost, resolveHandle } from './records.ts'
import { type Bluesky, xrpc } from './request.ts'

const Ref = v.object({ uri: v.pipe(v.string(), v.maxLength(2000)), cid: v.string() })
const Shown = v.object({
  ...Ref.entries,
  author: v.object({ did: v.string(), handle: AuthorName, displayName: AuthorName }),
  record: v.object({
    text: ItemText,
    createdAt: v.optional(v.string(), ''),
    reply: v.optional(v.object({ root: Ref, parent: Ref })),
  }),
  indexedAt: v.optional(v.string(), ''),
})
/** `level`: number of posts between it and the one that was asked for, which has 0. */
type Shown = v.InferOutput<typeof Shown> & { level: number }

/** Posts that were deleted, or whose author blocks the account, have no post. */
const Node = v.object({ post: v.optional(Shown), replies: v.optional(v.array(v.unknown()), []) })
const Thread = v.object({ thread: v.unknown() })

const POSTS = 50
/** Comments of the last level are listed without the answers to them, so they don't count as items. */
const DEPTH = 6
const MAX_ITEMS = 1000

/** Reads replies to an account's posts, and answers each with a reply whose key is derived from it. */
export const blueskyInbox = (bluesky: Bluesky): Inbox => ({
  repeats: true,
  async threads({ accountId, now }) {
    const { posts } = await readAuthorFeed(bluesky, { actor: accountId, limit: POSTS, now })
    return posts.map(({ uri, record, replyCount }) => ({
      id: uri,
      text: record.text,
      permalink: permalinkOf(bluesky, accountId, uri),
      count: replyCount,
    }))
  },
  async items(access, threadId) {
    const posts = await readThread(bluesky, access, threadId, DEPTH)
    const tooDeep = new Set(posts?.filter(({ level }) => level === DEPTH).map(({ uri }) => uri))
    return {
      items: toItems(bluesky, access, posts ?? [], threadId).filter(
        ({ externalId }) => !tooDeep.has(externalId),
      ),
      isComplete: (posts?.length ?? 0) < MAX_ITEMS,
    }
  },
  async find(access, { externalId, threadId }) {
    const posts = await readThread(bluesky, access, externalId, 1)
    const item = toItems(bluesky, access, posts ?? [], threadId).find(each => each.externalId === externalId)
    if (!item) return undefined
    // The repository has the answer before the view of all servers shows it.
    const own = await findPost(bluesky, access, replyKey(externalId), access)
    if (!own || item.replies.some(({ id }) => id === own.uri)) return item
    const at = new Date(Date.parse(own.value.createdAt) || +access.now())
    return { ...item, replies: [{ id: own.uri, text: own.value.text, at }] }
  },
  async reply(access, { externalId }, message) {
    const [post] = (await readThread(bluesky, access, externalId, 0)) ?? []
    if (!post) throw new NetworkError('permanent', NO_POST_THREAD, 'Bluesky no longer has this comment.')
    const parent = { uri: post.uri, cid: post.cid }
    const facets = await facetsOf(message, handle => resolveHandle(bluesky, access, handle, access))
    const record = {
      text: message,
      createdAt: access.now().toISOString(),
      langs: ['en'],
      ...(facets.length > 0 && { facets }),
      reply: { root: post.record.reply?.root ?? parent, parent },
    }
    return putPost(bluesky, access, { key: replyKey(externalId), record }, access)
  },
})

/** Returns a post and the replies to it; undefined if it is gone. The app view needs no sign-in. */
async function readThread(
  bluesky: Bluesky,
  { now }: InboxAccess,
  uri: string,
  depth: number,
): Promise<Shown[] | undefined> {
  try {
    const { thread } = await xrpc(bluesky, {
      server: bluesky.appViewUrl,
      nsid: 'app.bsky.feed.getPostThread',
      query: { uri, depth, parentHeight: 0 },
      schema: Thread,
      now,
    })
    return flattened(thread)
  } catch (error) {
    if (error instanceof NetworkError && error.code === NO_POST_THREAD) return undefined
    throw error
  }
}

/** Walks without recursion, because a server decides how deep a thread is. */
function flattened(thread: unknown): Shown[] {
  const posts: Shown[] = []
  const nodes: { value: unknown; level: number }[] = [{ value: thread, level: 0 }]
  for (let next = nodes.shift(); next && posts.length < MAX_ITEMS; next = nodes.shift()) {
    const { level } = next
    const node = v.safeParse(Node, next.value)
    if (!node.success) continue
    if (node.output.post) posts.push({ ...node.output.post, level })
    nodes.push(...node.output.replies.slice(0, MAX_ITEMS).map(value => ({ value, level: level + 1 })))
  }
  return posts
}

function toItems(
  bluesky: Bluesky,
  { accountId }: InboxAccess,
  posts: Shown[],
  threadId: string,
): RemoteItem[] {
  const own = Map.groupBy(
    posts.filter(({ author }) => author.did === accountId),
    ({ record }) => record.reply?.parent.uri ?? '',
  )
  return posts
    .filter(({ author, uri }) => author.did !== accountId && uri !== threadId)
    .map(post => {
      const { author, uri, record } = post
      const at = createdAt(post)
      const parent = record.reply?.parent.uri ?? ''
      return {
        externalId: uri,
        threadId,
        parentId: parent === threadId ? '' : parent,
        author: author.displayName || author.handle || nobodyOn('Bluesky'),
        text: record.text,
        stars: null,
        permalink: permalinkOf(bluesky, author.did, uri),
        createdAt: at,
        updatedAt: at,
        isHidden: false,
        replies: (own.get(uri) ?? []).map(reply => ({
          id: reply.uri,
          text: reply.record.text,
          at: createdAt(reply),
        })),
      }
    })
}
