import { and, eq, isNotNull, or } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { activity } from '#api/db/schema/businesses/activity.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import type { User } from '#api/db/schema/people/auth.ts'
import type { ActivityAct } from '#shared/activity.ts'

type ActivityContext = Pick<Context, 'db' | 'now'> & { userId?: string }

export type NewActivity = {
  /** Identifies the activity: a second one with the same id is ignored. */
  id?: string
  domainId: string
  act: ActivityAct
  /** Somebody who used a link without a login. `name` is the one that they entered, if they were asked. */
  byLink?: { name: string } | undefined
  postId?: string
  personId?: string
  email?: string
  details?: Record<string, unknown>
}

/**
 * Records an activity in a change behind `write`. The actor is the one who used a link, or else the context's user, or else
 * Currawong itself.
 */
export async function recordActivity(
  ctx: ActivityContext,
  { byLink, ...recorded }: NewActivity,
): Promise<void> {
  const actor = byLink ? { via: 'link' as const, ...byLink } : await signedInActor(ctx, recorded.domainId)
  await ctx.db
    .insert(activity)
    .values({ ...valuesOf(ctx, recorded), ...actor })
    .onConflictDoNothing()
}

async function signedInActor({ db, userId }: ActivityContext, domainId: string) {
  if (!userId) return {}
  const ofVisit = and(
    eq(members.domainId, domainId),
    eq(members.userId, userId),
    isNotNull(members.visitsUntil),
  )
  const isVisit = (await db.$count(members, ofVisit)) > 0
  return { userId, via: isVisit ? ('administrator' as const) : ('session' as const) }
}

/** Records what Currawong itself did, in a change behind `write`. */
export async function recordByCurrawong(ctx: ActivityContext, recorded: NewActivity[]): Promise<void> {
  await ctx.db.insert(activity).values(recorded.map(each => valuesOf(ctx, each)))
}

const valuesOf = ({ now }: ActivityContext, recorded: Omit<NewActivity, 'byLink'>) => ({
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

/**
 * Adds the person to the records of invitations to an e-mail that they give up, so that their download and deletion still
 * find them. The records show the e-mail as before, because the inviter may not know the person behind it.
 */
export const keepInvitedPerson = ({ db, userId }: ActivityContext, email: string) =>
  db
    .update(activity)
    .set({ personId: userId ?? null })
    .where(eq(activity.email, email.toLowerCase()))

/** Removes the e-mail from the records of invitations to somebody who deletes their login. */
export const removeInvitedEmail = ({ db }: Pick<Context, 'db'>, { id, email }: Pick<User, 'id' | 'email'>) =>
  db
    .update(activity)
    .set({ email: null })
    .where(or(eq(activity.email, email.toLowerCase()), eq(activity.personId, id)))
