import * as v from 'valibot'

import { InvalidInput, Name, readInput } from '../control/inputs.ts'
import type { NetworkControl, CommentInput } from '../control/network-control.ts'
import { decodeEntities } from '../control/shown-post.ts'
import type { WordPressSite } from '../world/entities/wordpress.ts'
import type { World } from '../world/world.ts'
import { articlesOf } from './published.ts'
import { wordpressRoutes } from './routes.ts'
import { addComment, commentsOf, newPassword, newSite, revokePasswords, siteOf } from './sites.ts'

/** A WordPress site, and a user with an application password. */
const LoginInput = v.strictObject({
  provider: v.literal('wordpress'),
  /** Folder of an earlier site, whose user gets another password. Defaults to a new site. */
  person: v.optional(v.string('person must be text.')),
  name: v.optional(Name),
  role: v.optional(
    v.picklist(
      ['subscriber', 'contributor', 'author', 'editor'],
      'role must be subscriber, contributor, author or editor.',
    ),
  ),
})

export const wordpressControl: NetworkControl = {
  routes: wordpressRoutes,
  logIn(world, text) {
    const input = readInput(LoginInput, text)
    const site = input.person ? siteOf(world, input.person) : newSite(world, input)
    const [user] = site?.users ?? []
    if (!site || !user) throw new InvalidInput(`The sandbox has no WordPress site ${input.person}.`)
    return { person: site.slug, user: user.login, password: newPassword(user, { name: 'control' }) }
  },
  expire: revokePasswords,
  listPublished: (world, origin) =>
    [...world.wordpress.values()].flatMap(site => articlesOf(world, origin, site)),
  comment(world, on, said) {
    const article = articleOf(world, on)
    return article && commentOnArticle(world, article, said).id
  },
  changeComment(world, id, { text, hidden }) {
    const found = siteCommentOf(world, id)
    if (!found) return false
    found.comment.content = text
    if (hidden !== undefined) found.comment.status = hidden ? 'hold' : 'approved'
    return true
  },
  removeComment(world, id) {
    const found = siteCommentOf(world, id)
    return found !== undefined && commentsOf(found.site).delete(found.comment.id)
  },
  listReplies: world =>
    [...world.wordpress.values()].flatMap(site =>
      [...commentsOf(site).values()].flatMap(({ author, parent, content, status }) =>
        author && parent && status !== 'trash'
          ? { on: siteCommentId(site, { id: parent }), text: decodeEntities(content) }
          : [],
      ),
    ),
  listComments: world =>
    [...world.wordpress.values()].flatMap(site =>
      [...commentsOf(site).values()].flatMap(({ id, author, content, status }) =>
        author || status === 'trash'
          ? []
          : { id: siteCommentId(site, { id }), text: content, hidden: status === 'hold', liked: false },
      ),
    ),
}

/** Finds a post of a site by its site and number, such as `pats-plumbing/7`, or the post of a comment there. */
function articleOf(world: World, on: string) {
  const found = siteCommentOf(world, on)
  if (found) return { site: found.site, post: found.comment.post, parent: found.comment.id }
  const [slug = '', post = ''] = on.split('/')
  const site = world.wordpress.get(slug)
  return site?.entries.get(Number(post))?.type === 'post'
    ? { site, post: Number(post), parent: 0 }
    : undefined
}

/** Finds a comment on a site, such as `pats-plumbing/comments/9`. */
function siteCommentOf(world: World, id: string) {
  const [slug = '', comments, number] = id.split('/')
  const site = world.wordpress.get(slug)
  const comment = site && comments === 'comments' ? commentsOf(site).get(Number(number)) : undefined
  return site && comment ? { site, comment } : undefined
}

const siteCommentId = ({ slug }: WordPressSite, { id }: { id: number }) => `${slug}/comments/${id}`

function commentOnArticle(
  world: World,
  { site, post, parent }: NonNullable<ReturnType<typeof articleOf>>,
  { name, text, hidden, at }: CommentInput,
) {
  const comment = addComment(site, {
    post,
    parent,
    author: 0,
    authorName: name,
    content: text,
    date: at ? new Date(at) : world.now(),
    status: hidden ? 'hold' : 'approved',
  })
  return { id: siteCommentId(site, comment) }
}
