import { sql } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { domains } from '#api/domains/table.ts'
import { audits } from './table.ts'

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
