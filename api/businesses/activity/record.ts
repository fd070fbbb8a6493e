import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { insertMany } from '#api/db/insert-many.ts'
import { activity } from '#api/db/schema/businesses/activity.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import type { ActivityAct, ActivityWay } from '#shared/activity.ts'

/** Records the context's user unless `by` names somebody else; without either, Currawong itself acted. */
type ActivityContext = Pick<Context, 'db' | 'now'> & { userId?: string }

export type NewActivity = {
  /** Identifies the activity: a second insert with the same id is ignored. */
  id?: string | SQL
  domainId: string | SQL
  act: ActivityAct
  /** A reviewer without a login, identified by the name that they entered. */
  by?: { via: ActivityWay; userId?: string; name?: string } | undefined
  postId?: string | SQL
  personId?: string | SQL
  email?: string | SQL
  details?: Record<string, unknown> | SQL
}

/**
 * Records an activity if the preceding statement of the batch changed a row, so that changes and activity always match.
 * Returns the unexecuted statement for `db.batch`.
 * @param source rows to record it for
 */
export function recordActivity(
  ctx: ActivityContext,
  recorded: NewActivity,
  source: SQL = sql`from (select 1) where changes() > 0`,
) {
  const isVisiting = sql`exists (select 1 from ${members} as visiting where visiting.domain_id = ${recorded.domainId}
    and visiting.user_id = ${personOf(ctx, recorded) ?? null} and visiting.visits_until is not null)`
  const signedIn = sql<ActivityWay>`iif(${isVisiting}, 'administrator', 'session')`
  return insertMany(ctx.db, activity, valuesOf(ctx, recorded, signedIn), source).onConflictDoNothing()
}

type Written = { [Name in keyof NewActivity]: Exclude<NewActivity[Name], SQL> }

/** Records an activity in a change behind `write`. */
export async function recordWritten(ctx: ActivityContext, recorded: Written): Promise<void> {
  const { db } = ctx
  const who = personOf(ctx, recorded)
  const isVisiting =
    who !== undefined &&
    (await db.$count(
      members,
      and(eq(members.domainId, recorded.domainId), eq(members.userId, who), isNotNull(members.visitsUntil)),
    )) > 0
  const signedIn = isVisiting ? 'administrator' : 'session'
  await db
    .insert(activity)
    .values(valuesOf(ctx, recorded, signedIn))
    .onConflictDoNothing()
}

const personOf = ({ userId }: ActivityContext, { by }: Pick<NewActivity, 'by'>) => (by ? by.userId : userId)

/** Returns the columns of an activity. `signedIn` says in which way a person with a session acted. */
function valuesOf<Way>(ctx: ActivityContext, recorded: NewActivity, signedIn: Way) {
  const { id, domainId, act, by, postId, personId, email, details = {} } = recorded
  const who = personOf(ctx, recorded)
  return {
    id: id ?? Bun.randomUUIDv7(),
    domainId,
    act,
    via: by?.via === 'link' ? ('link' as const) : who ? signedIn : ('currawong' as const),
    userId: who ?? null,
    name: who ? '' : (by?.name ?? ''),
    postId: postId ?? null,
    personId: personId ?? null,
    email: email ?? null,
    details,
    at: ctx.now(),
  }
}

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
