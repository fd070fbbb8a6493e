import { scheduledTime, type Outgoing, postData } from './post-form.ts'

let current = { content: '', key: '' }

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/** The same for as long as the post's content is: sending it again after a lost connection can't publish it twice. */
export function keyOf(post: Outgoing): string {
  const files = post.media.map(({ id }) => id)
  const content = JSON.stringify([postData(post), files, scheduledTime(post.draft)])
  if (content !== current.content) current = { content, key: newKey() }
  return current.key
}

/** The next post is another one, even if it says the same. */
export const forgetKey = () => {
  current = { content: '', key: '' }
}
