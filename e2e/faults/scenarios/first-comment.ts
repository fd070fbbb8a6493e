import { notifications } from '#api/db/schema/people/notifications.ts'
import type { PublishingApp } from '#api/test/publishing.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { Delivery } from '#shared/posts/posts.ts'
import type { Violation } from './violations.ts'

export const FIRST_COMMENT = 'Book on our site'

/** Matches calls about first comments. */
export const isAboutComment = (operation: string) => operation.startsWith('comments')

type App = Pick<PublishingApp, 'clock' | 'ctx' | 'delivery' | 'mails' | 'published' | 'run'>
type Comment = NonNullable<Delivery['firstComment']>

const ROUNDS = 300
const STEP_MS = 20_000
/** Interval at which the clock advances while an account is awaited. */
const LONG_STEP_MS = 10 * 60_000
const SHORT_STEPS = 60

/** Advances the clock until nothing more is attempted. */
async function settleComment(app: App, postId: string, network: NetworkId): Promise<Comment | undefined> {
  for (let round = 0; round < ROUNDS; round++) {
    await app.run()
    const { firstComment } = await app.delivery(postId, network)
    if (!firstComment || ['added', 'failed'].includes(firstComment.state)) return firstComment
    app.clock.advance(round < SHORT_STEPS ? STEP_MS : LONG_STEP_MS)
  }
  return (await app.delivery(postId, network)).firstComment
}

type Expected = { postId: string; network: NetworkId; message: string; ends: Comment['state'] }

/** Compares the provider's comments with the product's state. */
export async function checkComment(
  app: App,
  { postId, network, message, ends }: Expected,
): Promise<Violation[]> {
  const comment = await settleComment(app, postId, network)
  const posts = (await app.published()).filter(post => post.message === message)
  const shown = posts.flatMap(({ ownComments }) => ownComments).filter(text => text === FIRST_COMMENT).length
  if (!comment) return ['the post has lost its first comment']
  const { state, reason } = comment
  return [
    ...(shown > 1 ? [`commented ${shown} times`] : []),
    ...(state === ends ? [] : [`the comment is ${state} (${reason}), should be ${ends}`]),
    ...(state === 'added' && shown === 0 ? ['says that it commented, and the provider shows nothing'] : []),
    ...(state === 'failed' && shown > 0 && !/whether/.test(reason)
      ? [`says ${reason}, and the provider shows it`]
      : []),
    ...(state === 'failed' && reason === '' ? ['failed without a reason'] : []),
    ...(await notificationViolations(app, comment, `/dashboard/view-post?post=${postId}`)),
  ]
}

/** Expects one notification and one mail with the reason after a failure, and none otherwise. */
async function notificationViolations(
  app: App,
  { state, reason }: Comment,
  link: string,
): Promise<Violation[]> {
  const isOfComment = (title: string) => title.endsWith('without its first comment')
  const notices = (await app.ctx.db.select().from(notifications)).filter(
    notice => isOfComment(notice.title) && notice.link === link && notice.message.includes(reason),
  )
  const mails = (await app.mails()).filter(
    ({ subject, text }) =>
      isOfComment(subject) && text.includes(link) && text.replace(/\s+/g, ' ').includes(reason),
  )
  const times = state === 'failed' ? 1 : 0
  return [
    ...(notices.length === times ? [] : [`${notices.length} notifications about the ${state} comment`]),
    ...(mails.length === times ? [] : [`${mails.length} mails about the ${state} comment`]),
  ]
}
