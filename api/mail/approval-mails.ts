import { named, write } from './templates.ts'

type Digest = {
  to: string
  business: string
  title: string
  /** A line for each post. */
  posts: string[]
  /** Number of posts without a line. */
  more: number
  url: string
  unsubscribe: string
}

/** Lists the posts that wait for their reader's approval. */
export const approvalsMail = ({ to, business, title, posts, more, url, unsubscribe }: Digest) =>
  write({
    to,
    ...named(title, business),
    paragraphs: [
      ...posts,
      ...(more > 0 ? [`And ${more} more.`] : []),
      'Nothing goes out before it is approved. What you approve is exactly what goes out.',
    ],
    action: { label: posts.length === 1 ? 'Look at the post' : 'Look at the posts', url },
    unsubscribe,
  })
