import { Hono } from 'hono'

import { requireAdmin, requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { limitChanges, LIMITS } from '#api/http/limits/limits.ts'
import { describing, noInput, validate, done, doneWith } from '#api/http/route.ts'
import { secretUrl } from '#api/http/secret-url.ts'
import { ChangeMember, InviteMember } from '#shared/businesses/members.ts'
import { acceptInvitation, inviteMember, readInvitation } from './invitations.ts'
import {
  changeMember,
  leaveAsAdministrator,
  listMembers,
  openAsAdministrator,
  removeMember,
} from './members.ts'

const describe = describing('Members')
const ROW =
  '`_id fullname email role status`: role is owner, editor, author, approver or viewer; status is active or invited'

export const memberRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/:id/members',
    describe('List the members of a business, and for its owners the open invitations', {
      data: `A list of ${ROW}`,
      errors: ['not_found'],
    }),
    async c => c.json({ success: true, data: await listMembers(c.var.ctx, c.req.param('id')) }),
  )
  .post(
    '/:id/members',
    describe('Invite somebody by e-mail; the link in it works once, within seven days', {
      data: ROW,
      errors: ['forbidden', 'not_found', 'conflict'],
    }),
    limitChanges,
    validate('json', InviteMember),
    c => doneWith(c, inviteMember(c.var.ctx, c.req.param('id'), c.req.valid('json')), 'Invitation sent.'),
  )
  .patch(
    '/:id/members/:memberId',
    describe('Change the role of a member or of an invitation', {
      data: `The members: a list of ${ROW}`,
      errors: ['forbidden', 'not_found', 'conflict'],
    }),
    limitChanges,
    validate('json', ChangeMember),
    async c => {
      const [id, memberId] = [c.req.param('id'), c.req.param('memberId')]
      await changeMember(c.var.ctx, id, memberId, c.req.valid('json'))
      return c.json({ success: true, message: 'Role changed.', data: await listMembers(c.var.ctx, id) })
    },
  )
  .delete(
    '/:id/members/:memberId',
    describe('Remove a member or withdraw an invitation; by their own id, members leave', {
      errors: ['forbidden', 'not_found', 'conflict'],
    }),
    limitChanges,
    c => done(c, removeMember(c.var.ctx, c.req.param('id'), c.req.param('memberId')), 'Member removed.'),
  )

export const invitationRoutes = new Hono<UserEnv>()
  .use(secretUrl(LIMITS.invitationAddress))
  .get(
    '/:token',
    describe('Read an invitation. Unknown, used, withdrawn and expired ones get the same 404', {
      signedIn: false,
      data: '`businessName by email`: the business, the name of its sender, and its recipient',
      errors: ['not_found', 'rate_limited'],
    }),
    async c => c.json({ success: true, data: await readInvitation(c.var.ctx, c.req.param('token')) }),
  )
  .post(
    '/:token/accept',
    describe('Accept an invitation to a business', {
      data: 'The business, as in users/getUserDomain',
      errors: ['not_found', 'rate_limited'],
    }),
    requireUser,
    noInput,
    async c => c.json({ success: true, data: await acceptInvitation(c.var.ctx, c.req.param('token')) }),
  )

export const visitRoutes = new Hono<UserEnv>()
  .post(
    '/:id/visit',
    describe(
      'Open a business as administrator: act in it as an editor for eight hours, which its activity shows',
      { data: 'The business, as in users/getUserDomain', errors: ['not_found', 'forbidden'] },
    ),
    requireUser,
    requireAdmin,
    limitChanges,
    noInput,
    async c => c.json({ success: true, data: await openAsAdministrator(c.var.ctx, c.req.param('id')) }),
  )
  .delete(
    '/:id/visit',
    describe('End a visit as administrator', { errors: ['forbidden'] }),
    requireUser,
    requireAdmin,
    limitChanges,
    c => done(c, leaveAsAdministrator(c.var.ctx, c.req.param('id')), 'You’ve left this business.'),
  )
