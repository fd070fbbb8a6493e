import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { limitChanges } from '#api/http/limits/limits.ts'
import { describing, done, validate } from '#api/http/route.ts'
import { ChangeLabel, LabelQuery, LabelUseQuery } from '#shared/posts/labels.ts'
import { listLabels, listLabelUses, replaceLabel } from './labels.ts'

const describe = describing('posts')

export const labelRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/',
    describe('List the labels of posts of one business, or of all your businesses, in alphabetical order', {
      data: 'A list of labels',
    }),
    validate('query', LabelQuery),
    async c => c.json({ success: true, data: await listLabels(c.var.ctx, c.req.valid('query')) }),
  )
  .get(
    '/uses',
    describe('List the labels of a business with the number of posts, drafts and files that have each', {
      data: 'A list of `label posts drafts files`, by name',
      errors: ['forbidden', 'not_found'],
    }),
    validate('query', LabelUseQuery),
    async c => c.json({ success: true, data: await listLabelUses(c.var.ctx, c.req.valid('query').domainId) }),
  )
  .post(
    '/change',
    describe(
      'Rename the label `from` of a business to `to`, which merges it with a label of that name; without `to`, delete it. Posts, drafts and files stay as they are otherwise',
      { errors: ['forbidden', 'not_found', 'rate_limited'] },
    ),
    limitChanges,
    validate('json', ChangeLabel),
    c => done(c, replaceLabel(c.var.ctx, c.req.valid('json')), 'Labels saved.'),
  )
