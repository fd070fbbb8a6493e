import * as v from 'valibot'

import {
  answersSince,
  AuthorName,
  type Inbox,
  type InboxAccess,
  ItemText,
  Instant,
  unnamedAuthor,
  type RemoteItem,
  type ThreadItems,
  WebUrl,
} from '#api/networks/core/inbox.ts'
import { undefinedIf } from '#api/networks/core/network.ts'
import { isGone } from '#api/networks/meta/failures.ts'
import { graphRequest } from '#api/networks/meta/graph.ts'
import { GraphId, Success } from '#api/networks/meta/json.ts'
import { readPage, readSomePages } from '#api/networks/meta/pages.ts'
import { type InstagramApp, accountRequest } from './app.ts'

const Media = v.object({
  id: GraphId,
  caption: ItemText,
  permalink: WebUrl,
  comments_count: v.optional(v.number()),
})
const POSTS = 50

const replyFields = {
  id: GraphId,
  text: ItemText,
  timestamp: Instant,
  username: AuthorName,
  from: v.optional(v.object({ id: GraphId, username: AuthorName })),
  hidden: v.optional(v.boolean(), false),
}
const Reply = v.object(replyFields)
type Reply = v.InferOutput<typeof Reply>
const Replies = v.object({
  data: v.array(Reply),
  paging: v.optional(v.object({ next: v.optional(v.string()) })),
})
const Comment = v.object({ ...replyFields, replies: v.optional(Replies) })
type Comment = v.InferOutput<typeof Comment>
const REPLY_FIELDS = 'id,text,timestamp,username,from,hidden'

/** Maximum page size at Instagram. */
const PAGE_SIZE = 50
const MAX_PAGES = 10
const FIELDS = `${REPLY_FIELDS},replies.limit(${PAGE_SIZE}){${REPLY_FIELDS}}`

/** Reads and answers comments under an account's media; needs `instagram_business_manage_comments`. */
export const instagramInbox = (app: InstagramApp): Inbox => ({
  replacesReplies: false,
  async threads(access) {
    const { items } = await readPage({
      ...accountRequest(app, access, `${access.accountId}/media`),
      query: { fields: 'id,caption,permalink,comments_count', limit: POSTS },
      item: Media,
    })
    return items.map(({ id, caption, permalink, comments_count: count }) => ({
      id,
      text: caption,
      permalink,
      count: count ?? null,
    }))
  },
  async items(access, threadId) {
    const comments = await readSomePages(
      {
        ...accountRequest(app, access, `${threadId}/comments`),
        query: { fields: FIELDS, limit: PAGE_SIZE },
        item: Comment,
      },
      MAX_PAGES,
    ).catch(undefinedIf(isGone))
    // The comments of a deleted post were deleted with it.
    if (!comments) return { items: [], isComplete: true }
    const thread: ThreadItems = { items: [], isComplete: comments.isComplete }
    for (const comment of comments.items) {
      const replies = await allReplies(app, access, comment)
      thread.items.push(...toItems(access, threadId, { comment, replies: replies.items }))
      thread.isComplete &&= replies.isComplete
    }
    return thread
  },
  async find(access, { externalId, threadId, parentId }) {
    const top = parentId || externalId
    const found = await graphRequest({
      ...accountRequest(app, access, top),
      query: { fields: REPLY_FIELDS },
      schema: Reply,
    }).catch(undefinedIf(isGone))
    if (!found) return undefined
    const { items: replies } = await listReplies(app, access, top)
    const items = toItems(access, threadId, { comment: found.data, replies })
    return items.find(item => item.externalId === externalId)
  },
  /** Only top comments take replies. */
  async reply(access, { externalId, parentId }, message) {
    const { data } = await graphRequest({
      ...accountRequest(app, access, `${parentId || externalId}/replies`),
      method: 'POST',
      form: { message },
      schema: v.object({ id: GraphId }),
      risky: true,
    })
    return data.id
  },
  async act(access, { externalId }, act) {
    await graphRequest({
      ...accountRequest(app, access, externalId),
      ...(act === 'delete' ? { method: 'DELETE' } : { method: 'POST', form: { hide: act === 'hide' } }),
      schema: Success,
      risky: true,
    })
  },
})

const listReplies = (app: InstagramApp, access: InboxAccess, id: string) =>
  readSomePages(
    {
      ...accountRequest(app, access, `${id}/replies`),
      query: { fields: REPLY_FIELDS, limit: PAGE_SIZE },
      item: Reply,
    },
    MAX_PAGES,
  )

/** A comment includes only the first page of its replies, so longer lists are read separately. */
async function allReplies(app: InstagramApp, access: InboxAccess, { id, replies }: Comment) {
  const items = replies?.data ?? []
  const hasMore = items.length >= PAGE_SIZE || replies?.paging?.next !== undefined
  return hasMore ? await listReplies(app, access, id) : { items, isComplete: true }
}

/** Returns a top comment and the replies to it by others. The account's later replies there count as answers. */
function toItems(
  access: InboxAccess,
  threadId: string,
  { comment, replies }: { comment: Reply; replies: readonly Reply[] },
): RemoteItem[] {
  const own = replies.flatMap(reply =>
    isOwn(access, reply) ? { id: reply.id, text: reply.text, at: reply.timestamp } : [],
  )
  return [comment, ...replies]
    .filter(each => !isOwn(access, each))
    .map(each => ({
      externalId: each.id,
      threadId,
      parentId: each.id === comment.id ? '' : comment.id,
      author: each.from?.username || each.username || unnamedAuthor('Instagram'),
      text: each.text,
      stars: null,
      permalink: '',
      createdAt: each.timestamp,
      updatedAt: each.timestamp,
      isHidden: each.hidden,
      replies: answersSince({ createdAt: each.timestamp }, own),
    }))
}

const isOwn = ({ accountId, username }: InboxAccess, { from, username: name }: Reply) =>
  from?.id === accountId || (username !== '' && (from?.username || name) === username)
