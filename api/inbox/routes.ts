import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { limitChanges } from '#api/http/limits/limits.ts'
import { describing, noInput, parseInput, validate, done, doneWith } from '#api/http/route.ts'
import { streamEvents } from '#api/http/stream-events.ts'
import { ActInput, ChangeItem, InboxCountQuery, InboxQuery, ReplyInput, SaveNote } from '#shared/inbox.ts'
import { ClientId } from '#shared/text/text.ts'
import { actOnItem, answerItem, changeItem, editAnswer, withdrawAct } from './act.ts'
import { draftReply } from './draft.ts'
import { readReviewForm } from './google.ts'
import { countInbox, inboxStatus, listInbox, readItem } from './list.ts'
import { deleteNote, listNotes, saveNote } from './notes.ts'
import { readSoon } from './schedule.ts'

const describe = describing('Inbox')

const ITEM =
  '`_id domainId network kind author text stars createdAt editedAt version state hidden liked read permalink`, the `post` of a comment, `assignee {_id, fullname}`, and `reply {text, at, state, reason, by, isEditable, isEdited, edit {text, state, reason}}`: `state` is `waiting`, `sending`, `unconfirmed`, `sent` or `failed`, and `by` is null for an answer that was written on the network; `notes`, the number of members’ notes about it, and `act {act, state, reason, by}` while a member’s `hide`, `show`, `like`, `unlike` or `delete` is on its way, or if it failed'

export const inboxRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/',
    describe(
      'List reviews and comments, of one business (`domainId`) or all: with `state=open` the oldest first, otherwise the newest. `stars` is a number or a range such as `1-3`; `assignee` a member’s id, `me` or `none`',
      { data: `A list of ${ITEM}`, response: { nextCursor: 'The `cursor` of the next page, or null' } },
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
      data: '`open unread`',
    }),
    validate('query', InboxCountQuery),
    async c => c.json({ success: true, data: await countInbox(c.var.ctx, c.req.valid('query')) }),
  )
  .get(
    '/status',
    describe(
      'Read which accounts’ reviews and comments can’t be read, and whether new accounts are being read',
      {
        data: '`troubles`, a list of `domainId network cause`; `isReading`; `accounts`, their number; `checkedAt`, the least recent read of a connected account, or null',
      },
    ),
    validate('query', InboxCountQuery),
    async c => c.json({ success: true, data: await inboxStatus(c.var.ctx, c.req.valid('query')) }),
  )
  .post(
    '/refresh',
    describe('Read the accounts’ reviews and comments soon, a minute after their last read at the earliest', {
      data: '`at`; `checkedAt` of the status is later once all have been read',
    }),
    limitChanges,
    validate('query', InboxCountQuery),
    noInput,
    async c => {
      const { ctx } = c.var
      await readSoon(ctx, c.req.valid('query'))
      const message = 'We’re checking for new reviews and comments.'
      return c.json({ success: true, message, data: { at: ctx.now().toISOString() } })
    },
  )
  .get(
    '/review-form',
    describe('Read where customers write a review of the selected business’s Google location', {
      data: '`url` of Google’s own form, `shortUrl`, Google’s short link to it or empty, and the location’s `name`',
      errors: ['not_found', 'conflict', 'upstream', 'rate_limited'],
    }),
    async c => c.json({ success: true, data: await readReviewForm(c.var.ctx) }),
  )
  .get('/:id', describe('Read a review or comment', { data: ITEM, errors: ['not_found'] }), async c =>
    c.json({ success: true, data: await readItem(c.var.ctx, c.req.param('id')) }),
  )
  .patch(
    '/:id',
    describe(
      'Mark a review or comment as read, give it to a member (`assignee`), or say that it needs no answer (`state` `closed`, or `open` again). Closing it withdraws an answer that isn’t sent yet',
      { data: ITEM, errors: ['not_found', 'forbidden', 'conflict'] },
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
      { data: ITEM, errors: ['not_found', 'forbidden', 'conflict'] },
    ),
    limitChanges,
    validate('json', ReplyInput),
    c =>
      doneWith(
        c,
        answerItem(c.var.ctx, c.req.param('id'), c.req.valid('json')),
        'Your answer is on its way.',
      ),
  )
  .put(
    '/:id/reply',
    describe(
      'Change the text of an answer that was sent from here, if the network allows it. Until the network has it, `reply.edit` has the new text',
      { data: ITEM, errors: ['not_found', 'forbidden', 'conflict'] },
    ),
    limitChanges,
    validate('json', ReplyInput),
    c =>
      doneWith(
        c,
        editAnswer(c.var.ctx, c.req.param('id'), c.req.valid('json')),
        'Your new answer is on its way.',
      ),
  )
  .post(
    '/:id/act',
    describe(
      'Hide, show, like, unlike or delete a comment on its network, if that takes it. Each item has one such act at a time: a second one is a conflict that says whose the first is, and so is one to what has changed since the `version` that the caller saw',
      { data: ITEM, errors: ['not_found', 'forbidden', 'conflict'] },
    ),
    limitChanges,
    validate('json', ActInput),
    c => doneWith(c, actOnItem(c.var.ctx, c.req.param('id'), c.req.valid('json')), 'This is on its way.'),
  )
  .delete(
    '/:id/act',
    describe('Take back an act that has not begun', {
      data: ITEM,
      errors: ['not_found', 'forbidden', 'conflict'],
    }),
    limitChanges,
    async c => c.json({ success: true, data: await withdrawAct(c.var.ctx, c.req.param('id')) }),
  )
  .post(
    '/:id/draft',
    describe(
      'Draft an answer with AI, as server-sent events: `text` `{delta}` …, then `done` `{text, cut}` or `failed` `{code, message}`. Nothing is sent to the network',
      { raw: 'text/event-stream', errors: ['not_found', 'forbidden', 'rate_limited', 'upstream'] },
    ),
    async c => streamEvents(c, signal => draftReply(c.var.ctx, c.req.param('id'), signal)),
  )
  .get(
    '/:id/notes',
    describe('List the notes that members wrote about a review or comment. Nothing of them is ever sent', {
      data: 'A list of `_id text createdAt`, `by {_id, fullname}` or null, and `isYours`',
      errors: ['not_found'],
    }),
    async c => c.json({ success: true, data: await listNotes(c.var.ctx, c.req.param('id')) }),
  )
  .put(
    '/:id/notes/:note',
    describe('Save a note for members under an id that the client generates, or change your own one', {
      errors: ['not_found', 'forbidden', 'conflict'],
    }),
    limitChanges,
    validate('json', SaveNote),
    async c => {
      const id = parseInput(ClientId, c.req.param('note'))
      await saveNote(c.var.ctx, { itemId: c.req.param('id'), id }, c.req.valid('json'))
      return c.json({ success: true, message: 'Note saved.' })
    },
  )
  .delete(
    '/:id/notes/:note',
    describe('Delete your own note', { errors: ['not_found', 'forbidden'] }),
    limitChanges,
    c =>
      done(c, deleteNote(c.var.ctx, { itemId: c.req.param('id'), id: c.req.param('note') }), 'Note deleted.'),
  )
