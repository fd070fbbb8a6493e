import { requireScope } from '../graph/authorise.ts'
import { type NodeFields, parseFields, project } from '../graph/fields.ts'
import { missingObject, refuse, requireParameter } from '../graph/graph-error.ts'
import type { GraphCall } from '../graph/operation.ts'
import { pageOf } from '../graph/paging.ts'
import { graphTime } from '../graph/time.ts'
import { addComment, commentsOn } from '../world/comments.ts'
import type { Comment } from '../world/entities/engagement.ts'
import { ownAccount } from './account-access.ts'

const MAX_COMMENT = 2200
const MAX_HASHTAGS = 30

/** Adds an account's comment under its own media. */
export function publishComment(call: GraphCall) {
  const { account, media } = commentable(call)
  const message = call.params['message'] ?? ''
  if (message.trim() === '') throw requireParameter('message')
  const hashtags = message.match(/#[\p{L}\p{N}_]+/gu)?.length ?? 0
  if (message.length > MAX_COMMENT || hashtags > MAX_HASHTAGS)
    throw refuse(100, 'The comment is too long or has too many hashtags', 2207010)
  const comment = addComment(call.world, { objectId: media.id, authorId: account.id, message })
  media.comments += 1
  return { id: comment.id }
}

export function listComments(call: GraphCall) {
  const { media } = commentable(call)
  const fields = parseFields(call.params['fields'] ?? 'id,text,timestamp')
  const nodes = commentFields(call)
  const comments = commentsOn(call.world, media.id).toReversed()
  return pageOf(comments, call.params, call.address, one => project(nodes, 'IGComment', one, fields))
}

function commentable(call: GraphCall) {
  const { account, token } = ownAccount(call)
  requireScope(token, 'instagram_business_manage_comments', 10)
  const media = call.world.instagramMedia.get(call.id)
  if (!media || media.accountId !== account.id) throw missingObject(call.method, call.id)
  return { account, media }
}

const commentFields = ({ world }: GraphCall): NodeFields<Comment> => ({
  id: comment => comment.id,
  text: comment => comment.message,
  username: comment => world.instagramAccounts.get(comment.authorId)?.username,
  timestamp: comment => graphTime(comment.createdAt),
  like_count: () => 0,
  hidden: () => false,
  from: comment => ({
    id: comment.authorId,
    username: world.instagramAccounts.get(comment.authorId)?.username,
  }),
})
