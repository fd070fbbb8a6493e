import { and, eq, ne, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'

import type { Db } from '#api/db/client.ts'
import { domains } from '#api/domains/table.ts'
import { DomainError } from '#api/errors.ts'
import { ACCOUNT_MESSAGES } from '#shared/accounts.ts'
import { accounts } from './table.ts'

type Asker = { db: Db; userId: string }
type Page = { id: string; name: string }

const other = alias(accounts, 'other')

/** The condition, of an update to `accounts`, that no other domain of the user has this Page. */
export const isFreePage = ({ db, userId }: Asker, pageId: string) =>
  notExists(
    db
      .select({ id: other.id })
      .from(other)
      .where(
        and(
          eq(other.userId, userId),
          eq(other.network, 'facebook'),
          eq(other.providerId, pageId),
          ne(other.id, accounts.id),
        ),
      ),
  )

/** @throws DomainError `conflict` when another domain of the user has this Page */
export async function requireFreePage(ctx: Asker, domainId: string, page: Page): Promise<void> {
  if (await businessOfPage(ctx, domainId, page)) throw await takenPage(ctx, domainId, page)
}

export async function takenPage(ctx: Asker, domainId: string, page: Page): Promise<DomainError> {
  const business = await businessOfPage(ctx, domainId, page)
  return new DomainError(
    'conflict',
    ACCOUNT_MESSAGES.pageTaken(page.name || 'This page', business ?? 'another domain'),
  )
}

async function businessOfPage(
  { db, userId }: Asker,
  domainId: string,
  { id }: Page,
): Promise<string | undefined> {
  const [found] = await db
    .select({ business: domains.businessName })
    .from(accounts)
    .innerJoin(domains, eq(domains.id, accounts.domainId))
    .where(
      and(
        eq(accounts.userId, userId),
        eq(accounts.network, 'facebook'),
        eq(accounts.providerId, id),
        ne(accounts.domainId, domainId),
      ),
    )
  return found?.business
}
