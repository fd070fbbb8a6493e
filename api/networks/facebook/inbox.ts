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
  type RemoteReply,
  WebUrl,
} from '#api/networks/core/inbox.ts'
import { undefinedIf } from '#api/networks/core/network.ts'
import { isGone } from '#api/networks/meta/failures.ts'
import { type GraphRequest, graphRequest } from '#api/networks/meta/graph.ts'
import { GraphId, Success } from '#api/networks/meta/json.ts'
import { readPage, readSomePages } from '#api/networks/meta/pages.ts'
import type { InboxAct } from '#shared/networks/declaration.ts'
import { type FacebookApp, accountRequest } from './app.ts'

const Post = v.object({
  id: GraphId,
  message: ItemText,
  permalink_url: WebUrl,
  comments: v.optional(v.object({ summary: v.optional(v.object({ total_count: v.optional(v.number()) })) })),
})
const POSTS = 50
const POST_FIELDS = 'id,message,permalink_url,comments.filter(stream).summary(true).limit(0)'

const Comment = v.object({
  id: GraphId,
  message: ItemText,
  created_time: Instant,
  from: v.optional(v.object({ id: GraphId, name: AuthorName })),
  parent: v.optional(v.object({ id: GraphId })),
  is_hidden: v.optional(v.boolean(), false),
  user_likes: v.optional(v.boolean(), false),
  permalink_url: WebUrl,
})
type Comment = v.InferOutput<typeof Comment>
const FIELDS = 'id,message,created_time,from,parent{id},is_hidden,user_likes,permalink_url'

const PAGE_SIZE = 100
const MAX_PAGES = 5

/** Reads and answers comments under a Page's posts; needs `pages_read_user_content` and `pages_manage_engagement`. */
export function facebookInbox(app: FacebookApp): Inbox {
  const list = (access: InboxAccess, id: string, filter: 'stream' | 'toplevel') =>
    readSomePages(
      {
        ...accountRequest(app, access, `${id}/comments`),
        query: { fields: FIELDS, filter, order: 'reverse_chronological', limit: PAGE_SIZE },
        item: Comment,
      },
      MAX_PAGES,
    )

  return {
    replacesReplies: false,
    async threads(access) {
      const { items } = await readPage({
        ...accountRequest(app, access, `${access.accountId}/published_posts`),
        query: { fields: POST_FIELDS, limit: POSTS },
        item: Post,
      })
      return items.map(({ id, message, permalink_url: permalink, comments }) => ({
        id,
        text: message,
        permalink,
        count: comments?.summary?.total_count ?? null,
      }))
    },
    async items(access, threadId) {
      const comments = await list(access, threadId, 'stream').catch(undefinedIf(isGone))
      // The comments of a deleted post were deleted with it.
      if (!comments) return { items: [], isComplete: true }
      const { items, isComplete } = comments
      return { items: toItems(items, { threadId, pageId: access.accountId }), isComplete }
    },
    async find(access, { externalId, threadId, parentId }) {
      const found = await graphRequest({
        ...accountRequest(app, access, externalId),
        query: { fields: FIELDS },
        schema: Comment,
      }).catch(undefinedIf(isGone))
      if (!found) return undefined
      const { items } = await list(access, parentId || externalId, 'toplevel')
      const all = toItems([...items, found.data], { threadId, pageId: access.accountId })
      return all.find(item => item.externalId === externalId)
    },
    async reply(access, { externalId }, message) {
      const { data } = await graphRequest({
        ...accountRequest(app, access, `${externalId}/comments`),
        method: 'POST',
        form: { message },
        schema: v.object({ id: GraphId }),
        risky: true,
      })
      return data.id
    },
    async editReply(access, replyId, message) {
      await graphRequest({
        ...accountRequest(app, access, replyId),
        method: 'POST',
        form: { message },
        schema: Success,
        risky: true,
      })
    },
    async act(access, { externalId }, act) {
      const path = act === 'like' || act === 'unlike' ? `${externalId}/likes` : externalId
      await graphRequest({
        ...accountRequest(app, access, path),
        ...ACTS[act],
        schema: Success,
        risky: true,
      })
    },
  }
}

const ACTS: Record<InboxAct, Pick<GraphRequest<v.GenericSchema>, 'method' | 'form'>> = {
  hide: { method: 'POST', form: { is_hidden: true } },
  show: { method: 'POST', form: { is_hidden: false } },
  like: { method: 'POST', form: {} },
  unlike: { method: 'DELETE' },
  delete: { method: 'DELETE' },
}

/** Facebook shows replies to replies under the same top comment, so the Page's later comments there count as answers. */
function toItems(
  comments: readonly Comment[],
  { threadId, pageId }: { threadId: string; pageId: string },
): RemoteItem[] {
  const own = comments.filter(({ from }) => from?.id === pageId)
  const repliesUnder = Map.groupBy(own, ({ parent }) => parent?.id ?? '')
  return comments
    .filter(comment => !own.includes(comment))
    .map(({ id, message, created_time: createdAt, from, parent, ...comment }) => ({
      externalId: id,
      threadId,
      parentId: parent?.id ?? '',
      author: from?.name || unnamedAuthor('Facebook'),
      text: message,
      stars: null,
      permalink: comment.permalink_url,
      createdAt,
      updatedAt: createdAt,
      isHidden: comment.is_hidden,
      isLiked: comment.user_likes,
      replies: answersSince({ createdAt }, (repliesUnder.get(parent?.id ?? id) ?? []).map(toReply)),
    }))
}

const toReply = ({ id, message, created_time: at }: Comment): RemoteReply => ({ id, text: message, at })
