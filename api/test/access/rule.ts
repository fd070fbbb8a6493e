import type { Permission } from '#shared/businesses/permissions.ts'
import type { TestApp } from '../app.ts'

/** Ids of the owner's data. */
export type World = {
  postId: string
  domainId: string
  ownerId: string
  pageId: string
  mediaPath: string
  mediaId: string
  draftId: string
  templateId: string
  hashtagSetId: string
  savedReplyId: string
  inboxItemId: string
  reportId: string
  importId: string
  requestIds: Record<'support' | 'feature', string>
  noticeId: string
}
type Init = Parameters<TestApp['request']>[1]
export type Call =
  | string
  | ((world: World) => [path: string, init?: Init] | Promise<[path: string, init?: Init]>)
type Statuses = { nobody: number; other: number; admin: number; owner: number }
/**
 * A call, the status that each of four people gets, and the permission that the call requires in the owner's business. Members
 * with it get the owner's status, others 403. A call without a permission concerns only the caller.
 */
export type Rule = [call: Call, Statuses, Permission?]

/** Sets the permission that a call requires in a business. */
export const needs = (permission: Permission, [call, statuses]: Rule): Rule => [call, statuses, permission]

/** Rule for a public call, which has the same status for everybody. */
export const open = (call: Call, status = 200): Rule => [
  call,
  { nobody: status, other: status, admin: status, owner: status },
]
/** Rule for a call of any signed-in user about their own data. */
export const own = (call: Call, status = 200): Rule => [
  call,
  { nobody: 401, other: status, admin: status, owner: status },
]
/** Rule for a call of members of the owner's business. Everybody else, including administrators, gets `rest`. */
export const owners = (call: Call, owner = 200, rest = 404): Rule => [
  call,
  { nobody: 401, other: rest, admin: rest, owner },
]

/** Rule for a call of administrators. */
export const admins = (call: Call, status = 200): Rule => [
  call,
  { nobody: 401, other: 403, admin: status, owner: 403 },
]
