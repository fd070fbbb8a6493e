import { type SQL, sql } from 'drizzle-orm'

import type { Context, Inside } from '#api/context.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { audits } from '#api/db/schema/businesses/scores.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { liveSelect } from '#api/outbox/live-events.ts'

/** Audit id of the product's own site. */
export const SITE = 'site'

/**
 * Returns the statement that publishes a change of an audit to the members of the website's business or, for the product's
 * own site, to administrators.
 */
export const broadcastChange = (ctx: Inside<Context>, auditId: string, when: SQL = sql`true`) =>
  auditId === SITE
    ? liveSelect(
        ctx,
        'siteScores',
        sql`select id as user_id, '{}' as data from ${users} where role = 'admin' and ${when}`,
      )
    : liveSelect(
        ctx,
        'domain',
        sql`select ${members.userId} as user_id, json_object('domainId', ${members.domainId}) as data from ${audits}
            join ${members} on ${members.domainId} = ${audits.domainId} where ${audits.id} = ${auditId} and ${when}`,
      )
