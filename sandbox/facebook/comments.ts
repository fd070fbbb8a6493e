import { requireScope } from '../graph/authorise.ts'
import { type NodeFields, parseFields, project } from '../graph/fields.ts'
import { missingObject, refuse, requireParameter } from '../graph/graph-error.ts'
import type { GraphCall } from '../graph/operation.ts'
import { pageOf } from '../graph/paging.ts'
import { graphTime } from '../graph/time.ts'
import { addComment, commentsOn } from '../world/comments.ts'
import type { Comment } from '../world/entities/engagement.ts'
import type { PagePost } from '../world/entities/facebook.ts'
import { publishingPage, readablePage } from './sign-in/page-access.ts'

const MAX_COMMENT = 8000

/** Adds a Page's comment under one of its posts. */
export function publishComment(call: GraphCall) {
  const { world, params } = call
  const post = findPost(call)
  const { page, token } = publishingPage(call, post.pageId)
  requireScope(token, 'pages_manage_engagement')
  const message = params['message'] ?? ''
  if (message.trim() === '') throw requireParameter('message')
  if (message.length > MAX_COMMENT)
    throw refuse(100, `Param message must be at most ${MAX_COMMENT} characters long`)
  const comment = addComment(world, { objectId: post.id, authorId: page.id, message })
  post.comments += 1
  return project(commentFields(call), 'Comment', comment, parseFields(params['fields'] ?? 'id'))
}

export function listComments(call: GraphCall) {
  const post = findPost(call)
  readablePage(call, post.pageId)
  const comments = commentsOn(call.world, post.id)
  const ordered = call.params['order'] === 'reverse_chronological' ? comments.toReversed() : comments
  const fields = parseFields(call.params['fields'] ?? 'created_time,from,message,id')
  const nodes = commentFields(call)
  return pageOf(ordered, call.params, call.address, one => project(nodes, 'Comment', one, fields))
}

function findPost(call: GraphCall): PagePost {
  const post = call.world.pagePosts.get(call.id)
  if (!post) throw missingObject(call.method, call.id)
  return post
}

const commentFields = ({ world }: GraphCall): NodeFields<Comment> => ({
  id: comment => comment.id,
  message: comment => comment.message,
  created_time: comment => graphTime(comment.createdAt),
  from: comment => ({ id: comment.authorId, name: world.pages.get(comment.authorId)?.name }),
  like_count: () => 0,
  comment_count: () => 0,
  is_hidden: () => false,
})
