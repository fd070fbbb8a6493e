import { type Addressed, noticeMail } from './templates.ts'

/** Sends a comment to somebody whom it mentions. */
export const commentMail = ({ title, comment, url, ...to }: Addressed & { title: string; comment: string }) =>
  noticeMail(to, title, {
    paragraphs: ['In the discussion of a post:'],
    quote: comment,
    action: { label: 'Open the post', url },
  })

type Listed<Post = string> = Addressed & {
  posts: Post[]
  /** Number of further posts. */
  more: number
}
/** `posts` are lines about one post each. */
type PostList = Listed & { title: string }

const furtherPosts = (more: number) => (more > 0 ? [`And ${more} more.`] : [])

export const approvalsMail = ({ title, posts, more, url, ...to }: PostList) =>
  noticeMail(to, title, {
    paragraphs: [
      ...posts,
      ...furtherPosts(more),
      'None of these goes out before it’s approved, and each goes out exactly as approved.',
    ],
    action: { label: posts.length === 1 ? 'View the post' : 'View the posts', url },
  })

/** Lists posts that were held because nobody approved them. `message` says what happened and what to do. */
export const missedApprovalsMail = ({
  title,
  message,
  posts,
  more,
  url,
  ...to
}: PostList & { message: string }) =>
  noticeMail(to, title, {
    tone: 'wrong',
    paragraphs: [message, ...posts, ...furtherPosts(more)],
    action: { label: posts.length === 0 ? 'Open the post' : 'Choose new times', url },
  })

export type SentBack = { post: string; who: string; comment: string }

export function sentBackMail({ posts, more, url, ...to }: Listed<SentBack>) {
  const [only, ...others] = posts
  const isOne = only !== undefined && others.length === 0
  const title = isOne ? 'Changes were requested' : `Changes were requested on ${posts.length + more} posts`
  return noticeMail(to, title, {
    paragraphs: [
      ...(isOne
        ? [`${only.who} asked for changes to ${only.post}:`]
        : posts.map(({ post, who, comment }) => `${post}. ${who}: “${comment}”`)),
      ...furtherPosts(more),
    ],
    ...(isOne && only.comment && { quote: only.comment }),
    action: { label: isOne ? 'Change the post' : 'View the posts', url },
    aside: `Once you’ve changed ${isOne ? 'it' : 'a post'}, send it for approval again.`,
  })
}
