import { networks } from '#shared/networks.ts'
import { isChangeable } from '#shared/posts/changes.ts'
import { needsAccount } from '#shared/posts/needs.ts'
import type { Delivery, Post } from '#shared/posts/posts.ts'

const list = new Intl.ListFormat('en-AU', { type: 'disjunction' })

const NAME = '\0'
const wording = ({ network, reason }: Delivery) => reason.replaceAll(networks[network].name, NAME)

/** Returns the held deliveries if the same reason holds all that can still go out. Lost accounts need an action each. */
export function commonHold(post: Post): { held: Delivery[]; reason: string } | undefined {
  const held = post.deliveries.filter(isChangeable)
  const [first, ...others] = held
  if (!first || others.length === 0 || needsAccount(first)) return undefined
  const isAlike = (delivery: Delivery) =>
    delivery.state === 'held' &&
    delivery.writtenFor === undefined &&
    delivery.reasonCode === first.reasonCode &&
    delivery.publishAt === first.publishAt &&
    wording(delivery) === wording(first)
  if (!held.every(isAlike)) return undefined
  const names = list.format(held.map(({ network }) => networks[network].name))
  return { held, reason: wording(first).replaceAll(NAME, names) }
}
