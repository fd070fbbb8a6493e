import * as v from 'valibot'

import {
  AuthorName,
  type Inbox,
  type InboxAccess,
  ItemText,
  unnamedAuthor,
  type RemoteItem,
} from '#api/networks/core/inbox.ts'
import { NetworkError, undefinedIf } from '#api/networks/core/network.ts'
import { NO_POST_THREAD } from './errors.ts'
import { createdAt, readAuthorFeed } from './feed.ts'
import { likeKey, replyKey } from './record-key.ts'
import {
  deleteRecord,
  findPost,
  findRecord,
  keyOf,
  LIKES,
  permalinkOf,
  putPost,
  putRecord,
  textFields,
  THREADGATES,
} from './records.ts'
import { type Bluesky, xrpc } from './request.ts'

const Ref = v.object({ uri: v.pipe(v.string(), v.maxLength(2000)), cid: v.string() })
const HiddenReplies = v.optional(v.array(v.string()), [])
/** Settings of a thread, in the repository of its first post's author. Unknown fields are preserved. */
const Threadgate = v.object({
  cid: v.string(),
  value: v.looseObject({ hiddenReplies: HiddenReplies }),
})
const Like = v.object({ uri: v.string() })

const Shown = v.object({
  ...Ref.entries,
  author: v.object({ did: v.string(), handle: AuthorName, displayName: AuthorName }),
  record: v.object({
    text: ItemText,
    createdAt: v.optional(v.string(), ''),
    reply: v.optional(v.object({ root: Ref, parent: Ref })),
  }),
  indexedAt: v.optional(v.string(), ''),
  threadgate: v.optional(v.object({ record: v.optional(v.object({ hiddenReplies: HiddenReplies })) })),
})
/** `level`: depth below the requested post, which has 0. */
type Shown = v.InferOutput<typeof Shown> & { level: number }

/** `post` is missing if it was deleted, or its author blocks the account. */
const Node = v.object({ post: v.optional(Shown), replies: v.optional(v.array(v.unknown()), []) })
const Thread = v.object({ thread: v.unknown() })

const POSTS = 50
/** Comments of the last level are left out, because they come without their answers. */
const DEPTH = 6
const MAX_ITEMS = 1000

/** Reads replies to an account's posts. The key of an answer is derived from the reply, so a repeated call can't add a second one. */
export const blueskyInbox = (bluesky: Bluesky): Inbox => ({
  replacesReplies: true,
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
    const item = toItems(bluesky, access, posts ?? [], threadId).find(item => item.externalId === externalId)
    if (!item) return undefined
    // The account's repository has our own records before the app view shows them.
    const [own, gate, like] = await Promise.all([
      findPost(bluesky, access, replyKey(externalId), access),
      findGate(bluesky, access, threadId),
      findRecord(bluesky, access, { ...likeOf(externalId), schema: Like, now: access.now }),
    ])
    const isHidden = gate?.value.hiddenReplies.includes(externalId) ?? false
    const found = { ...item, isHidden, isLiked: like !== undefined }
    if (!own || item.replies.some(({ id }) => id === own.uri)) return found
    const at = new Date(Date.parse(own.value.createdAt) || +access.now())
    return { ...found, replies: [{ id: own.uri, text: own.value.text, at }] }
  },
  async reply(access, { externalId }, message) {
    const { uri, cid, record: answered } = await requirePost(bluesky, access, externalId)
    const parent = { uri, cid }
    const fields = await textFields(bluesky, access, message, access)
    const record = { ...fields, reply: { root: answered.reply?.root ?? parent, parent } }
    return putPost(bluesky, access, { key: replyKey(externalId), record }, access)
  },
  async act(access, { externalId, threadId }, act) {
    const { now } = access
    switch (act) {
      case 'like': {
        const { uri, cid } = await requirePost(bluesky, access, externalId)
        const record = { subject: { uri, cid }, createdAt: now().toISOString() }
        await putRecord(bluesky, access, { ...likeOf(externalId), record, now })
        return
      }
      case 'unlike':
        return await deleteRecord(bluesky, access, { ...likeOf(externalId), risky: true, now })
      case 'hide':
      case 'show':
        return await changeGate(bluesky, access, threadId, hidden =>
          act === 'hide' ? [...new Set([...hidden, externalId])] : hidden.filter(uri => uri !== externalId),
        )
      case 'delete':
        throw new NetworkError('permanent', NO_POST_THREAD, 'Bluesky lets only its author delete a comment.')
    }
  },
})

const likeOf = (uri: string) => ({ collection: LIKES, key: likeKey(uri) })

/** A thread's settings have the key of its first post. */
const findGate = (bluesky: Bluesky, access: InboxAccess, threadId: string) =>
  findRecord(bluesky, access, {
    collection: THREADGATES,
    key: keyOf(threadId),
    schema: Threadgate,
    now: access.now,
  })

/** Changes which replies a thread hides. Fails if somebody changes its settings meanwhile. */
async function changeGate(
  bluesky: Bluesky,
  access: InboxAccess,
  threadId: string,
  change: (hidden: string[]) => string[],
): Promise<void> {
  const { now } = access
  const gate = await findGate(bluesky, access, threadId)
  const hiddenReplies = change(gate?.value.hiddenReplies ?? [])
  const settings = gate?.value ?? { post: threadId, createdAt: now().toISOString() }
  await putRecord(bluesky, access, {
    collection: THREADGATES,
    key: keyOf(threadId),
    record: { ...settings, hiddenReplies },
    swapRecord: gate?.cid ?? null,
    now,
  })
}

async function requirePost(bluesky: Bluesky, access: InboxAccess, uri: string): Promise<Shown> {
  const [post] = (await readThread(bluesky, access, uri, 0)) ?? []
  if (!post) throw new NetworkError('permanent', NO_POST_THREAD, 'Bluesky no longer has this comment.')
  return post
}

/** Returns a post and the replies to it; undefined if it is gone. The app view needs no sign-in. */
async function readThread(
  bluesky: Bluesky,
  { now }: InboxAccess,
  uri: string,
  depth: number,
): Promise<Shown[] | undefined> {
  const found = await xrpc(bluesky, {
    server: bluesky.appViewUrl,
    nsid: 'app.bsky.feed.getPostThread',
    query: { uri, depth, parentHeight: 0 },
    schema: Thread,
    now,
  }).catch(undefinedIf(({ code }) => code === NO_POST_THREAD))
  return found && flatten(found.thread)
}

/** Doesn't recurse, because a server decides how deep a thread is. */
function flatten(thread: unknown): Shown[] {
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
  const hidden = posts.find(({ uri }) => uri === threadId)?.threadgate?.record?.hiddenReplies ?? []
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
        author: author.displayName || author.handle || unnamedAuthor('Bluesky'),
        text: record.text,
        stars: null,
        permalink: permalinkOf(bluesky, author.did, uri),
        createdAt: at,
        updatedAt: at,
        isHidden: hidden.includes(uri),
        replies: (own.get(uri) ?? []).map(reply => ({
          id: reply.uri,
          text: reply.record.text,
          at: createdAt(reply),
        })),
      }
    })
}
