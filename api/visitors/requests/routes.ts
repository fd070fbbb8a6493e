import { Hono } from 'hono'

import { optionalUser, requireAdmin, requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv, VisitorEnv } from '#api/context.ts'
import { limitChanges } from '#api/http/limits/limits.ts'
import { readIdempotencyKey, describing, validate, done, doneWith } from '#api/http/route.ts'
import {
  ChangeRequest,
  CreateClient,
  NoteOnRequest,
  ReplyToRequest,
  UndoClient,
} from '#shared/requests/pipeline.ts'
import { ContactRequest, FeatureForm, REQUEST_SENT } from '#shared/requests/requests.ts'
import { SUPPORT_SENT, SupportForm } from '#shared/requests/support.ts'
import {
  changeRequest,
  deleteRequest,
  listAdministrators,
  noteOnRequest,
  replyToRequest,
  restoreRequest,
} from './changes.ts'
import { createClient, undoClient } from './clients.ts'
import { countUnanswered, type Kind, listRequests, readRequest, readSender } from './inbox.ts'
import { saveContactRequest, saveFeatureRequest, saveSupportRequest } from './requests.ts'

const describe = describing('Requests')
const describeClient = describing('Clients')

const keyOf = (c: { req: { header: (name: string) => string | undefined } }) =>
  readIdempotencyKey(c.req.header('Idempotency-Key'))

export const requestRoutes = new Hono<VisitorEnv>()
  .post(
    '/saveContactRequest',
    describe('Send a message to the agency', { signedIn: false, errors: ['rate_limited'] }),
    validate('json', ContactRequest),
    c => done(c, saveContactRequest(c.var.ctx, c.req.valid('json'), keyOf(c)), REQUEST_SENT.contact),
  )
  .post(
    '/saveFeatureRequest',
    describe(
      'Request ad management (`requestType` is `Ad Management`) or a website. Visitors must give their name and e-mail for an ad campaign, and their `contact` for a website',
      { signedIn: false, errors: ['rate_limited'] },
    ),
    validate('json', FeatureForm),
    optionalUser,
    c => done(c, saveFeatureRequest(c.var.ctx, c.req.valid('json'), keyOf(c)), REQUEST_SENT.feature),
  )

export const supportRoutes = new Hono<UserEnv>().post(
  '/saveSupportRequest',
  describe('Send a message to the agency as a client (`kind` is `question`), or request a call (`call`)', {
    errors: ['rate_limited'],
  }),
  requireUser,
  validate('json', SupportForm),
  async c => {
    const form = c.req.valid('json')
    await saveSupportRequest(c.var.ctx, form, keyOf(c))
    return c.json({ success: true, message: SUPPORT_SENT[form.kind] })
  },
)

const KINDS = {
  support: {
    name: 'support request',
    fields:
      '`_id fullname email contact company service offering? posts? message preferredAt? caller? updates? audit? createdAt status assignee client version`',
  },
  feature: {
    name: 'feature request',
    fields:
      '`_id requestType name email createdAt status assignee client version`; of an ad campaign `campaignObjective otherObjective targetAudience platforms budgetRange`, of a website `contact business websiteType pages design existing extraFeatures budget timeline comments`',
  },
} as const

const RESPONSE = { data: 'The request with its `history`' }
const CLIENT_RESPONSE = { data: 'The request with its `client {_id businessName}` and its `history`' }

/** Creates the routes for administrators of one kind of request. */
const routesFor = <K extends Kind>(kind: K) => {
  const { name, fields } = KINDS[kind]
  return new Hono<UserEnv>()
    .use(requireUser, requireAdmin)
    .get(
      '/',
      describe(`List every ${name}, newest first; for administrators`, {
        data: `A list of ${fields}`,
        errors: ['forbidden'],
      }),
      async c => c.json({ success: true, data: await listRequests(c.var.ctx, kind) }),
    )
    .get(
      '/:id',
      describe(`Read a ${name}`, {
        data: `${fields}; also its \`history\``,
        errors: ['forbidden', 'not_found'],
      }),
      async c => c.json({ success: true, data: await readRequest(c.var.ctx, kind, c.req.param('id')) }),
    )
    .get(
      '/:id/sender',
      describe(`Read the visible profile of the client who sent a ${name}`, {
        data: '`fullname profileImage`, and `mobile bio` if public; null for a private profile or a visitor',
        errors: ['forbidden'],
      }),
      async c => c.json({ success: true, data: await readSender(c.var.ctx, kind, c.req.param('id')) }),
    )
    .delete(
      '/:id',
      describe(`Delete a ${name}; it can be restored for a day`, { errors: ['forbidden', 'not_found'] }),
      c => done(c, deleteRequest(c.var.ctx, kind, c.req.param('id')), 'Request deleted.'),
    )
    .post(
      '/:id/restore',
      describe(`Restore a deleted ${name}`, { data: fields, errors: ['forbidden', 'not_found'] }),
      c => doneWith(c, restoreRequest(c.var.ctx, kind, c.req.param('id')), 'Request restored.'),
    )
    .patch(
      '/:id',
      describe(`Change the status or the assignee of a ${name}`, {
        response: RESPONSE,
        errors: ['forbidden', 'not_found', 'conflict'],
      }),
      limitChanges,
      validate('json', ChangeRequest),
      c => doneWith(c, changeRequest(c.var.ctx, kind, c.req.param('id'), c.req.valid('json')), 'Saved.'),
    )
    .post(
      '/:id/notes',
      describe(`Add an internal note to a ${name}`, {
        response: RESPONSE,
        errors: ['forbidden', 'not_found'],
      }),
      limitChanges,
      validate('json', NoteOnRequest),
      c =>
        doneWith(
          c,
          noteOnRequest(c.var.ctx, kind, c.req.param('id'), c.req.valid('json'), keyOf(c)),
          'Note added.',
        ),
    )
    .post(
      '/:id/replies',
      describe(`Mail the sender of a ${name}. A new request becomes contacted`, {
        response: RESPONSE,
        errors: ['forbidden', 'not_found', 'conflict', 'rate_limited'],
      }),
      validate('json', ReplyToRequest),
      c =>
        doneWith(
          c,
          replyToRequest(c.var.ctx, kind, c.req.param('id'), c.req.valid('json'), keyOf(c)),
          'Your reply is on its way.',
        ),
    )
    .post(
      '/:id/client',
      describeClient(
        `Create a business from a ${name} and invite its owner. A repeated call returns the same client`,
        {
          response: CLIENT_RESPONSE,
          errors: ['forbidden', 'not_found', 'conflict'],
        },
      ),
      limitChanges,
      validate('json', CreateClient),
      c =>
        doneWith(c, createClient(c.var.ctx, kind, c.req.param('id'), c.req.valid('json')), 'Client created.'),
    )
    .post(
      '/:id/client/undo',
      describeClient(`Delete the business that was created from a ${name}, before anybody works with it`, {
        response: CLIENT_RESPONSE,
        errors: ['forbidden', 'not_found', 'conflict'],
      }),
      limitChanges,
      validate('json', UndoClient),
      c =>
        doneWith(c, undoClient(c.var.ctx, kind, c.req.param('id'), c.req.valid('json')), 'Client removed.'),
    )
}

export const supportRequestRoutes = routesFor('support')
export const featureRequestRoutes = routesFor('feature')

export const pipelineRoutes = new Hono<UserEnv>()
  .use(requireUser, requireAdmin)
  .get(
    '/unanswered',
    describe('Count the requests that nobody has answered; for administrators', {
      data: '`support` and `feature`',
      errors: ['forbidden'],
    }),
    async c => c.json({ success: true, data: await countUnanswered(c.var.ctx) }),
  )
  .get(
    '/administrators',
    describe('List the administrators to whom a request can be assigned; for administrators', {
      data: 'A list of `_id fullname`',
      errors: ['forbidden'],
    }),
    async c => c.json({ success: true, data: await listAdministrators(c.var.ctx) }),
  )
