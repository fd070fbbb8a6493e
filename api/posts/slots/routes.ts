import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { limitChanges } from '#api/http/limits/limits.ts'
import { describing, validate, doneWith } from '#api/http/route.ts'
import { ProposedQuery, SaveSlots, UpcomingQuery } from '#shared/calendar/slots.ts'
import { proposeSlots, listSlots, saveSlots, listUpcomingSlots } from './slots.ts'

const describe = describing('slots')
const FIELDS = '`_id weekday time`: ISO weekday (1 is Monday) and HH:MM, in the time zone of the business'

export const slotRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/',
    describe('List the weekly posting times of the business', {
      data: `A list of ${FIELDS}`,
      errors: ['not_found'],
    }),
    async c => c.json({ success: true, data: await listSlots(c.var.ctx) }),
  )
  .put(
    '/',
    describe('Replace the weekly posting times. `timeZone` applies if the business has none yet', {
      data: `A list of ${FIELDS}`,
      errors: ['not_found', 'forbidden'],
    }),
    limitChanges,
    validate('json', SaveSlots),
    c => doneWith(c, saveSlots(c.var.ctx, c.req.valid('json')), 'Posting times saved.'),
  )
  .get(
    '/upcoming',
    describe('List the posting times in a date range, free or taken', {
      data: 'A list of `at` (ISO instant), `postId` and `draftId`, which are null if the slot is free',
      errors: ['not_found'],
    }),
    validate('query', UpcomingQuery),
    async c => c.json({ success: true, data: await listUpcomingSlots(c.var.ctx, c.req.valid('query')) }),
  )
  .get(
    '/proposed',
    describe('Propose weekly posting times for the business', {
      data: 'A list of `weekday time basis posts?`; `basis` is `insights` (its posts did well then) or `advice`',
      errors: ['not_found'],
    }),
    validate('query', ProposedQuery),
    async c => c.json({ success: true, data: await proposeSlots(c.var.ctx, c.req.valid('query')) }),
  )
