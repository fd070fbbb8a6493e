import { type NetworkId, networks } from '#shared/networks.ts'
import { captionProblem } from '#shared/posts/captions.ts'
import { commentProblem, takesFirstComment } from '#shared/posts/first-comments.ts'
import { POST_MESSAGES, type Post } from '#shared/posts/posts.ts'
import { dueAt } from '../messages.ts'
import { reached } from '../targets.ts'

export type Edit = {
  platforms: { platform: NetworkId; message: string; firstComment?: string }[]
  altTexts: string[]
  publishAt: Date | null
}
export type EditFields = Partial<Record<NetworkId | 'publishAt', string>>

export function startEdit(post: Post): Edit {
  const publishAt = new Date(dueAt(post))
  return {
    platforms: reached({ post }).map(({ network, message, firstComment }) => ({
      platform: network,
      message,
      ...(takesFirstComment(network) && { firstComment: firstComment?.message ?? '' }),
    })),
    altTexts: post.media.map(({ altText }) => altText),
    publishAt: publishAt > new Date() ? publishAt : null,
  }
}

/** Returns the new time if it has changed. */
export const newTime = (post: Post, { publishAt }: Edit): Date | undefined =>
  publishAt && publishAt.toISOString() !== dueAt(post) ? publishAt : undefined

/** Returns an error for each network with an invalid message, or undefined. */
export function checkEdit({ platforms }: Edit): EditFields | undefined {
  const errors = platforms.flatMap(({ platform, message, firstComment = '' }) => {
    const problem =
      message.trim() === ''
        ? POST_MESSAGES.noMessageFor(networks[platform].name)
        : (captionProblem(platform, message) ?? commentProblem(platform, firstComment))
    return problem ? [[platform, problem]] : []
  })
  return errors.length > 0 ? Object.fromEntries(errors) : undefined
}
