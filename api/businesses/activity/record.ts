import { and, eq, isNotNull, or } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { activity } from '#api/db/schema/businesses/activity.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import type { User } from '#api/db/schema/people/auth.ts'
import type { ActivityAct } from '#shared/activity.ts'

type ActivityContext = Pick<Context, 'db' | 'now'> & { userId?: string }

export type NewActivity = {
  /** Id of the activity. If one with this id exists, the new one is ignored. */
  id?: string
  domainId: string
  act: ActivityAct
  /** The visitor who used a link without a login. `name` is what they entered, or empty if the link doesn't ask for it. */
  byLink?: { name: string } | undefined
  postId?: string
  personId?: string
  email?: string
  details?: Record<string, unknown>
}

/**
 * Records an activity inside a `write`. The actor is the visitor of a link, the context's user or, without either, Currawong.
 */
export async function recordActivity(ctx: ActivityContext, { byLink, ...recorded }: NewActivity) {
  const actor = byLink ? { via: 'link' as const, ...byLink } : await signedInActor(ctx, recorded.domainId)
  await ctx.db
    .insert(activity)
    .values({ ...valuesOf(ctx, recorded), ...actor })
    .onConflictDoNothing()
}

async function signedInActor({ db, userId }: ActivityContext, domainId: string) {
  if (!userId) return {}
  const isVisitor = and(
    eq(members.domainId, domainId),
    eq(members.userId, userId),
    isNotNull(members.visitsUntil),
  )
  const isVisit = (await db.$count(members, isVisitor)) > 0
  return { userId, via: isVisit ? ('administrator' as const) : ('session' as const) }
}

/** Records activities of Currawong itself, inside a `write`. */
export async function recordByCurrawong(ctx: ActivityContext, activities: NewActivity[]): Promise<void> {
  await ctx.db.insert(activity).values(activities.map(recorded => valuesOf(ctx, recorded)))
}

const valuesOf = ({ now }: ActivityContext, recorded: Omit<NewActivity, 'byLink'>) => ({
  id: Bun.randomUUIDv7(),
  via: 'currawong' as const,
  name: '',
  at: now(),
  details: {},
  ...recorded,
})

/** Replaces the e-mail in the record of an invitation with the context's user, who accepts it. */
export const replaceInvitedEmail = (
  { db, userId }: ActivityContext,
  { domainId, email }: { domainId: string; email: string },
) =>
  db
    .update(activity)
    .set({ personId: userId ?? null, email: null })
    .where(and(eq(activity.domainId, domainId), eq(activity.email, email)))

/**
 * Links the records of invitations to the context's user, who is giving up the invited e-mail. Otherwise the user's download
 * and deletion couldn't find the records. The e-mail stays, because the inviter may not know whose it is.
 */
export const linkInvitedPerson = ({ db, userId }: ActivityContext, email: string) =>
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
