import { and, eq, gte } from 'drizzle-orm'

import { nameOf } from '#api/auth/access/membership.ts'
import type { Inside, OwnerContext } from '#api/context.ts'
import { approvals } from '#api/db/schema/posts/approvals.ts'
import { posts } from '#api/db/schema/posts/posts.ts'
import { accountMail } from '#api/mail/templates.ts'
import { linkTo, mailNotices, notify, notifyOfProgress } from '#api/notifications/notifications.ts'
import { MINUTE_MS } from '#shared/durations.ts'
import { networkNames } from '#shared/format-list.ts'
import type { NetworkId } from '#shared/networks.ts'
import { plural } from '#shared/plural.ts'
import { postExcerpt, quoted } from '#shared/text/graphemes.ts'
import type { PostUnderReview, Reviewer } from './load.ts'

type Details = {
  who: string
  /** Such as “Our vans are red…” and 2 other posts of its series. */
  post: string
  comment: string
  /** Names of the networks whose time had passed; empty if no network is in time. */
  late: string
}

const NOTICES = {
  approvedLate: {
    tone: 'warning',
    title: 'Your post was approved after its time',
    message: ({ who, post, late }: Details) =>
      late
        ? `${who} approved ${post}, but the time for ${late} had passed. Choose a new time to publish it there.`
        : `${who} approved ${post}, but its time had passed. Choose a new time to publish it.`,
  },
  takenBack: {
    tone: 'warning',
    title: 'An approval was taken back',
    message: ({ who, post }: Details) =>
      `${who} took back the approval of ${post}. It waits for approval again.`,
  },
  changesRequested: {
    tone: 'warning',
    title: 'Changes were requested',
    message: ({ who, post, comment }: Details) =>
      `${who} asked for changes to ${post}: “${postExcerpt(comment)}”`,
  },
} as const

type Authors = { post: Pick<PostUnderReview['post'], 'userId' | 'authorId'>; submittedBy?: string | null }

const authorOf = ({ userId, authorId }: Authors['post']) => authorId ?? userId

/** Returns the person who sent the post for approval, or the author of one that was only shared for review. */
export const submitterOf = ({ post, submittedBy }: Authors): string => submittedBy ?? authorOf(post)

/** Returns the people who are notified of decisions on a post: its author, and the person who sent it for approval. */
export const decisionRecipients = (authors: Authors): string[] => [
  ...new Set([authorOf(authors.post), submitterOf(authors)]),
]

type Decision = {
  /** Number of other posts of the series to which the decision applies. */
  others: number
  outcome: keyof typeof NOTICES | 'approved'
  comment?: string
  late?: NetworkId[]
  reviewer: Reviewer | undefined
}

/**
 * Notifies the author and the person who sent the post for approval, except the one who decided. A post that was approved too
 * late needs a new time, so they get a mail as well. `mailAuthors` sends the mail about requested changes.
 */
export async function notifyOfDecision(
  ctx: Inside<OwnerContext>,
  { post, contents, approval }: PostUnderReview,
  { outcome, others, comment = '', late = [], reviewer }: Decision,
): Promise<void> {
  const text = postExcerpt(contents[0]?.message ?? '')
  const who = reviewer ? reviewer.name || 'A reviewer' : (await nameOf(ctx)) || 'A colleague'
  const details = {
    who,
    post:
      (text ? quoted(text) : 'your post') +
      (others > 0 ? ` and ${plural(others, 'other post', 'other posts')} of its series` : ''),
    comment,
    late: networkNames(late),
  }
  const recipients = decisionRecipients({ post, submittedBy: approval?.submittedBy ?? null }).filter(
    userId => reviewer || userId !== ctx.userId,
  )
  if (outcome === 'approved')
    return notifyOfApproval(ctx, post, { recipients, reviewer, others, who, of: details.post })
  const { tone, title, message } = NOTICES[outcome]
  const notices = recipients.map(userId => ({
    id: `review:${post.id}:${+ctx.now()}:${userId}`,
    userId,
    domainId: post.domainId,
    type: 'social' as const,
    tone,
    title,
    message: message(details),
    link: linkTo({ postId: post.id }),
  }))
  await notify(ctx, notices)
  if (outcome !== 'approvedLate') return
  await mailNotices(ctx, notices, ({ url, ...parts }, notice) =>
    accountMail({ ...parts, ...notice, action: { label: 'Choose a new time', url } }),
  )
}

/** Approvals of one person in this time are one notification, because a whole month is often approved at once. */
const COMBINED_MS = 10 * MINUTE_MS

type NewApproval = Pick<Decision, 'reviewer' | 'others'> & { recipients: string[]; who: string; of: string }

async function notifyOfApproval(
  ctx: Inside<OwnerContext>,
  { id, domainId }: PostUnderReview['post'],
  { recipients, reviewer, others, who, of }: NewApproval,
): Promise<void> {
  const since = new Date(Math.floor(+ctx.now() / COMBINED_MS) * COMBINED_MS)
  const bySame = reviewer
    ? and(eq(approvals.via, 'link'), eq(approvals.decidedBy, reviewer.name))
    : eq(approvals.decidedById, ctx.userId)
  const approved = await ctx.db
    .select({ userId: posts.userId, authorId: posts.authorId, submittedBy: approvals.submittedBy })
    .from(approvals)
    .innerJoin(posts, eq(posts.id, approvals.postId))
    .where(
      and(
        eq(approvals.domainId, domainId),
        eq(approvals.state, 'approved'),
        gte(approvals.decidedAt, since),
        bySame,
      ),
    )
  const countFor = (userId: string) =>
    approved.filter(({ submittedBy, ...post }) => decisionRecipients({ post, submittedBy }).includes(userId))
      .length
  await notifyOfProgress(
    ctx,
    recipients.map(userId => {
      const count = countFor(userId)
      const isFirst = count <= 1 + others
      return {
        id: `approved:${domainId}:${reviewer?.link.id ?? ctx.userId}:${+since}:${userId}`,
        userId,
        domainId,
        type: 'social' as const,
        tone: 'success' as const,
        title: isFirst ? 'Your post was approved' : `${count} of your posts were approved`,
        message: isFirst ? `${who} approved ${of}.` : `${who} approved ${count} posts, ${of} among them.`,
        link: isFirst ? linkTo({ postId: id }) : '/dashboard/view-post?tab=scheduled',
      }
    }),
    { evenIfSame: true },
  )
}
