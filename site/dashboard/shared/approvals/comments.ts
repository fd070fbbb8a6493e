import { atom } from 'nanostores'

import type { NewComment, PostComment } from '#shared/posts/approvals.ts'
import type { Person } from '#shared/posts/mentions.ts'
import { fold } from '#shared/text/fold.ts'
import { refreshPost } from '#site/dashboard/shared/post-dialogs/live-posts.ts'
import { api, bodyOf, dataOf } from '#site/lib/api/api.ts'
import { messageOf } from '#site/lib/api/error.ts'
import type { Remote } from '#site/lib/remote.ts'
import { withErrorToast } from '#site/lib/toasts.ts'

/** Discussion of the post whose details are open. */
export const $comments = atom<{ postId: string } & Remote<PostComment[]>>({ postId: '', state: 'loading' })

/** Returns the loaded comments if they belong to the post, else an empty list. */
export const commentsOf = (comments: ReturnType<typeof $comments.get>, postId: string): PostComment[] =>
  comments.postId === postId && comments.state === 'ready' ? comments.data : []

/** People who can be mentioned in the discussion, including the user. */
export const $people = atom<Person[]>([])

/** Loads the discussion of a post. If a reload fails, the loaded comments stay. */
export async function loadComments(postId: string): Promise<void> {
  const before = $comments.get()
  const isShown = before.postId === postId && before.state === 'ready'
  if (!isShown) $comments.set({ postId, state: 'loading' })
  try {
    const { data, people } = await bodyOf(api.posts[':id'].comments.$get({ param: { id: postId } }))
    if ($comments.get().postId !== postId) return
    $people.set(people)
    $comments.set({ postId, state: 'ready', data })
  } catch (error) {
    if ($comments.get().postId !== postId || isShown) return
    $comments.set({
      postId,
      state: 'failed',
      message: messageOf(error, 'The discussion didn’t load. Try again.'),
      error,
    })
  }
}

/** Adds a comment, and shows a failure in a toast. @returns true if the comment was added */
export async function addComment(postId: string, comment: NewComment): Promise<boolean> {
  return await withErrorToast('Your comment wasn’t added. Try again.', async () => {
    const call = api.posts[':id'].comments.$post({ param: { id: postId }, json: comment })
    $comments.set({ postId, state: 'ready', data: await dataOf(call) })
  })
}

/** Resolves a remark or opens it again, and reloads what lists the post. A failure is shown in a toast. */
export const resolveRemark = (postId: string, remarkId: string, resolved: boolean) =>
  withErrorToast('The remark wasn’t changed. Try again.', async () => {
    const call = api.posts[':id'].comments[':remarkId'].$put({
      param: { id: postId, remarkId },
      json: { resolved },
    })
    $comments.set({ postId, state: 'ready', data: await dataOf(call) })
    void refreshPost(postId)
  })

const MAX_SUGGESTIONS = 6

/** A name that is being typed: its '@', and what follows up to the caret. */
type Typed = { at: number; query: string }

/** Names have up to three words; another '@' or line starts over. */
const TYPED = /(?<=^|[\s(])@(\S{0,60}(?: \S{1,60}){0,2})$/u

export function typedMention(text: string, caret: number): Typed | undefined {
  const match = TYPED.exec(text.slice(0, caret))
  return match?.[1] === undefined || match[1].includes('@') ? undefined : { at: match.index, query: match[1] }
}

/** Returns the people whose name, or a word of it, begins with the typed text. */
export function suggestionsFor(query: string, people: readonly Person[]): Person[] {
  const wanted = fold(query)
  const begins = ({ name }: Person) => {
    const known = fold(name)
    return known.startsWith(wanted) || (wanted !== '' && known.includes(` ${wanted}`))
  }
  return people.filter(person => person.name !== '' && begins(person)).slice(0, MAX_SUGGESTIONS)
}

/** Completes the name that is being typed. Returns the new text, and the position for the caret. */
export function completeMention(text: string, { at, query }: Typed, { name }: Person) {
  const rest = text.slice(at + 1 + query.length)
  const before = `${text.slice(0, at)}@${name}${/^[\s,.;:!?)]/.test(rest) ? '' : ' '}`
  return { text: before + rest, caret: before.length }
}
