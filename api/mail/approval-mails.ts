import { titled, write } from './templates.ts'

type Comment = {
  to: string
  business?: string
  title: string
  comment: string
  url: string
  unsubscribe: string
}

/** Sends a comment to somebody whom it mentions. */
export const commentMail = ({ to, business, title, comment, url, unsubscribe }: Comment) =>
  write({
    to,
    ...titled(title, business),
    paragraphs: ['In the discussion of a post:'],
    quote: comment,
    action: { label: 'Open the post', url },
    unsubscribe,
  })

type Digest = {
  to: string
  business?: string
  title: string
  /** Lines about posts, one each. */
  posts: string[]
  /** Number of further posts. */
  more: number
  url: string
  unsubscribe: string
}

/** Lists the posts that wait for the recipient's approval. */
export const approvalsMail = ({ to, business, title, posts, more, url, unsubscribe }: Digest) =>
  write({
    to,
    ...titled(title, business),
    paragraphs: [
      ...posts,
      ...(more > 0 ? [`And ${more} more.`] : []),
      'No post goes out before it’s approved, and posts go out exactly as approved.',
    ],
    action: { label: posts.length === 1 ? 'View the post' : 'View the posts', url },
    unsubscribe,
  })

/** Lists the posts that were held because nobody approved them; `message` says what happened and what to do. */
export const missedApprovalsMail = ({
  to,
  business,
  title,
  message,
  posts,
  more,
  url,
  unsubscribe,
}: Digest & { message: string }) =>
  write({
    to,
    ...titled(title, business),
    tone: 'wrong',
    paragraphs: [message, ...posts, ...(more > 0 ? [`And ${more} more.`] : [])],
    action: { label: posts.length === 0 ? 'Open the post' : 'Choose new times', url },
    unsubscribe,
  })

export type SentBack = { post: string; who: string; comment: string }

type SentBackPosts = Omit<Digest, 'title' | 'posts'> & { posts: SentBack[] }

/** Shows an author which changes were requested. */
export function sentBackMail({ to, business, posts, more, url, unsubscribe }: SentBackPosts) {
  const [only, ...others] = posts
  const isOne = only !== undefined && others.length === 0
  const title = isOne ? 'Changes were requested' : `Changes were requested on ${posts.length + more} posts`
  return write({
    to,
    ...titled(title, business),
    paragraphs: [
      ...(isOne
        ? [`${only.who} asked for changes to ${only.post}:`]
        : posts.map(({ post, who, comment }) => `${post}. ${who}: “${comment}”`)),
      ...(more > 0 ? [`And ${more} more.`] : []),
    ],
    ...(isOne && only.comment && { quote: only.comment }),
    action: { label: isOne ? 'Change the post' : 'View the posts', url },
    aside: `Once you’ve changed ${isOne ? 'it' : 'a post'}, send it for approval again.`,
    unsubscribe,
  })
}
