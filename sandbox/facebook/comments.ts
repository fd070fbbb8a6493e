import { requireScope } from '../graph/authorise.ts'
import { type NodeFields, parseFields, project } from '../graph/fields.ts'
import { missingObject, graphError, missingParameter } from '../graph/graph-error.ts'
import type { GraphCall } from '../graph/operation.ts'
import { pageOf } from '../graph/paging.ts'
import { graphTime } from '../graph/time.ts'
import { addComment, addReply, commentById, commentsOn, deleteComment, repliesTo } from '../world/comments.ts'
import type { Comment } from '../world/entities/engagement.ts'
import type { PagePost } from '../world/entities/facebook.ts'
import { publishingPage, readablePage } from './sign-in/page-access.ts'
import { readBoolean } from './visibility.ts'

const MAX_COMMENT = 8000

/** Adds a Page's comment under one of its posts, or its reply to a comment there. */
export function publishComment(call: GraphCall) {
  const { world, params } = call
  const { post, comment: parent } = findCommentable(call)
  const { page, token } = publishingPage(call, post.pageId)
  requireScope(token, 'pages_manage_engagement')
  const message = params['message'] ?? ''
  if (message.trim() === '') throw missingParameter('message')
  if (message.length > MAX_COMMENT)
    throw graphError(100, `Param message must be at most ${MAX_COMMENT} characters long`)
  const comment = parent
    ? addReply(world, parent, { authorId: page.id, message })
    : addComment(world, { objectId: post.id, authorId: page.id, message })
  post.comments += 1
  return project(commentFields(call), 'Comment', comment, parseFields(params['fields'] ?? 'id'))
}

/** Lists the comments under a post, or the replies to a comment. `stream` mixes replies with top comments. */
export function listComments(call: GraphCall) {
  const { post, comment } = findCommentable(call)
  const { token } = readablePage(call, post.pageId)
  const { filter = 'toplevel', order } = call.params
  const all = comment
    ? repliesTo(call.world, comment.id)
    : commentsOn(call.world, post.id).filter(({ parentId }) => filter === 'stream' || !parentId)
  const comments = all.filter(one => one.authorId === post.pageId || readsVisitors(token))
  const ordered = order === 'reverse_chronological' ? comments.toReversed() : comments
  const fields = parseFields(call.params['fields'] ?? 'created_time,from,message,id')
  const nodes = commentFields(call)
  return pageOf(ordered, call.params, call.address, one => project(nodes, 'Comment', one, fields))
}

/** Reads a comment by its id. */
export function readComment(call: GraphCall) {
  const { post, comment } = findCommentable(call)
  const { token } = readablePage(call, post.pageId)
  if (!comment || (comment.authorId !== post.pageId && !readsVisitors(token)))
    throw missingObject(call.method, call.id)
  const fields = parseFields(call.params['fields'] ?? 'created_time,from,message,id')
  return project(commentFields(call), 'Comment', comment, fields)
}

/** Hides a comment, shows it again, or changes the Page's own. */
export function changeComment(call: GraphCall) {
  const comment = engagedComment(call)
  const { message, is_hidden: isHidden } = call.params
  if (message !== undefined) {
    if (comment.authorName) throw graphError(200, 'You cannot edit a comment of somebody else')
    comment.message = message
  }
  if (isHidden !== undefined) {
    if (!comment.authorName) throw graphError(100, 'You cannot hide your own comment')
    comment.hidden = readBoolean('is_hidden', isHidden, false)
  }
  return { success: true }
}

/** Deletes a comment under one of the Page's posts. */
export function removeComment(call: GraphCall) {
  deleteComment(call.world, engagedComment(call))
  return { success: true }
}

export function likeComment(call: GraphCall) {
  engagedComment(call).liked = call.method === 'POST'
  return { success: true }
}

/** Returns a comment that the Page may see and moderate. */
function engagedComment(call: GraphCall): Comment {
  const { post, comment } = findCommentable(call)
  if (!comment) throw missingObject(call.method, call.id)
  const { token } = publishingPage(call, post.pageId)
  requireScope(token, 'pages_manage_engagement')
  if (comment.authorId !== post.pageId && !readsVisitors(token)) throw missingObject(call.method, call.id)
  return comment
}

const readsVisitors = ({ scopes }: { scopes: string[] }) => scopes.includes('pages_read_user_content')

function findCommentable(call: GraphCall): { post: PagePost; comment: Comment | undefined } {
  const comment = commentById(call.world, call.id)
  const post = call.world.pagePosts.get(comment?.objectId ?? call.id)
  if (!post) throw missingObject(call.method, call.id)
  return { post, comment }
}

const commentFields = ({ world, origin }: GraphCall): NodeFields<Comment> => ({
  id: comment => comment.id,
  message: comment => comment.message,
  created_time: comment => graphTime(comment.createdAt),
  from: comment => ({
    id: comment.authorId,
    name: comment.authorName ?? world.pages.get(comment.authorId)?.name,
  }),
  like_count: comment => (comment.liked ? 1 : 0),
  user_likes: comment => comment.liked ?? false,
  comment_count: comment => repliesTo(world, comment.id).length,
  is_hidden: comment => comment.hidden ?? false,
  permalink_url: comment => `${origin}/facebook/comments/${comment.id}`,
  parent: comment => comment.parentId && { id: comment.parentId },
})
