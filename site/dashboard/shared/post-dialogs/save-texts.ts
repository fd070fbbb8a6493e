import type { NetworkId } from '#shared/networks.ts'
import type { Post } from '#shared/posts/posts.ts'
import { api } from '#site/lib/api/api.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { change } from './change-posts.ts'
import {
  forgetText,
  isSaving,
  keepText,
  keptText,
  openTexts,
  textsSettled,
  whileSaving,
} from './unsaved-texts.ts'
import { $openPostId, closePanel } from './url.ts'

type Options = { toastsSuccess?: boolean }

/**
 * Saves the texts that are being edited in the post's panel, with Undo if success is shown. Shows a failure in a toast, and throws
 * it. @returns the changed post; undefined if there was nothing to save
 */
export async function saveTexts(postId: string, { toastsSuccess = false }: Options = {}) {
  // Each save continues from the version that the one before it created.
  while (isSaving(postId)) await textsSettled(postId)
  const edits = openTexts(postId)
  const changed = edits.filter(({ text, before }) => text !== before)
  const [first] = changed
  if (!first) {
    for (const { network } of edits) forgetText(postId, network)
    return undefined
  }
  const version = Math.min(...changed.map(each => each.version))
  const messages = new Map<NetworkId, string>()
  const previous = new Map<NetworkId, string>()
  for (const { networks, text, before } of changed)
    for (const network of networks) {
      messages.set(network, text)
      previous.set(network, before)
    }
  // A network's own field counts more than the one of another network that had the same text.
  for (const { network, text } of changed) messages.set(network, text)
  try {
    return await whileSaving(postId, save())
  } catch (error) {
    if (error instanceof ApiError && FINAL_ERRORS.includes(error.code))
      for (const { network, ...unsaved } of changed) keepText(postId, network, { ...unsaved, isOpen: false })
    throw error
  }

  async function save(): Promise<Post> {
    const post = await change({ _id: postId }, () => put(postId, messages, version), {
      toastsSuccess,
      undo: changedPost => () => change(changedPost, () => put(postId, previous, changedPost.version)),
    })
    for (const { network, text } of edits) {
      const now = keptText(postId, network)
      // Text that was typed meanwhile changes the saved post.
      if (now && now.text !== text) keepText(postId, network, { ...now, before: text, version: post.version })
      else forgetText(postId, network)
    }
    return post
  }
}

/** Failures after which the same text can't be saved again as it is. */
const FINAL_ERRORS: readonly string[] = ['conflict', 'forbidden', 'not_found']

const put = (id: string, messages: ReadonlyMap<NetworkId, string>, version: number) =>
  api.posts[':id'].$put({
    param: { id },
    json: { platforms: [...messages].map(([platform, message]) => ({ platform, message })), version },
  })

/** Runs an action on the post if the texts of its panel could be saved. */
export async function withTextsSaved(post: Post, act: (post: Post) => unknown, options?: Options) {
  try {
    post = (await saveTexts(post._id, options)) ?? post
  } catch {
    return
  }
  await act(post)
}

/** Closes the panel once its texts are saved. Those of an approved post stay unsaved until it is opened again. */
export const saveAndClose = (post: Post | undefined) =>
  post && !coversApproved(post._id) ? withTextsSaved(post, closePanel, { toastsSuccess: true }) : closePanel()

const coversApproved = (postId: string) => openTexts(postId).some(({ isApproved }) => isApproved)

// Also saves texts when the panel is left by Back or a link.
$openPostId.listen((id, before) => {
  if (before && before !== id && !coversApproved(before))
    void saveTexts(before, { toastsSuccess: true }).catch(() => undefined)
})
