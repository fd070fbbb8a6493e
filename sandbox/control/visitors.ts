import type { InferOutput } from 'valibot'

import { addComment, addReply, commentById, deleteComment } from '../world/comments.ts'
import type { Review } from '../world/entities/google.ts'
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
import type { ListedComment, ListedReply } from './network-control.ts'
import { NETWORK_CONTROLS } from './network-controls.ts'

/** Adds a visitor's comment under a post or as a reply to a comment, or changes one. */
export function saveComment(
  world: World,
  { on, id, name, text, hidden, at }: InferOutput<typeof VisitorComment>,
): { id: string } {
  if (id !== undefined) return changeComment(world, id, { text, hidden })
  for (const part of NETWORK_CONTROLS) {
    const added = part.comment(world, on, { name, text, hidden, at })
    if (added !== undefined) return { id: added }
  }
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
  if (NETWORK_CONTROLS.some(part => part.changeComment?.(world, id, { text, hidden }))) return { id }
  const comment = commentById(world, id)
  if (!comment) throw new InvalidInput(`There is no comment ${id}.`)
  comment.message = text
  if (hidden !== undefined) comment.hidden = hidden
  return { id }
}

/** Adds a customer's review, or changes one. */
export function saveReview(
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
export function removeItem(world: World, { id }: InferOutput<typeof RemoveInput>): void {
  if (reviewsOf(world).delete(id) || NETWORK_CONTROLS.some(part => part.removeComment(world, id))) return
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

/** Adds reviews or comments an hour apart, the last an hour ago. */
export function addVisitors(world: World, { on, count }: InferOutput<typeof VisitorsInput>): string[] {
  const isLocation = on.includes('locations/')
  return Array.from({ length: count }, (_, i) => {
    const pick = (31 + i * 7) % 1000
    const name = NAMES[pick % NAMES.length] ?? ''
    const at = new Date(world.now().getTime() - (count - i) * 3_600_000).toISOString()
    const [stars, text] = REVIEWS[pick % REVIEWS.length] ?? [5, '']
    return isLocation
      ? saveReview(world, { location: on, name, stars, text, at }).id
      : saveComment(world, { on, name, text: COMMENTS[pick % COMMENTS.length] ?? '', at }).id
  })
}

/** Lists the accounts' own answers to reviews and comments. */
export function listReplies(world: World): ListedReply[] {
  const reviews = [...reviewsOf(world).values()].flatMap(({ id, reply }) =>
    reply ? { on: id, text: reply.comment } : [],
  )
  const comments = world.comments.flatMap(({ parentId, message, authorName }) =>
    parentId && !authorName ? { on: parentId, text: message } : [],
  )
  return [...reviews, ...comments, ...NETWORK_CONTROLS.flatMap(part => part.listReplies(world))]
}

/** Lists visitors' comments under the accounts' posts, and whether the accounts hide or like them. */
export function listComments(world: World): ListedComment[] {
  const comments = world.comments.flatMap(({ id, message, authorName, hidden = false, liked = false }) =>
    authorName ? { id, text: message, hidden, liked } : [],
  )
  return [...comments, ...NETWORK_CONTROLS.flatMap(part => part.listComments(world))]
}
