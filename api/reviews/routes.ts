import { Hono } from 'hono'
import { createFactory } from 'hono/factory'
import * as v from 'valibot'

import { isBrowserOf } from '#api/auth/middleware/device-cookie.ts'
import { requireUser } from '#api/auth/middleware/user.ts'
import type { Env, UserContext, UserEnv } from '#api/context.ts'
import { limitChanges, LIMITS, limit } from '#api/http/limits/limits.ts'
import { describing, noInput, validate, doneWith } from '#api/http/route.ts'
import { secretUrl } from '#api/http/secret-url.ts'
import { readPost } from '#api/posts/read-posts.ts'
import { plural } from '#shared/plural.ts'
import {
  ApprovalRule,
  ApprovePost,
  NewComment,
  RequestChanges,
  ResolveRemark,
} from '#shared/posts/approvals.ts'
import { BulkChange } from '#shared/posts/bulk.ts'
import {
  ApproveByLink,
  type AnswerByLink,
  CommentByLink,
  NewReviewLink,
  RequestByLink,
  ReviewQuery,
  RevokeReviewLink,
  TakeBackByLink,
} from '#shared/posts/review-links.ts'
import { REVIEW_PIN_HEADER } from '#shared/posts/review-page.ts'
import { TakeBackApproval } from '#shared/posts/take-back.ts'
import { changePosts } from './bulk.ts'
import { approvePost, requestChanges, submitPost, takeBackApproval } from './decide.ts'
import { addComment, readComments, readDiscussion, resolveRemark } from './discuss.ts'
import { createReviewLink, findReviewLink, listReviewLinks, reviewPass, revokeReviewLink } from './links.ts'
import { answerByLink, openReview } from './review-page.ts'
import { readRule, setRule } from './rule.ts'

const describe = describing('Approvals')
const describePosts = describing('posts')
const RULE =
  '`required approvers`, and how many posts turning it on concerns: `scheduled`, of which `dueSoon` go out as they are; `linksApprove` says whether review links that the caller makes approve posts'

export const approvalRuleRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/:id/approval-rule',
    describe('Read the approval rule of a business', { data: RULE, errors: ['not_found'] }),
    async c => c.json({ success: true, data: await readRule(c.var.ctx, c.req.param('id')) }),
  )
  .put(
    '/:id/approval-rule',
    describe(
      'Turn required approval on or off. When it is turned on, scheduled posts wait for approval, except those due within ten minutes',
      { data: RULE, errors: ['not_found', 'forbidden'] },
    ),
    limitChanges,
    validate('json', ApprovalRule),
    c => doneWith(c, setRule(c.var.ctx, c.req.param('id'), c.req.valid('json')), 'Saved.'),
  )

const POST = 'The post, with its `approval {state contentHash by at via whenApproved previous?}`'

const factory = createFactory<UserEnv, '/:id'>()

/** Creates the handlers of a call that changes the approval of a post and returns the post. */
const reviewHandlers = <Schema extends v.GenericSchema>(
  schema: Schema,
  summary: string,
  /** Message of the response for a number of posts. */
  message: (count: number) => string,
  change: (ctx: UserContext, postId: string, input: v.InferOutput<Schema>) => Promise<number | void>,
) =>
  factory.createHandlers(
    describe(summary, { data: POST, errors: ['not_found', 'conflict', 'forbidden'] }),
    limitChanges,
    validate('json', schema),
    async c => {
      const { ctx } = c.var
      const id = c.req.param('id')
      const count = await change(ctx, id, c.req.valid('json'))
      return c.json({ success: true, message: message(count ?? 1), data: await readPost(ctx, id) })
    },
  )

export const approvalRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .post(
    '/:id/submit',
    describe('Send a post for approval', { data: POST, errors: ['not_found', 'conflict', 'forbidden'] }),
    limitChanges,
    noInput,
    async c => {
      const { ctx } = c.var
      const id = c.req.param('id')
      await submitPost(ctx, id)
      return c.json({ success: true, message: 'Sent for approval.', data: await readPost(ctx, id) })
    },
  )
  .post(
    '/:id/approve',
    ...reviewHandlers(
      ApprovePost,
      'Approve exactly the content with this hash: nothing else goes out. Conflicts if the post has changed since. `alike` lists other posts of its series, of which those that wait with the same content are approved too',
      count => (count > 1 ? `${count} posts approved.` : 'Approved.'),
      approvePost,
    ),
  )
  .post(
    '/:id/take-back',
    ...reviewHandlers(
      TakeBackApproval,
      'Take back the approval of exactly the content with this hash: the post waits for approval again. Conflicts once publishing has begun. For the person who approved it, and people who may decide',
      () => 'Approval taken back. It waits for approval again.',
      takeBackApproval,
    ),
  )
  .post(
    '/:id/request-changes',
    ...reviewHandlers(
      RequestChanges,
      'Send a post back to its author with a comment, and those in `alike` of its series that have the same content and approval',
      count => (count > 1 ? `Changes requested to ${count} posts.` : 'Changes requested.'),
      requestChanges,
    ),
  )
  .get(
    '/:id/comments',
    describe('Read the discussion of a post', {
      data: 'A list of `_id name via internal message anchor? resolvedAt? createdAt`, oldest first',
      response: { people: 'People who can be mentioned: a list of `_id name`' },
      errors: ['not_found'],
    }),
    async c => c.json({ success: true, ...(await readDiscussion(c.var.ctx, c.req.param('id'))) }),
  )
  .post(
    '/:id/comments',
    describe(
      'Comment on a post, for the team only or for reviewers too; `anchor` is a place in a picture or a passage, and `mentions` notifies members whose name the message has after an @',
      { data: 'The whole discussion', errors: ['not_found', 'forbidden'] },
    ),
    limitChanges,
    validate('json', NewComment),
    async c => {
      const { ctx } = c.var
      const id = c.req.param('id')
      await addComment(ctx, id, c.req.valid('json'))
      return c.json({
        success: true,
        message: 'Added.',
        data: await readComments(ctx, id, { internal: true }),
      })
    },
  )
  .put(
    '/:id/comments/:remarkId',
    describe('Resolve a remark, which is a comment on a part of the post, or open it again', {
      data: 'The whole discussion',
      errors: ['not_found', 'forbidden'],
    }),
    limitChanges,
    validate('json', ResolveRemark),
    async c => {
      const { ctx } = c.var
      const { id, remarkId } = c.req.param()
      await resolveRemark(ctx, id, { remarkId, ...c.req.valid('json') })
      return c.json({ success: true, data: await readComments(ctx, id, { internal: true }) })
    },
  )
  .post(
    '/bulk',
    describePosts(
      'Move (`move`, or `slot` into the next free slots), cancel, restore, duplicate, retry, discard, submit (for approval), approve or take-back (an approval) up to 100 posts; each succeeds or fails independently. `move` takes `days`, or a list of `times` in Unix seconds, and refuses posts that no longer have the `versions` in its optional list; `approve` takes `contentHashes`, and refuses posts that have changed since; `take-back` takes those that were approved',
      {
        response: {
          data: 'For each post, in order: `_id success message? draftId? publishAt? version? needsTime?`',
        },
        errors: ['rate_limited'],
      },
    ),
    validate('json', BulkChange),
    async c => {
      const { ctx } = c.var
      await limit(ctx, { ...LIMITS.bulkPosts, key: ctx.userId })
      return c.json({ success: true, data: await changePosts(ctx, c.req.valid('json')) })
    },
  )

const describeLink = describing('Review links')
const LINK = '`_id postIds from to expiresAt works holds hasPin openings openedAt createdAt`'

export const reviewLinkRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/:id/review-links',
    describeLink('List the review links of a business, newest first', {
      response: { data: `A list of ${LINK}` },
      errors: ['not_found', 'forbidden'],
    }),
    async c => c.json({ success: true, data: await listReviewLinks(c.var.ctx, c.req.param('id')) }),
  )
  .post(
    '/:id/review-links',
    describeLink(
      'Create a link with which people without a login review some posts, or those of a period. It works for 30 days unless `expiresAt` is set. `hold` takes the scheduled ones off the schedule until somebody approves them',
      {
        response: { url: 'The URL, which is returned only once', data: LINK },
        errors: ['not_found', 'forbidden', 'conflict'],
      },
    ),
    limitChanges,
    validate('json', NewReviewLink),
    async c => {
      const created = await createReviewLink(c.var.ctx, c.req.param('id'), c.req.valid('json'))
      return c.json({ success: true, ...created })
    },
  )
  .delete(
    '/:id/review-links/:linkId',
    describeLink(
      'Revoke a review link. With `release=true`, posts that it holds (`holds` of the link) go back on the schedule',
      { errors: ['not_found', 'forbidden'] },
    ),
    limitChanges,
    validate('query', RevokeReviewLink),
    async c => {
      const { id: domainId, linkId } = c.req.param()
      const release = c.req.valid('query').release === 'true'
      const released = await revokeReviewLink(c.var.ctx, { domainId, linkId, release })
      const back = released > 0 ? ` ${plural(released, 'post is', 'posts are')} back on the schedule.` : ''
      return c.json({ success: true, message: `The link no longer works.${back}` })
    },
  )

const REVIEWED =
  '`_id seriesId? contentHash publishAt timeZone when missed? approval networks [{network account state message firstComment media}] comments`'

const linkFactory = createFactory<Env, '/:token/posts/:postId'>()

/** Creates the handlers of a reviewer's answer. */
const linkHandlers = <
  Schema extends typeof ApproveByLink | typeof RequestByLink | typeof TakeBackByLink | typeof CommentByLink,
>(
  schema: Schema,
  summary: string,
  message: string,
  { takesBack = false } = {},
) =>
  linkFactory.createHandlers(
    describeLink(summary, {
      signedIn: false,
      response: { data: REVIEWED },
      errors: ['not_found', 'forbidden', 'conflict', 'rate_limited'],
    }),
    validate('json', schema),
    async c => {
      const { ctx } = c.var
      const answer: AnswerByLink = c.req.valid('json')
      const { pin = c.req.header(REVIEW_PIN_HEADER) } = answer
      const link = await findReviewLink(ctx, c.req.param('token'), pin)
      const isInMakersBrowser = await isBrowserOf(c, link.userId)
      const postId = c.req.param('postId')
      const data = await answerByLink(ctx, link, { ...answer, postId, isInMakersBrowser, takesBack })
      return c.json({ success: true, message, data })
    },
  )

/** Serves anyone with a link. */
export const reviewRoutes = new Hono<Env>()
  .use((c, next) =>
    secretUrl(c.req.query('known') === undefined ? LIMITS.reviewAddress : LIMITS.reviewPollAddress)(c, next),
  )
  .get(
    '/:token',
    describeLink(
      `Read the posts of a review link. Unknown, revoked and expired links get the same 404; a PIN goes in ${REVIEW_PIN_HEADER}, and later the \`pass\`. With \`known\`, the \`version\` that an open page shows, this isn’t counted as a visit`,
      {
        signedIn: false,
        response: {
          data: `\`business {name picture} expiresAt version pass?\` and \`posts\`: ${REVIEWED}; absent if \`known\` is still the version`,
        },
        errors: ['not_found', 'forbidden', 'rate_limited'],
      },
    ),
    validate('query', ReviewQuery),
    async c => {
      const { ctx } = c.var
      const link = await findReviewLink(ctx, c.req.param('token'), c.req.header(REVIEW_PIN_HEADER))
      const review = await openReview(ctx, link, c.req.valid('query').known)
      const pass = reviewPass(ctx, link)
      return c.json({ success: true, data: review && { ...review, ...(pass && { pass }) } })
    },
  )
  .post(
    '/:token/posts/:postId/approve',
    ...linkHandlers(
      ApproveByLink,
      'Approve exactly the content with this hash, with a review link',
      'Approved.',
    ),
  )
  .post(
    '/:token/posts/:postId/take-back',
    ...linkHandlers(
      TakeBackByLink,
      'Take back the approval of exactly the content with this hash, with a review link, by the name that approved it',
      'Approval taken back.',
      { takesBack: true },
    ),
  )
  .post(
    '/:token/posts/:postId/request-changes',
    ...linkHandlers(
      RequestByLink,
      'Send a post back with a comment, with a review link',
      'Changes requested.',
    ),
  )
  .post(
    '/:token/posts/:postId/comments',
    ...linkHandlers(
      CommentByLink,
      'Comment on a post, or a picture or passage of it, with a review link',
      'Added.',
    ),
  )
