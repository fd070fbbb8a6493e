import { and, eq, isNotNull } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { activity } from '#api/db/schema/businesses/activity.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import type { ActivityAct, ActivityWay } from '#shared/activity.ts'

/** Records the context's user unless `by` names somebody else; without either, Currawong itself acted. */
type ActivityContext = Pick<Context, 'db' | 'now'> & { userId?: string }

export type NewActivity = {
  /** Identifies the activity: a second one with the same id is ignored. */
  id?: string
  domainId: string
  act: ActivityAct
  /** A reviewer without a login, identified by the name that they entered. */
  by?: { via: ActivityWay; userId?: string; name?: string } | undefined
  postId?: string
  personId?: string
  email?: string
  details?: Record<string, unknown>
}

/** Records an activity in a change behind `write`. */
export async function recordActivity(ctx: ActivityContext, { by, ...recorded }: NewActivity): Promise<void> {
  const who = by ? by.userId : ctx.userId
  const isVisit = and(
    eq(members.domainId, recorded.domainId),
    eq(members.userId, who ?? ''),
    isNotNull(members.visitsUntil),
  )
  const signedIn = (await ctx.db.$count(members, isVisit)) > 0 ? 'administrator' : 'session'
  const via = by?.via === 'link' ? 'link' : who ? signedIn : 'currawong'
  const name = who ? '' : (by?.name ?? '')
  await ctx.db
    .insert(activity)
    .values({ ...valuesOf(ctx, recorded), via, userId: who ?? null, name })
    .onConflictDoNothing()
}

/** Records what Currawong itself did, in a change behind `write`. */
export async function recordOwn(ctx: ActivityContext, recorded: NewActivity[]): Promise<void> {
  await ctx.db.insert(activity).values(recorded.map(each => valuesOf(ctx, each)))
}

const valuesOf = ({ now }: ActivityContext, recorded: Omit<NewActivity, 'by'>) => ({
  id: Bun.randomUUIDv7(),
  via: 'currawong' as const,
  name: '',
  at: now(),
  details: {},
  ...recorded,
})

/** Replaces the e-mail in the record of an invitation with the person who accepts it. */
export const replaceInvitedEmail = (
  { db, userId }: ActivityContext,
  { domainId, email }: { domainId: string; email: string },
) =>
  db
    .update(activity)
    .set({ personId: userId ?? null, email: null })
    .where(and(eq(activity.domainId, domainId), eq(activity.email, email)))

/** Removes the e-mail from the records of invitations to somebody who deletes their login. */
export const removeInvitedEmail = ({ db }: Pick<Context, 'db'>, email: string) =>
  db.update(activity).set({ email: null }).where(eq(activity.email, email.toLowerCase()))
