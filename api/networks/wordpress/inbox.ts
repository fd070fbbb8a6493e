import * as v from 'valibot'

import {
  AuthorName,
  type Inbox,
  type InboxAccess,
  unnamedAuthor,
  type RemoteItem,
  type ThreadItems,
} from '#api/networks/core/inbox.ts'
import { type FailureKind, NetworkError, undefinedIf } from '#api/networks/core/network.ts'
import { escapeHtml } from './blocks.ts'
import { NO_MODERATION, NO_RIGHT } from './errors.ts'
import { plainText } from './plain-text.ts'
import { postIdOf, externalIdOf, safeLink } from './posts.ts'
import { callSite, type WordPress } from './request.ts'

const Text = v.optional(v.string(), '')
const Id = v.pipe(v.number(), v.integer(), v.minValue(1))
const Comment = v.object({
  id: Id,
  post: Id,
  /** Id of the comment that this one answers; 0 for a top comment. */
  parent: v.pipe(v.number(), v.integer()),
  /** Id of a user of the site; 0 for a visitor. */
  author: v.pipe(v.number(), v.integer()),
  author_name: AuthorName,
  date_gmt: Text,
  link: Text,
  status: Text,
  content: v.object({ raw: Text }),
})
type Comment = v.InferOutput<typeof Comment>
const FIELDS = 'id,post,parent,author,author_name,date_gmt,link,status,content'

const Post = v.object({
  title: v.optional(v.object({ rendered: Text }), { rendered: '' }),
  link: Text,
})
const Listed = v.object({
  post: Id,
  _embedded: v.optional(v.object({ up: v.optional(v.array(v.unknown()), []) })),
})

/** Maximum page size at WordPress. */
const PAGE_SIZE = 100
const MAX_PAGES = 5
/** Maximum characters of HTML to read of a comment, and of a title or name. */
const MAX_HTML = 60_000
const MAX_TITLE_HTML = 5000
/** Maximum length of a stored comment. */
const MAX_TEXT = 10_000

const NO_COMMENT = 'wordpress/rest_comment_invalid_id'
/** Statuses of comments that count as deleted. `post-trashed`: moved to the bin with its post. */
const GONE = ['trash', 'spam', 'post-trashed']

/** The context `edit` includes the text as it was written, and requires permission to moderate. */
const COMMENT_QUERY = { context: 'edit', _fields: FIELDS }

/** Reads, answers and moderates the comments on a site's articles. WordPress allows this only to editors and administrators. */
export function wordpressInbox(wordpress: WordPress): Inbox {
  const call = <Schema extends v.GenericSchema>(
    { token, now }: InboxAccess,
    request: Omit<Parameters<typeof callSite<Schema>>[1], 'token' | 'now'>,
  ) => explainErrors(callSite(wordpress, { token, now, ...request }))

  const list = (access: InboxAccess, query: Record<string, string | number>, page = 1) =>
    call(access, {
      path: '/wp/v2/comments',
      query: {
        ...COMMENT_QUERY,
        status: 'all',
        per_page: PAGE_SIZE,
        orderby: 'date_gmt',
        order: 'desc',
        page,
        ...query,
      },
      schema: v.array(Comment),
    })

  const read = async (access: InboxAccess, id: string): Promise<Comment | undefined> => {
    const path = `/wp/v2/comments/${Number(id)}`
    const found = call(access, { path, query: COMMENT_QUERY, schema: Comment })
    const comment = await found.catch(undefinedIf(({ code }) => code === NO_COMMENT))
    return comment && !GONE.includes(comment.status) ? comment : undefined
  }

  const setStatus = (access: InboxAccess, id: string, status: 'approve' | 'hold') =>
    call(access, {
      path: `/wp/v2/comments/${Number(id)}`,
      query: { _fields: 'id' },
      json: { status },
      schema: v.unknown(),
      risky: true,
    })

  /** Cache for the duration of a read: the connected user's id, and which other users are staff. */
  const users = new WeakMap<InboxAccess, { own: Promise<number>; known: Map<number, boolean> }>()
  function usersOf(access: InboxAccess) {
    const cached = users.get(access) ?? {
      own: call(access, {
        path: '/wp/v2/users/me',
        query: { _fields: 'id' },
        schema: v.object({ id: Id }),
      }).then(({ id }) => id),
      known: new Map<number, boolean>(),
    }
    users.set(access, cached)
    return cached
  }

  /** Determines which authors of the comments are staff: users who may write posts. Customers may have accounts, too. */
  async function findStaff(access: InboxAccess, comments: readonly Comment[]): Promise<Staff> {
    const { own: ownId, known } = usersOf(access)
    const own = await ownId
    const unknown = new Set(comments.map(({ author }) => author).filter(id => id > 0 && id !== own))
    const ids = [...unknown].filter(id => !known.has(id)).slice(0, PAGE_SIZE)
    if (ids.length > 0) {
      const authors = await listAuthors(access, ids)
      for (const id of ids) known.set(id, authors.includes(id))
    }
    return { own, isStaff: id => id === own || known.get(id) === true }
  }

  /** Returns which of these users may write posts. Returns none if the site refuses to list users, as security plugins do. */
  async function listAuthors(access: InboxAccess, ids: readonly number[]): Promise<number[]> {
    const read = call(access, {
      path: '/wp/v2/users',
      query: { who: 'authors', include: ids.join(','), per_page: PAGE_SIZE, _fields: 'id' },
      schema: v.array(v.object({ id: Id })),
    })
    const authors = await read.catch(undefinedIf(({ kind }) => kind === 'permanent' || kind === 'reconnect'))
    return authors?.map(({ id }) => id) ?? []
  }

  return {
    replacesReplies: false,
    /** Lists the articles of the site’s latest comments. */
    async threads(access) {
      const latest = await call(access, {
        path: '/wp/v2/comments',
        query: {
          status: 'all',
          per_page: PAGE_SIZE,
          orderby: 'date_gmt',
          order: 'desc',
          _embed: 'up',
          _fields: 'post,_links,_embedded',
        },
        schema: v.array(Listed),
      })
      return [...Map.groupBy(latest.slice(0, PAGE_SIZE), ({ post }) => post)].map(([id, comments]) => {
        const embedded = v.safeParse(Post, comments[0]?._embedded?.up[0])
        const post = embedded.success ? embedded.output : undefined
        return {
          id: externalIdOf(access.accountId, id),
          text: plainText(post?.title.rendered ?? '', MAX_TITLE_HTML),
          permalink: safeLink(post?.link ?? '') ?? '',
          count: comments.length,
        }
      })
    },
    async items(access, threadId) {
      const comments: Comment[] = []
      const result: ThreadItems = { items: [], isComplete: false }
      for (let page = 1; page <= MAX_PAGES && !result.isComplete; page++) {
        const found = await list(access, { post: postIdOf(threadId) }, page)
        comments.push(...found.slice(0, PAGE_SIZE))
        result.isComplete = found.length < PAGE_SIZE
      }
      result.items = toItems(comments, { threadId, ...(await findStaff(access, comments)) })
      return result
    },
    async find(access, { externalId, threadId }) {
      const comment = await read(access, externalId)
      if (!comment) return undefined
      const comments = [comment, ...(await list(access, { parent: comment.id }))]
      const items = toItems(comments, { threadId, ...(await findStaff(access, comments)) })
      return items.find(item => item.externalId === externalId)
    },
    /** Approves a held comment first, as WordPress's own pages do. */
    async reply(access, { externalId, threadId }, message) {
      const comment = await read(access, externalId)
      if (!comment) throw new NetworkError('permanent', 'gone', 'This was deleted on your website.')
      if (comment.status === 'hold') await setStatus(access, externalId, 'approve')
      const added = await call(access, {
        path: '/wp/v2/comments',
        query: { _fields: 'id' },
        json: { post: postIdOf(threadId), parent: Number(externalId), content: escapeHtml(message) },
        schema: v.object({ id: Id }),
        risky: true,
      })
      return String(added.id)
    },
    async act(access, { externalId }, act) {
      if (act === 'hide' || act === 'show')
        return void (await setStatus(access, externalId, act === 'hide' ? 'hold' : 'approve'))
      await call(access, {
        path: `/wp/v2/comments/${Number(externalId)}`,
        method: 'DELETE',
        query: { _fields: 'id' },
        schema: v.unknown(),
        risky: true,
      })
    },
  }
}

/** Errors that mean something else in a call about comments. A duplicate is `unknown`, because an earlier call has added the answer. */
const COMMENT_ERRORS: Record<string, { kind: FailureKind; code?: string; message: string }> = {
  [NO_RIGHT]: {
    kind: 'reconnect',
    code: NO_MODERATION,
    message:
      'Your website lets only editors and administrators moderate comments. Connect it again as one of them.',
  },
  'wordpress/comment_duplicate': { kind: 'unknown', message: 'Your website already has this answer.' },
  'wordpress/comment_flood': {
    kind: 'transient',
    message: 'Your website says that these comments come too quickly. We’ll wait a little.',
  },
}

async function explainErrors<Value>(response: Promise<Value>): Promise<Value> {
  try {
    return await response
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    const known = COMMENT_ERRORS[error.code]
    throw known ? new NetworkError(known.kind, known.code ?? error.code, known.message) : error
  }
}

/** `own`: id of the connected user. `isStaff`: true for that user and other staff. */
type Staff = { own: number; isStaff: (author: number) => boolean }

/** Converts comments with the answers to them: our own, and approved ones by other staff. */
function toItems(
  comments: readonly Comment[],
  { threadId, own, isStaff }: Staff & { threadId: string },
): RemoteItem[] {
  const repliesTo = Map.groupBy(
    comments.filter(({ author, status }) => author === own || (isStaff(author) && status === 'approved')),
    ({ parent }) => parent,
  )
  return comments
    .filter(({ author, status }) => !isStaff(author) && !GONE.includes(status))
    .map(comment => {
      const at = timeOf(comment)
      return {
        externalId: String(comment.id),
        threadId,
        parentId: comment.parent ? String(comment.parent) : '',
        author: plainText(comment.author_name, MAX_TITLE_HTML) || unnamedAuthor('your website'),
        text: textOf(comment),
        stars: null,
        permalink: safeLink(comment.link) ?? '',
        createdAt: at,
        updatedAt: at,
        isHidden: comment.status !== 'approved',
        replies: (repliesTo.get(comment.id) ?? [])
          .map(reply => ({ id: String(reply.id), text: textOf(reply), at: timeOf(reply) }))
          .toSorted((a, b) => +a.at - +b.at),
      }
    })
}

const textOf = ({ content }: Comment) => plainText(content.raw, MAX_HTML).slice(0, MAX_TEXT).toWellFormed()
const timeOf = ({ date_gmt: time }: Comment) => new Date(Date.parse(`${time}Z`) || 0)
