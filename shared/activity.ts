import * as v from 'valibot'

import { APPROVAL_WAYS } from './posts/approvals.ts'

/** Everything that the activity log of a business records; the word before the dot is its kind. */
export const ACTS = [
  'post.created',
  'post.edited',
  'post.submitted',
  'post.approved',
  'post.sent_back',
  'post.moved',
  'post.retried',
  'post.cancelled',
  'post.restored',
  'post.published',
  'post.held',
  'post.failed',
  'account.connected',
  'account.disconnected',
  'account.lost',
  'member.invited',
  'member.withdrawn',
  'member.joined',
  'member.role',
  'member.removed',
  'member.left',
  'link.created',
  'link.opened',
  'link.revoked',
  'business.created',
  'business.changed',
  'business.rule',
  'business.slots',
  'business.opened',
] as const
export type ActivityAct = (typeof ACTS)[number]

export const ACTIVITY_KINDS = ['post', 'account', 'member', 'link', 'business'] as const
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

export const kindOf = (act: ActivityAct): ActivityKind => act.split('.', 1)[0] as ActivityKind

/** Ways in which something happened: as those of decisions, or by Currawong itself, such as publishing. */
export const ACTIVITY_WAYS = [...APPROVAL_WAYS, 'currawong'] as const
export type ActivityWay = (typeof ACTIVITY_WAYS)[number]

const Id = v.pipe(v.string(), v.maxLength(64))
const Instant = v.pipe(v.string(), v.isoTimestamp('Please give a time.'))

const filters = {
  kind: v.optional(v.picklist(ACTIVITY_KINDS)),
  /** The member who acted. */
  person: v.optional(Id),
  from: v.optional(Instant),
  /** The first instant after the period. */
  to: v.optional(Instant),
}
export const ExportActivity = v.object(filters)
export type ActivityFilters = v.InferOutput<typeof ExportActivity>

export const ActivityQuery = v.object({
  ...filters,
  cursor: v.optional(v.pipe(v.string(), v.maxLength(100))),
})
export type ActivityQuery = v.InferOutput<typeof ActivityQuery>
