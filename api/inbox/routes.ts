import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { limitChanges } from '#api/http/limits/limits.ts'
import { describing, noInput, validate } from '#api/http/route.ts'
import { streamEvents } from '#api/http/stream-events.ts'
import { ChangeItem, InboxCountQuery, InboxQuery, ReplyInput } from '#shared/inbox.ts'
import { answerItem, changeItem } from './answer.ts'
import { draftReply } from './draft.ts'
import { readReviewForm } from './google.ts'
import { countInbox, inboxStatus, listInbox, readItem } from './list.ts'
import { readSoon } from './schedule.ts'

const describe = describing('Inbox')

const ITEM =
  '`_id domainId network kind author text stars createdAt editedAt version state read permalink`, the `post` of a comment, `assignee {_id, fullname}`, and `reply {text, at, state, reason, by}`: `state` is `waiting`, `sending`, `unconfirmed`, `sent` or `failed`, and `by` is null for an answer that was written on the network'

export const inboxRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/',
    describe(
      'List reviews and comments, of one business (`domainId`) or all: with `state=open` the oldest first, otherwise the newest. `stars` is a number or a range such as `1-3`; `assignee` a member’s id, `me` or `none`',
      { response: { data: `A list of ${ITEM}`, nextCursor: 'The `cursor` of the next page, or null' } },
    ),
    validate('query', InboxQuery),
    async c => {
      const { items, nextCursor } = await listInbox(c.var.ctx, c.req.valid('query'))
      return c.json({ success: true, data: items, nextCursor })
    },
  )
  .get(
    '/counts',
    describe('Count the reviews and comments that nobody has answered, of one business or all', {
      response: { data: '`open unread`' },
    }),
    validate('query', InboxCountQuery),
    async c => c.json({ success: true, data: await countInbox(c.var.ctx, c.req.valid('query')) }),
  )
  .get(
    '/status',
    describe(
      'Read which accounts’ reviews and comments can’t be read, and whether new accounts are being read',
      {
        response: {
          data: '`troubles`, a list of `domainId network cause`; `isReading`; `accounts`, their number',
        },
      },
    ),
    validate('query', InboxCountQuery),
    async c => c.json({ success: true, data: await inboxStatus(c.var.ctx, c.req.valid('query')) }),
  )
  .post(
    '/refresh',
    describe('Read the accounts’ reviews and comments soon, unless that happened within a minute'),
    limitChanges,
    validate('query', InboxCountQuery),
    noInput,
    async c => {
      await readSoon(c.var.ctx, c.req.valid('query'))
      return c.json({ success: true, message: 'We’re checking for new reviews and comments.' })
    },
  )
  .get(
    '/review-form',
    describe('Read where customers write a review of the selected business’s Google location', {
      response: {
        data: '`url` of Google’s own form, `shortUrl`, Google’s short link to it or empty, and the location’s `name`',
      },
      errors: ['not_found', 'conflict', 'upstream', 'rate_limited'],
    }),
    async c => c.json({ success: true, data: await readReviewForm(c.var.ctx) }),
  )
  .get(
    '/:id',
    describe('Read a review or comment', { response: { data: ITEM }, errors: ['not_found'] }),
    async c => c.json({ success: true, data: await readItem(c.var.ctx, c.req.param('id')) }),
  )
  .patch(
    '/:id',
    describe(
      'Mark a review or comment as read, give it to a member (`assignee`), or say that it needs no answer (`state` `closed`, or `open` again). Closing it withdraws an answer that isn’t sent yet',
      { response: { data: ITEM }, errors: ['not_found', 'conflict'] },
    ),
    limitChanges,
    validate('json', ChangeItem),
    async c =>
      c.json({ success: true, data: await changeItem(c.var.ctx, c.req.param('id'), c.req.valid('json')) }),
  )
  .post(
    '/:id/reply',
    describe(
      'Answer a review or comment that the caller saw in this `version`. Each gets one answer: a second one, and one to what has changed since, are conflicts',
      { response: { data: ITEM }, errors: ['not_found', 'conflict'] },
    ),
    limitChanges,
    validate('json', ReplyInput),
    async c =>
      c.json({
        success: true,
        message: 'Your answer is on its way.',
        data: await answerItem(c.var.ctx, c.req.param('id'), c.req.valid('json')),
      }),
  )
  .post(
    '/:id/draft',
    describe(
      'Draft an answer with AI, as server-sent events: `text` `{delta}` …, then `done` `{text, cut}` or `failed` `{code, message}`. Nothing is sent to the network',
      { raw: 'text/event-stream', errors: ['not_found', 'rate_limited', 'upstream'] },
    ),
    async c => streamEvents(c, signal => draftReply(c.var.ctx, c.req.param('id'), signal)),
  )
