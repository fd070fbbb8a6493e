import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { describing, validate } from '#api/http/route.ts'
import { InsightsQuery, RateQuery, SummaryQuery } from '#shared/insights.ts'
import { readPostingRate } from './best-time.ts'
import { readInsights, readSummary } from './insights.ts'

const describe = describing('Insights')
const FIGURES =
  '`posts followers comments engagement`, each `{value, change, since}`: null where nothing is known'
const MEASURES =
  '`reach views saves clicks`, sums of the days, and `rate` (engagement ÷ reach), in the same form'

export const insightRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/',
    describe('Read the figures of your accounts, of one business or all, and their best posts, in a period', {
      data: `accounts: a list of \`_id network name readAt missing series [{day, followers, engagement, reach, views, saves, clicks}]\`, ${FIGURES}, and ${MEASURES}; presence: a list of \`_id network name readAt missing knownUntil series sums keywords {month, list [{keyword, count, isBelow}]}\`, what people saw and did at profiles, where \`isBelow\` means fewer than \`count\`; topPosts: a list of \`_id excerpt publishedAt thumbnailUrl likes comments shares placements [{network, accountName, permalink, reactions, measures, readAt}]\`, the highest by \`best\` first; compared: the \`finished\` days and those \`before\`; conversation: \`answers {count, medianMs, beforeMs}\` of the period, and \`ratings [{month, average, reviews}]\` until its end`,
    }),
    validate('query', InsightsQuery),
    async c => c.json({ success: true, data: await readInsights(c.var.ctx, c.req.valid('query')) }),
  )
  .get(
    '/summary',
    describe('Read the totals over your accounts, with the change over 30 days', {
      data: `\`connected accounts unread readAt\` and ${FIGURES}`,
    }),
    validate('query', SummaryQuery),
    async c => c.json({ success: true, data: await readSummary(c.var.ctx, c.req.valid('query')) }),
  )
  .get(
    '/rate',
    describe('Read how often you post, and the weekday and hour (in `timeZone`) at which posts did best', {
      data: '`perWeek weeks best {weekday, hour} slots basedOn`',
    }),
    validate('query', RateQuery),
    async c => c.json({ success: true, data: await readPostingRate(c.var.ctx, c.req.valid('query')) }),
  )
