import { and, eq, notInArray, sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { domains } from '#api/db/schema/domains.ts'
import { audits } from '#api/db/schema/scores.ts'

/** For the batch that saves a domain: its website, if it has one and isn't known yet, is measured as soon as may be. */
export const auditInsert = ({ db, now }: Pick<Context, 'db' | 'now'>, domainId: string) =>
  db
    .insert(audits)
    .select(
      sql`select ${crypto.randomUUID()}, ${domains.id}, 'queued', null, ${+now()}, 0, 0, null
          from ${domains} where ${domains.id} = ${domainId} and ${domains.websiteUrl} <> ''`,
    )
    .onConflictDoNothing()

/** For the batch that gives a domain another website, and before that: what was measured was not the new one. */
export const auditDelete = (
  { db }: Pick<Context, 'db'>,
  { userId, domainId, websiteURL }: { userId: string; domainId: string; websiteURL: string },
) =>
  db.delete(audits).where(
    sql`${audits.domainId} in (select id from ${domains} where id = ${domainId}
          and user_id = ${userId} and website_url <> ${websiteURL})`,
  )

/** For a batch: measures again as soon as may be; what is queued or running is left alone. */
export const auditRefresh = ({ db, now }: Pick<Context, 'db' | 'now'>, auditId: string) =>
  db
    .update(audits)
    .set({ state: 'queued', tries: 0, wakeAt: now() })
    .where(and(eq(audits.id, auditId), notInArray(audits.state, ['queued', 'running'])))
