import type { Post } from '#shared/posts/posts.ts'

export const NO_MESSAGE = '[No message]'

const EXCERPT_LENGTH = 60

/** The one message of all its networks, if they have the same. */
export function sharedMessage({ deliveries }: Post): string | undefined {
  const [first] = deliveries
  return deliveries.every(({ message }) => message === first?.message) ? (first?.message ?? '') : undefined
}

/** Without empty lines, which would take the room of words. */
export const withoutGaps = (message: string) => message.trim().replaceAll(/\n\s*\n/g, '\n')

export function excerptOf(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim()
  if (line === '') return NO_MESSAGE
  return line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH - 1).trimEnd()}…` : line
}

/** When the next of its deliveries is due; once none is to come, when the post was. */
export const dueAt = ({ deliveries, publishAt }: Post): string =>
  deliveries
    .filter(({ state }) => state === 'scheduled' || state === 'draft')
    .map(delivery => delivery.publishAt)
    .toSorted()[0] ?? publishAt
