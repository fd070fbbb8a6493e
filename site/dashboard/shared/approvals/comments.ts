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

/** Returns the post's comments, none until they are loaded. */
export const commentsOf = (comments: ReturnType<typeof $comments.get>, postId: string): PostComment[] =>
  comments.postId === postId && comments.state === 'ready' ? comments.data : []

/** People who can be mentioned, including the user. */
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
    const message = messageOf(error, 'The discussion didn’t load. Try again.')
    $comments.set({ postId, state: 'failed', message, error })
  }
}

/** Adds a comment, and shows a failure in a toast. @returns true if the comment was added */
export async function addComment(postId: string, comment: NewComment): Promise<boolean> {
  return await withErrorToast('Your comment wasn’t added. Try again.', async () => {
    const call = api.posts[':id'].comments.$post({ param: { id: postId }, json: comment })
    $comments.set({ postId, state: 'ready', data: await dataOf(call) })
  })
}

/** Resolves or reopens a remark, and refreshes the post in lists. Shows a failure in a toast. */
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

/** A name that is being typed: the position of its '@', and the text from there to the caret. */
type Typed = { at: number; query: string }

/** Names have up to three words. */
const TYPED = /(?<=^|[\s(])@(\S{0,60}(?: \S{1,60}){0,2})$/u

export function typedMention(text: string, caret: number): Typed | undefined {
  const match = TYPED.exec(text.slice(0, caret))
  return match?.[1] === undefined || match[1].includes('@') ? undefined : { at: match.index, query: match[1] }
}

/** Returns people by the beginning of any word of their names. */
export function suggestionsFor(query: string, people: readonly Person[]): Person[] {
  const wanted = fold(query)
  const begins = ({ name }: Person) => {
    const known = fold(name)
    return known.startsWith(wanted) || (wanted !== '' && known.includes(` ${wanted}`))
  }
  return people.filter(person => person.name !== '' && begins(person)).slice(0, MAX_SUGGESTIONS)
}

/** Returns the text with the completed name, and the new position of the caret. */
export function completeMention(text: string, { at, query }: Typed, { name }: Person) {
  const rest = text.slice(at + 1 + query.length)
  const before = `${text.slice(0, at)}@${name}${/^[\s,.;:!?)]/.test(rest) ? '' : ' '}`
  return { text: before + rest, caret: before.length }
}
