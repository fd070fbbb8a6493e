import { and, eq, notInArray, sql } from 'drizzle-orm'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Context, OwnerContext } from '#api/context.ts'
import { insertMany } from '#api/db/insert-many.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { audits } from '#api/db/schema/businesses/scores.ts'

/** Returns the statement that queues the first audit of a business, if it has a website and no audit. */
export const auditInsert = ({ db, now }: Pick<Context, 'db' | 'now'>, domainId: string) =>
  insertMany(
    db,
    audits,
    { id: crypto.randomUUID(), domainId, state: 'queued', wakeAt: now() },
    sql`from ${domains} where ${domains.id} = ${domainId} and ${domains.websiteUrl} <> ''`,
  ).onConflictDoNothing()

/** Returns the statement that deletes a business's audit if its website is about to change. Must run before that change. */
export const auditDelete = (
  { db, userId }: Pick<OwnerContext, 'db' | 'userId'>,
  { domainId, websiteURL }: { domainId: string; websiteURL: string },
) =>
  db.delete(audits).where(
    sql`${audits.domainId} in (select id from ${domains} where id = ${domainId}
          and ${isAllowedIn({ userId }, sql`id`, 'configure')} and website_url <> ${websiteURL})`,
  )

/** Returns the statement that queues an audit unless it is queued or running. */
export const auditRefresh = ({ db, now }: Pick<Context, 'db' | 'now'>, auditId: string) =>
  db
    .update(audits)
    .set({ state: 'queued', tries: 0, wakeAt: now() })
    .where(and(eq(audits.id, auditId), notInArray(audits.state, ['queued', 'running'])))
