import type { WordPressComment, WordPressSite } from '../world/entities/wordpress.ts'
import { created, mayEdit, ok, paged, type RestCall, type RestReply } from './call.ts'
import { checkParameters, listOf, numbersOf, RULES } from './parameters.ts'
import { forbidden, RestError } from './rest-error.ts'
import { addComment, can, commentsOf, permalink } from './sites.ts'

/** Lists comments. Those that wait for approval are shown to people who may edit them. */
export function listComments(call: RestCall): RestReply {
  const { site, user, parameters } = call
  checkParameters(parameters, RULES.listComments)
  requireContext(call)
  const status = parameters['status'] ?? 'approve'
  if (status !== 'approve' && !(user && can(user, 'edit_posts')))
    throw forbidden('rest_forbidden_param', 'query by the parameter status')
  const posts = numbersOf(parameters['post'])
  const parents = numbersOf(parameters['parent'])
  const authors = listOf(parameters['author']).map(Number)
  const found = [...commentsOf(site).values()]
    .filter(comment => isListed(status, comment) && !isBinned(site, comment))
    .filter(({ post }) => posts.length === 0 || posts.includes(post))
    .filter(({ parent }) => parents.length === 0 || parents.includes(parent))
    .filter(({ author }) => authors.length === 0 || authors.includes(author))
    .filter(comment => comment.status === 'approved' || mayModerate(call, comment))
    .toSorted((a, b) => a.date.getTime() - b.date.getTime() || a.id - b.id)
  if (parameters['order'] !== 'asc') found.reverse()
  return paged(call, found, 'rest_comment_invalid_page_number', comment => shown(call, comment))
}

/** WordPress bins the comments of a post with it. */
const isBinned = (site: WordPressSite, { post }: WordPressComment) =>
  site.entries.get(post)?.status === 'trash'

function isListed(wanted: string, { status }: WordPressComment): boolean {
  if (wanted === 'all') return status !== 'trash'
  return wanted === 'approve' ? status === 'approved' : wanted === status
}

export function readComment(call: RestCall, id: number): RestReply {
  checkParameters(call.parameters, RULES.read)
  requireContext(call)
  const comment = commentOf(call, id)
  if (comment.status !== 'approved' && !mayModerate(call, comment))
    throw new RestError(
      call.user ? 403 : 401,
      'rest_cannot_read',
      'Sorry, you are not allowed to read this comment.',
    )
  return ok(shown(call, comment))
}

/** Adds a comment. A visitor's comment waits for approval. Rejects duplicates. */
export function createComment(call: RestCall): RestReply {
  const { site, user, world, parameters } = call
  checkParameters(parameters, RULES.saveComment)
  if (!user)
    throw new RestError(401, 'rest_comment_login_required', 'Sorry, you must be logged in to comment.')
  const post = site.entries.get(Number(parameters['post'] ?? 0))
  if (post?.type !== 'post')
    throw new RestError(
      403,
      'rest_comment_invalid_post_id',
      'Sorry, you are not allowed to create this comment without a post.',
    )
  if (post.status === 'draft')
    throw new RestError(
      403,
      'rest_comment_draft_post',
      'Sorry, you are not allowed to create a comment on this post.',
    )
  const content = (parameters['content'] ?? '').trim()
  if (content === '') throw new RestError(400, 'rest_comment_content_invalid', 'Invalid comment content.')
  const parent = Number(parameters['parent'] ?? 0)
  const all = [...commentsOf(site).values()]
  const isRepeated = all.some(
    each =>
      each.post === post.id &&
      each.parent === parent &&
      each.author === user.id &&
      each.content === content &&
      each.status !== 'trash',
  )
  if (isRepeated)
    throw new RestError(
      409,
      'comment_duplicate',
      'Duplicate comment detected; it looks as though you&#8217;ve already said that!',
    )
  const isKnown = all.some(({ author, status }) => author === user.id && status === 'approved')
  const isTrusted = can(user, 'moderate_comments') || post.author === user.id || isKnown
  const comment = addComment(site, {
    post: post.id,
    parent,
    author: user.id,
    authorName: user.name,
    content,
    date: world.now(),
    status: isTrusted ? 'approved' : 'hold',
  })
  return created(shown(call, comment))
}

const STATUSES: Record<string, WordPressComment['status']> = {
  approve: 'approved',
  approved: 'approved',
  hold: 'hold',
  trash: 'trash',
}

export function changeComment(call: RestCall, id: number): RestReply {
  checkParameters(call.parameters, RULES.saveComment)
  const comment = commentOf(call, id)
  requireModerator(call, comment, 'rest_cannot_edit', 'edit this comment')
  const { content, status } = call.parameters
  if (content !== undefined) comment.content = content
  if (status === undefined) return ok(shown(call, comment))
  const wanted = STATUSES[status]
  if (!wanted || wanted === comment.status)
    throw new RestError(500, 'rest_comment_failed_edit', 'Updating comment status failed.')
  comment.status = wanted
  return ok(shown(call, comment))
}

/** Moves a comment to the bin. */
export function deleteComment(call: RestCall, id: number): RestReply {
  checkParameters(call.parameters, RULES.remove)
  const comment = commentOf(call, id)
  requireModerator(call, comment, 'rest_cannot_delete', 'delete this comment')
  if (['true', '1'].includes(call.parameters['force'] ?? '')) {
    const previous = shown(call, comment)
    commentsOf(call.site).delete(id)
    return ok({ deleted: true, previous })
  }
  if (comment.status === 'trash')
    throw new RestError(410, 'rest_already_trashed', 'The comment has already been trashed.')
  comment.status = 'trash'
  return ok(shown(call, comment))
}

function commentOf({ site }: RestCall, id: number): WordPressComment {
  const comment = commentsOf(site).get(id)
  if (!comment) throw new RestError(404, 'rest_comment_invalid_id', 'Invalid comment ID.')
  return comment
}

/** Only moderators see unformatted texts. */
function requireContext({ user, parameters }: RestCall): void {
  if (parameters['context'] === 'edit' && !(user && can(user, 'moderate_comments')))
    throw new RestError(
      user ? 403 : 401,
      'rest_forbidden_context',
      'Sorry, you are not allowed to edit comments.',
    )
}

function mayModerate({ site, user }: RestCall, { post }: WordPressComment): boolean {
  const entry = site.entries.get(post)
  return user !== undefined && (can(user, 'moderate_comments') || (entry ? mayEdit(user, entry) : false))
}

function requireModerator(call: RestCall, comment: WordPressComment, code: string, what: string): void {
  if (!call.user) throw new RestError(401, code, `Sorry, you are not allowed to ${what}.`)
  if (!mayModerate(call, comment)) throw forbidden(code, what)
}

/** WordPress formats a comment's text: its lines are paragraphs, and its quotation marks are curly. */
const formatted = (text: string) => `<p>${text.replaceAll("'", '&#8217;').replaceAll('\n', '<br />\n')}</p>\n`

function shown(call: RestCall, comment: WordPressComment): Record<string, unknown> {
  const { origin, site, parameters } = call
  const { id, post, parent, author, authorName, content, date, status } = comment
  const entry = site.entries.get(post)
  const at = date.toISOString().slice(0, 19)
  const link = entry ? permalink(origin, site, entry) : ''
  return {
    id,
    post,
    parent,
    author,
    author_name: authorName,
    date: at,
    date_gmt: at,
    content: {
      rendered: formatted(content),
      ...(parameters['context'] === 'edit' && { raw: content }),
    },
    link: `${link}#comment-${id}`,
    status: isBinned(site, comment) ? 'post-trashed' : status,
    type: 'comment',
    ...(parameters['_embed'] !== undefined &&
      entry && {
        _embedded: {
          up: [{ id: post, link, type: 'post', title: { rendered: entry.title } }],
        },
      }),
  }
}
