import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { describe } from '#api/http/describe-route.ts'
import { limitChanges } from '#api/http/limits/limit-writes.ts'
import { noInput, validate } from '#api/http/validate.ts'
import { readPost } from '#api/posts/posts.ts'
import { ApprovalRule, ApprovePost, NewComment, RequestChanges } from '#shared/posts/approvals.ts'
import { approvePost, requestChanges, submitPost } from './decide.ts'
import { addComment, readComments, readDiscussion } from './discuss.ts'
import { readRule, setRule } from './rule.ts'

const tag = 'Approvals'
const RULE =
  '`required approvers`, and how many posts turning it on concerns: `scheduled`, of which `dueSoon` go out as they are'

export const approvalRuleRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/:id/approval-rule',
    describe({
      tag,
      summary: 'Read the approval rule of a business',
      response: { data: RULE },
      errors: ['not_found'],
    }),
    async c => c.json({ success: true, data: await readRule(c.var.ctx, c.req.param('id')) } as const),
  )
  .put(
    '/:id/approval-rule',
    describe({
      tag,
      summary:
        'Turn required approval on or off. When it is turned on, scheduled posts wait for approval, except those due within ten minutes',
      response: { data: RULE },
      errors: ['invalid', 'not_found', 'forbidden', 'rate_limited'],
    }),
    limitChanges,
    validate('json', ApprovalRule),
    async c => {
      const data = await setRule(c.var.ctx, c.req.param('id'), c.req.valid('json'))
      return c.json({ success: true, message: 'Saved.', data } as const)
    },
  )

const POST = 'The post, with its `approval {state contentHash by at via whenApproved previous?}`'

export const approvalRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .post(
    '/:id/submit',
    describe({
      tag,
      summary: 'Send a post for approval',
      response: { data: POST },
      errors: ['not_found', 'conflict', 'forbidden', 'rate_limited'],
    }),
    limitChanges,
    noInput,
    async c => {
      const { ctx } = c.var
      const id = c.req.param('id')
      await submitPost(ctx, id)
      return c.json({ success: true, message: 'Sent for approval.', data: await readPost(ctx, id) } as const)
    },
  )
  .post(
    '/:id/approve',
    describe({
      tag,
      summary:
        'Approve exactly the content with this hash: nothing else goes out. Conflicts if the post has changed since',
      response: { data: POST },
      errors: ['invalid', 'not_found', 'conflict', 'forbidden', 'rate_limited'],
    }),
    limitChanges,
    validate('json', ApprovePost),
    async c => {
      const { ctx } = c.var
      const id = c.req.param('id')
      await approvePost(ctx, id, c.req.valid('json').contentHash)
      return c.json({ success: true, message: 'Approved.', data: await readPost(ctx, id) } as const)
    },
  )
  .post(
    '/:id/request-changes',
    describe({
      tag,
      summary: 'Send a post back to its author with a comment',
      response: { data: POST },
      errors: ['invalid', 'not_found', 'conflict', 'forbidden', 'rate_limited'],
    }),
    limitChanges,
    validate('json', RequestChanges),
    async c => {
      const { ctx } = c.var
      const id = c.req.param('id')
      await requestChanges(ctx, id, c.req.valid('json').comment)
      return c.json({ success: true, message: 'Changes requested.', data: await readPost(ctx, id) } as const)
    },
  )
  .get(
    '/:id/comments',
    describe({
      tag,
      summary: 'Read the discussion of a post',
      response: {
        data: 'A list of `_id name via internal message createdAt`, oldest first',
        people: 'People who can be mentioned: a list of `_id name`',
      },
      errors: ['not_found'],
    }),
    async c => c.json({ success: true, ...(await readDiscussion(c.var.ctx, c.req.param('id'))) } as const),
  )
  .post(
    '/:id/comments',
    describe({
      tag,
      summary:
        'Comment on a post, for the team only or for reviewers too; `mentions` notifies members whose name the message has after an @',
      response: { data: 'The whole discussion' },
      errors: ['invalid', 'not_found', 'forbidden', 'rate_limited'],
    }),
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
      } as const)
    },
  )
