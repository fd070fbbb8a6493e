import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { Env, UserEnv } from '#api/context.ts'
import { limitChanges } from '#api/http/limits/limits.ts'
import { describing, noInput, validate, doneWith } from '#api/http/route.ts'
import { secretUrl } from '#api/http/secret-url.ts'
import { StartTrialWeek } from '#shared/trial-weeks.ts'
import { keepWeek, suggestWeek } from './trial-weeks.ts'

const describe = describing('Trial weeks')

export const trialWeekRoutes = new Hono<Env>().post(
  '/',
  describe('Suggest a first week of posts to a visitor, by AI for a trade that we don’t know', {
    signedIn: false,
    data: '`token` that keeps the week, once, within seven days; `businessName`, `trade`, `season`, `times`, `posts [{text at kind}]`, and `isByAi`',
    errors: ['rate_limited'],
  }),
  validate('json', StartTrialWeek),
  async c => c.json({ success: true, data: await suggestWeek(c.var.ctx, c.req.valid('json')) }),
)

export const keepWeekRoutes = new Hono<UserEnv>().post(
  '/:token/keep',
  secretUrl(),
  requireUser,
  describe(
    'Make a trial week’s posts drafts of the caller’s business with its name, which is created if there is none',
    {
      data: '`domainId businessName count`, and `from`, the time of the first post',
      errors: ['not_found', 'conflict'],
    },
  ),
  limitChanges,
  noInput,
  c => doneWith(c, keepWeek(c.var.ctx, c.req.param('token')), 'Your week is among your drafts.'),
)
