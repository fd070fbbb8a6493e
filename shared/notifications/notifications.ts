import * as v from 'valibot'

import { pageSize } from '#shared/pagination.ts'

export const NOTIFICATION_TYPES = ['social', 'general', 'system'] as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

export const NOTIFICATION_COLOURS = ['success', 'primary', 'warning', 'info', 'danger'] as const
export type NotificationColour = (typeof NOTIFICATION_COLOURS)[number]

export const PROBLEM_COLOURS = ['warning', 'danger'] as const satisfies NotificationColour[]

/** Filters of the notifications page: its tabs (part 2, section 2.8), and `trouble`. */
export const NOTIFICATION_FILTERS = ['all', 'unread', 'trouble', 'general', 'social', 'system'] as const
export type NotificationFilter = (typeof NOTIFICATION_FILTERS)[number]

const filter = v.optional(v.picklist(NOTIFICATION_FILTERS), 'all')

export const NotificationChoice = v.object({ filter })
export type NotificationChoice = v.InferOutput<typeof NotificationChoice>

export const NotificationQuery = v.object({
  filter,
  cursor: v.optional(v.pipe(v.string(), v.maxLength(300))),
  limit: pageSize(20),
})
export type NotificationQuery = v.InferOutput<typeof NotificationQuery>

/** Restores all notifications of one deletion, identified by its response. */
export const RestoreNotifications = v.object({
  deletedAt: v.pipe(
    v.string('Please say which deletion to undo.'),
    v.maxLength(40, 'Please say which deletion to undo.'),
    v.isoTimestamp('Please say which deletion to undo.'),
  ),
})
export type RestoreNotifications = v.InferOutput<typeof RestoreNotifications>

/** The subject of a notification, on its badge. */
export type NotificationSubject =
  | 'Account'
  | 'Approval'
  | 'Comment'
  | 'Figures'
  | 'Mention'
  | 'News'
  | 'Problem'
  | 'Published'
  | 'Report'
  | 'Review'

export type Notification = {
  _id: string
  type: NotificationType
  /** Missing on notifications of earlier releases. */
  about?: NotificationSubject | undefined
  /** True for a problem that no longer exists. */
  resolved?: boolean
  colour: NotificationColour
  title: string
  message: string
  /** Path within the site; empty for no link. */
  link: string
  /** Name of the business that the notification is about. */
  business?: string
  read: boolean
  createdAt: string
}

export type NotificationCounts = Record<NotificationFilter, number>
