import { and, eq, ne, notExists } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'

import { isAllowedIn } from '#api/auth/access/membership.ts'
import type { Db } from '#api/db/client.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { DomainError } from '#api/errors.ts'
import { ACCOUNT_MESSAGES } from '#shared/accounts.ts'
import type { NetworkId } from '#shared/networks.ts'

type Owner = { db: Db; userId: string }
/** A Facebook Page or a Google location. */
type Page = { network: NetworkId; id: string; name: string }

const other = alias(accounts, 'other')

/** Returns the condition, for an update of `accounts`, that no other business of the user has this Page. */
export const isFreePage = ({ db, userId }: Owner, page: Pick<Page, 'network' | 'id'>) =>
  notExists(
    db
      .select({ id: other.id })
      .from(other)
      .where(
        and(
          isAllowedIn({ userId }, other.domainId),
          eq(other.network, page.network),
          eq(other.providerId, page.id),
          ne(other.id, accounts.id),
        ),
      ),
  )

/** @throws {DomainError} `conflict` when another business of the user has this Page */
export async function requireFreePage(ctx: Owner, domainId: string, page: Page): Promise<void> {
  if (await findBusinessOfPage(ctx, domainId, page)) throw await pageTakenError(ctx, domainId, page)
}

export async function pageTakenError(ctx: Owner, domainId: string, page: Page): Promise<DomainError> {
  const business = await findBusinessOfPage(ctx, domainId, page)
  return new DomainError(
    'conflict',
    page.network === 'google'
      ? ACCOUNT_MESSAGES.locationTaken(page.name || 'This location', business ?? 'another business')
      : ACCOUNT_MESSAGES.pageTaken(page.name || 'This page', business ?? 'another business'),
  )
}

/** Returns which of the user's other businesses have Pages of this network, by the Page's id. */
export async function businessesOfPages(
  { db, userId }: Owner,
  { domainId, network }: { domainId: string; network: NetworkId },
): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: accounts.providerId, business: domains.businessName })
    .from(accounts)
    .innerJoin(domains, eq(domains.id, accounts.domainId))
    .where(
      and(
        isAllowedIn({ userId }, accounts.domainId),
        eq(accounts.network, network),
        ne(accounts.domainId, domainId),
        ne(accounts.providerId, ''),
      ),
    )
  return new Map(rows.map(({ id, business }) => [id, business]))
}

const findBusinessOfPage = async (ctx: Owner, domainId: string, { network, id }: Page) =>
  (await businessesOfPages(ctx, { domainId, network })).get(id)
