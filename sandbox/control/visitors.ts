import type { InferOutput } from 'valibot'

import { newBlueskyAccount } from '../bluesky/accounts.ts'
import { recordCid } from '../bluesky/blobs.ts'
import { POST } from '../bluesky/lexicon.ts'
import { gateOf, likersOf, recordOf, uriOf } from '../bluesky/posts.ts'
import { addComment as addSiteComment, commentsOf } from '../wordpress/sites.ts'
import { addComment, addReply, commentById, deleteComment } from '../world/comments.ts'
import type { BlueskyPost } from '../world/entities/bluesky.ts'
import type { Review } from '../world/entities/google.ts'
import type { WordPressSite } from '../world/entities/wordpress.ts'
import { reviewsOf } from '../world/google-business.ts'
import { ids } from '../world/ids.ts'
import type { World } from '../world/world.ts'
import {
  InvalidInput,
  type RemoveInput,
  type VisitorComment,
  type VisitorReview,
  type VisitorsInput,
} from './inputs.ts'
import { decoded } from './published.ts'

/** Adds a visitor's comment under a post or as a reply to a comment, or changes one. */
export function visitorComment(
  world: World,
  { on, id, name, text, hidden, at }: InferOutput<typeof VisitorComment>,
): { id: string } {
  if (id !== undefined) return changeComment(world, id, { text, hidden })
  const article = articleOf(world, on)
  if (article) return commentOnArticle(world, article, { name, text, hidden, at })
  const record = world.bluesky.posts.get(on)
  if (record) return { id: reply(world, record, { name, text, at }).uri }
  const parent = commentById(world, on)
  const post = world.pagePosts.get(on) ?? world.instagramMedia.get(on)
  if (!parent && !post) throw new InvalidInput(`Nothing with the id ${on} can be commented on.`)
  const about = { authorId: ids.facebookPerson(), message: text }
  const comment = parent ? addReply(world, parent, about) : addComment(world, { objectId: on, ...about })
  comment.authorName = name
  if (at) comment.createdAt = new Date(at)
  const commented = world.pagePosts.get(comment.objectId) ?? world.instagramMedia.get(comment.objectId)
  if (commented) commented.comments += 1
  return { id: comment.id }
}

function changeComment(
  world: World,
  id: string,
  { text, hidden }: { text: string; hidden?: boolean | undefined },
) {
  const onSite = siteCommentOf(world, id)
  if (onSite) {
    onSite.comment.content = text
    if (hidden !== undefined) onSite.comment.status = hidden ? 'hold' : 'approved'
    return { id }
  }
  const comment = commentById(world, id)
  if (!comment) throw new InvalidInput(`There is no comment ${id}.`)
  comment.message = text
  if (hidden !== undefined) comment.hidden = hidden
  return { id }
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
  { name, text, hidden, at }: Said & { hidden?: boolean | undefined },
) {
  const comment = addSiteComment(site, {
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

type Said = { name: string; text: string; at?: string | undefined }

function reply(world: World, to: BlueskyPost, { name, text, at }: Said): BlueskyPost {
  const accounts = [...world.bluesky.accounts.values()]
  const { did } =
    accounts.find(({ displayName }) => displayName === name) ??
    newBlueskyAccount(world, { name, appPassword: '' })
  const parent = { uri: to.uri, cid: to.cid }
  const root = recordOf(to).reply?.root ?? parent
  const createdAt = at ?? world.now().toISOString()
  const record = JSON.stringify({ $type: POST, text, createdAt, reply: { root, parent } })
  const key = `3${ids
    .shortcode()
    .slice(1)
    .toLowerCase()
    .replaceAll(/[^a-z2-7]/g, 'a')}aa`
    .slice(0, 13)
    .padEnd(13, 'a')
  const post: BlueskyPost = {
    uri: uriOf(did, key),
    cid: recordCid(record),
    did,
    key,
    record,
    indexedAt: new Date(createdAt),
    likes: 0,
    reposts: 0,
    comments: 0,
  }
  world.bluesky.posts.set(post.uri, post)
  return post
}

/** Adds a customer's review, or changes one. */
export function visitorReview(
  world: World,
  { location: name, id, name: author, stars, text, at }: InferOutput<typeof VisitorReview>,
): { id: string } {
  const known = reviewsOf(world).get(id ?? '')
  const when = at ? new Date(at) : world.now()
  if (id !== undefined) {
    if (!known) throw new InvalidInput(`There is no review ${id}.`)
    Object.assign(known, { stars, comment: text, updatedAt: when })
    return { id }
  }
  const location = world.business.locations.get(name.slice(name.lastIndexOf('/') + 1))
  if (!location) throw new InvalidInput(`There is no location ${name}.`)
  const review: Review = {
    id: ids.review(),
    locationId: location.id,
    accountId: location.accountId,
    author,
    stars,
    comment: text,
    createdAt: when,
    updatedAt: when,
    reply: null,
  }
  reviewsOf(world).set(review.id, review)
  return { id: review.id }
}

/** Deletes a review, or a comment with the replies to it. */
export function removeVisitors(world: World, { id }: InferOutput<typeof RemoveInput>): void {
  if (reviewsOf(world).delete(id) || world.bluesky.posts.delete(id)) return
  const onSite = siteCommentOf(world, id)
  if (onSite) return void commentsOf(onSite.site).delete(onSite.comment.id)
  const comment = commentById(world, id)
  if (!comment) throw new InvalidInput(`Nothing has the id ${id}.`)
  deleteComment(world, comment)
}

const NAMES = [
  'Robin Hale',
  'Priya Nair',
  'Tom Baker',
  'Mei Lin',
  'Aroha Ngata',
  'Luca Rossi',
  'Zoe Papas',
  'Sam Okafor',
]
const REVIEWS: [number, string][] = [
  [5, 'Came the same afternoon and left the kitchen cleaner than before. Thank you!'],
  [4, 'Good work and a fair price. They were half an hour late, but rang ahead.'],
  [2, 'Waited three weeks for a quote, and then nobody called back.'],
  [5, ''],
  [3, 'The job is fine. The invoice was higher than I had been told.'],
  [1, 'No one turned up. I took a day off for this.'],
]
const COMMENTS = [
  'Are you open on Sunday?',
  'Love this, the kids asked for it again today.',
  'How much is the large one?',
  'Do you come out to Northcote as well?',
  'Last time mine arrived broken. Whom do I write to?',
  'Beautiful work!',
]

/** Writes reviews or comments an hour apart, the last an hour ago. */
export function visit(world: World, { on, count }: InferOutput<typeof VisitorsInput>): string[] {
  const isLocation = on.includes('locations/')
  return Array.from({ length: count }, (_, i) => {
    const pick = (31 + i * 7) % 1000
    const name = NAMES[pick % NAMES.length] ?? ''
    const at = new Date(world.now().getTime() - (count - i) * 3_600_000).toISOString()
    const [stars, text] = REVIEWS[pick % REVIEWS.length] ?? [5, '']
    return isLocation
      ? visitorReview(world, { location: on, name, stars, text, at }).id
      : visitorComment(world, { on, name, text: COMMENTS[pick % COMMENTS.length] ?? '', at }).id
  })
}

/** Lists the accounts' own answers to reviews and comments. */
export function listReplies(world: World): { on: string; text: string }[] {
  const reviews = [...reviewsOf(world).values()].flatMap(({ id, reply }) =>
    reply ? { on: id, text: reply.comment } : [],
  )
  const comments = world.comments.flatMap(({ parentId, message, authorName }) =>
    parentId && !authorName ? { on: parentId, text: message } : [],
  )
  const records = [...world.bluesky.posts.values()].flatMap(({ did, record }) => {
    const { reply, text } = JSON.parse(record) as { text: string; reply?: { parent: { uri: string } } }
    const isOwn = world.bluesky.accounts.get(did)?.appPassword !== ''
    return reply && isOwn && !reply.parent.uri.startsWith(`at://${did}/`)
      ? { on: reply.parent.uri, text }
      : []
  })
  const onSites = [...world.wordpress.values()].flatMap(site =>
    [...commentsOf(site).values()].flatMap(({ author, parent, content, status }) =>
      author && parent && status !== 'trash'
        ? { on: siteCommentId(site, { id: parent }), text: decoded(content) }
        : [],
    ),
  )
  return [...reviews, ...comments, ...records, ...onSites]
}

/** Lists what others wrote under the accounts' posts, and whether the accounts hide or like it. */
export function listComments(world: World): { id: string; text: string; hidden: boolean; liked: boolean }[] {
  const comments = world.comments.flatMap(({ id, message, authorName, hidden = false, liked = false }) =>
    authorName ? { id, text: message, hidden, liked } : [],
  )
  const records = [...world.bluesky.posts.values()].flatMap(post => {
    const { reply, text } = recordOf(post)
    const root = reply && world.bluesky.posts.get(reply.root.uri)
    if (!root || root.did === post.did) return []
    const hidden = gateOf(world, root)?.record.hiddenReplies?.includes(post.uri) ?? false
    return { id: post.uri, text, hidden, liked: likersOf(world, post).includes(root.did) }
  })
  const onSites = [...world.wordpress.values()].flatMap(site =>
    [...commentsOf(site).values()].flatMap(({ id, author, content, status }) =>
      author || status === 'trash'
        ? []
        : { id: siteCommentId(site, { id }), text: content, hidden: status === 'hold', liked: false },
    ),
  )
  return [...comments, ...records, ...onSites]
}
