import { requireScope } from '../graph/authorise.ts'
import { type NodeFields, parseFields, project } from '../graph/fields.ts'
import { missingObject, graphError, missingParameter } from '../graph/graph-error.ts'
import type { GraphCall } from '../graph/operation.ts'
import { pageOf } from '../graph/paging.ts'
import { graphTime } from '../graph/time.ts'
import { addComment, addReply, commentById, commentsOn, deleteComment, repliesTo } from '../world/comments.ts'
import type { Comment } from '../world/entities/engagement.ts'
import { ownAccount } from './account-access.ts'

const MAX_COMMENT = 2200
const MAX_HASHTAGS = 30
/** Maximum number of replies in a comment's field. `:id/replies` lists all. */
const MAX_NESTED = 50

/** Adds an account's comment under its own media. */
export function publishComment(call: GraphCall) {
  const { account, media } = commentable(call)
  const message = checkedMessage(call)
  const comment = addComment(call.world, { objectId: media.id, authorId: account.id, message })
  media.comments += 1
  return { id: comment.id }
}

/** Lists top comments, newest first. */
export function listComments(call: GraphCall) {
  const { media } = commentable(call)
  const comments = commentsOn(call.world, media.id).filter(({ parentId }) => !parentId)
  return listed(call, comments.toReversed())
}

/** Adds the account's reply to a comment under its own media, which must be visible. */
export function publishReply(call: GraphCall) {
  const { account, comment } = ownComment(call)
  if (comment.parentId || comment.hidden) throw graphError(100, 'This comment can’t be replied to')
  const message = checkedMessage(call)
  const media = call.world.instagramMedia.get(comment.objectId)
  const reply = addReply(call.world, comment, { authorId: account.id, message })
  if (media) media.comments += 1
  return { id: reply.id }
}

export const listReplies = (call: GraphCall) =>
  listed(call, repliesTo(call.world, ownComment(call).comment.id))

export function readComment(call: GraphCall) {
  const { comment } = ownComment(call)
  return project(commentFields(call), 'IGComment', comment, parseFields(call.params['fields'] ?? 'id'))
}

/** Hides a comment of somebody else, or shows it again. */
export function hideComment(call: GraphCall) {
  const { account, comment } = ownComment(call)
  const { hide } = call.params
  if (hide === undefined) throw missingParameter('hide')
  if (!['true', 'false'].includes(hide)) throw graphError(100, 'Param hide must be a boolean')
  if (comment.authorId === account.id) throw graphError(100, 'You cannot hide your own comment')
  comment.hidden = hide === 'true'
  return { success: true }
}

export function removeComment(call: GraphCall) {
  deleteComment(call.world, ownComment(call).comment)
  return { success: true }
}

function listed(call: GraphCall, comments: Comment[]) {
  const fields = parseFields(call.params['fields'] ?? 'id,text,timestamp')
  const nodes = commentFields(call)
  return pageOf(comments, call.params, call.address, one => project(nodes, 'IGComment', one, fields))
}

function checkedMessage(call: GraphCall): string {
  const message = call.params['message'] ?? ''
  if (message.trim() === '') throw missingParameter('message')
  const hashtags = message.match(/#[\p{L}\p{N}_]+/gu)?.length ?? 0
  if (message.length > MAX_COMMENT || hashtags > MAX_HASHTAGS)
    throw graphError(100, 'The comment is too long or has too many hashtags', 2207010)
  return message
}

function ownComment(call: GraphCall) {
  const comment = commentById(call.world, call.id)
  const { account, token } = ownAccount(call)
  requireScope(token, 'instagram_business_manage_comments', 10)
  const media = call.world.instagramMedia.get(comment?.objectId ?? '')
  if (!comment || media?.accountId !== account.id) throw missingObject(call.method, call.id)
  return { account, comment }
}

function commentable(call: GraphCall) {
  const { account, token } = ownAccount(call)
  requireScope(token, 'instagram_business_manage_comments', 10)
  const media = call.world.instagramMedia.get(call.id)
  if (!media || media.accountId !== account.id) throw missingObject(call.method, call.id)
  return { account, media }
}

const commentFields = (call: GraphCall): NodeFields<Comment> => {
  const { world } = call
  const nameOf = ({ authorId, authorName }: Comment) =>
    authorName ?? world.instagramAccounts.get(authorId)?.username
  return {
    id: comment => comment.id,
    text: comment => comment.message,
    username: nameOf,
    timestamp: comment => graphTime(comment.createdAt),
    like_count: () => 0,
    hidden: comment => comment.hidden ?? false,
    parent_id: comment => comment.parentId,
    from: comment => ({ id: comment.authorId, username: nameOf(comment) }),
    replies: (comment, { fields }) => {
      const replies = repliesTo(world, comment.id).slice(0, MAX_NESTED)
      if (replies.length === 0) return undefined
      const nodes = commentFields(call)
      return { data: replies.map(one => project(nodes, 'IGComment', one, fields ?? [])) }
    },
  }
}
