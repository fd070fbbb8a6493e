import type { TestApp } from '../app.ts'

/** What there is to ask about: all of it is the owner's. */
export type World = {
  postId: string
  domainId: string
  pageId: string
  mediaPath: string
  mediaId: string
  draftId: string
  templateId: string
  requestIds: Record<'support' | 'feature', string>
  noticeId: string
}
type Init = Parameters<TestApp['request']>[1]
export type Ask =
  | string
  | ((world: World) => [path: string, init?: Init] | Promise<[path: string, init?: Init]>)
type Statuses = { nobody: number; other: number; admin: number; owner: number }
/** A call, and what each of four people is answered. */
export type Rule = [ask: Ask, Statuses]

/** Open to all; the same for everybody. */
export const open = (ask: Ask, status = 200): Rule => [
  ask,
  { nobody: status, other: status, admin: status, owner: status },
]
/** Each signed-in person has their own. */
export const own = (ask: Ask, status = 200): Rule => [
  ask,
  { nobody: 401, other: status, admin: status, owner: status },
]
/** About a thing that only its owner has: for the rest, admins included, it isn't there. */
export const owners = (ask: Ask, owner = 200, rest = 404): Rule => [
  ask,
  { nobody: 401, other: rest, admin: rest, owner },
]

/** For administrators alone. */
export const admins = (ask: Ask, status = 200): Rule => [
  ask,
  { nobody: 401, other: 403, admin: status, owner: 403 },
]
