import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserEnv } from '#api/context.ts'
import { limitChanges } from '#api/http/limits/limits.ts'
import { describing, validate, done } from '#api/http/route.ts'
import {
  NotificationChoice,
  NotificationQuery,
  RestoreNotifications,
} from '#shared/notifications/notifications.ts'
import {
  countNotifications,
  deleteAllNotifications,
  deleteNotification,
  listNotifications,
  readAllNotifications,
  readNotification,
  restoreNotifications,
} from './inbox.ts'

const describe = describing('notifications')
const DELETION = { deletedAt: 'The input of `restore`, which undoes the deletion within a day' }

export const notificationRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/',
    describe('List your notifications, newest first', {
      data: 'A list of `_id type about? resolved? colour title message link read createdAt`',
      response: { nextCursor: 'Cursor of the next page, or null' },
    }),
    validate('query', NotificationQuery),
    async c => {
      const { notifications, nextCursor } = await listNotifications(c.var.ctx, c.req.valid('query'))
      return c.json({ success: true, data: notifications, nextCursor })
    },
  )
  .get(
    '/counts',
    describe('Count your notifications', { data: '`all`, `unread`, `general`, `social` and `system`' }),
    async c => c.json({ success: true, data: await countNotifications(c.var.ctx) }),
  )
  .post(
    '/read',
    describe('Mark all as read, or those of one filter'),
    limitChanges,
    validate('query', NotificationChoice),
    c => done(c, readAllNotifications(c.var.ctx, c.req.valid('query')), 'Marked as read.'),
  )
  .post('/restore', describe('Undo a deletion'), limitChanges, validate('json', RestoreNotifications), c =>
    done(c, restoreNotifications(c.var.ctx, c.req.valid('json')), 'Restored.'),
  )
  .post('/:id/read', describe('Mark one as read', { errors: ['not_found'] }), limitChanges, c =>
    done(c, readNotification(c.var.ctx, c.req.param('id')), 'Marked as read.'),
  )
  .delete(
    '/',
    describe('Delete all, or those of one filter', {
      response: DELETION,
    }),
    limitChanges,
    validate('query', NotificationChoice),
    async c => {
      const deletion = await deleteAllNotifications(c.var.ctx, c.req.valid('query'))
      return c.json({ success: true, message: 'Notifications deleted.', ...deletion })
    },
  )
  .delete(
    '/:id',
    describe('Delete one', { response: DELETION, errors: ['not_found'] }),
    limitChanges,
    async c => {
      const deletion = await deleteNotification(c.var.ctx, c.req.param('id'))
      return c.json({ success: true, message: 'Notification deleted.', ...deletion })
    },
  )
