import { nameOf } from '#api/auth/access/membership.ts'
import type { Inside, OwnerContext } from '#api/context.ts'
import { excerpt } from '#api/deliveries/broadcast.ts'
import { accountMail } from '#api/mail/templates.ts'
import { linkTo, mailsOf, noticeMailInserts, notificationInserts } from '#api/notifications/notifications.ts'
import type { PostUnderReview, Reviewer } from './load.ts'

/** `post` is the beginning of its text, in quotation marks; a post without a text is 'your post'. */
type Details = { who: string; post: string; comment: string }

const NOTICES = {
  approved: {
    tone: 'success',
    title: 'Your post was approved',
    message: ({ who, post }: Details) => `${who} approved ${post}.`,
  },
  approvedLate: {
    tone: 'warning',
    title: 'Your post was approved after its time',
    message: ({ who, post }: Details) =>
      `${who} approved ${post}, but its time had passed. Choose a new time to publish it.`,
  },
  changesRequested: {
    tone: 'warning',
    title: 'Changes were requested',
    message: ({ who, post, comment }: Details) =>
      `${who} asked for changes to ${post}: “${excerpt(comment)}”`,
  },
} as const

type Authors = { post: Pick<PostUnderReview['post'], 'userId' | 'authorId'>; submittedBy?: string | null }

/** Returns the people who are notified of decisions on a post: its author, and the person who sent it for approval. */
export const decisionRecipients = ({ post: { userId, authorId }, submittedBy }: Authors): string[] => [
  ...new Set([authorId ?? userId, submittedBy ?? authorId ?? userId]),
]

type Decision = { outcome: keyof typeof NOTICES; comment?: string; reviewer: Reviewer | undefined }

/**
 * Notifies the author and the person who sent the post for approval, except the one who decided. A post that was approved too
 * late needs a new time, so they get a mail as well. `mailAuthors` sends the mail about requested changes.
 */
export async function notifyOfDecision(
  ctx: Inside<OwnerContext>,
  { post, contents, approval }: PostUnderReview,
  { outcome, comment = '', reviewer }: Decision,
): Promise<void> {
  const { tone, title, message } = NOTICES[outcome]
  const text = excerpt(contents[0]?.message ?? '')
  const who = reviewer ? reviewer.name || 'A reviewer' : (await nameOf(ctx)) || 'A colleague'
  const details = { who, post: text ? `“${text}”` : 'your post', comment }
  const notices = decisionRecipients({ post, submittedBy: approval?.submittedBy ?? null })
    .filter(userId => reviewer || userId !== ctx.userId)
    .map(userId => ({
      id: `review:${post.id}:${+ctx.now()}:${userId}`,
      userId,
      domainId: post.domainId,
      type: 'social' as const,
      tone,
      title,
      message: message(details),
      link: linkTo({ postId: post.id }),
    }))
  await notificationInserts(ctx, notices)
  if (outcome !== 'approvedLate') return
  const mails = await mailsOf(ctx, notices, ({ url, ...parts }, notice) =>
    accountMail({ ...parts, ...notice, action: { label: 'Choose a new time', url } }),
  )
  await noticeMailInserts(ctx, mails)
}
