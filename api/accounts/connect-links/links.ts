import { and, desc, eq, getTableColumns, inArray } from 'drizzle-orm'

import { requireMembership } from '#api/auth/access/membership.ts'
import { recordActivity } from '#api/businesses/activity/record.ts'
import {
  businessPicture,
  isUsableLinkOf,
  isUsable,
  newLink,
  recordVisit,
  selectIsUsable,
} from '#api/businesses/links.ts'
import type { Context, Inside, RequestContext, UserContext } from '#api/context.ts'
import { type ConnectLinkRow, connectLinks, connectLinkUses } from '#api/db/schema/businesses/accounts.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { hashToken } from '#api/runtime/crypto/secrets.ts'
import { DomainError } from '#api/runtime/errors.ts'
import {
  CONNECT_LINK,
  CONNECT_MESSAGES,
  type ConnectInvitation,
  type ConnectLink,
  type ConnectNetwork,
  type NewConnectLink,
} from '#shared/connect-links.ts'
import type { NetworkId } from '#shared/networks.ts'

/** Time in which a visitor must choose a Page, before the sign-in is deleted. */
const CHOICE_MS = 60 * 60_000

/**
 * Creates a link with which somebody without a login connects accounts of the given networks to the business.
 * @returns its URL, which can't be read again
 * @throws {DomainError} `conflict` above the maximum, `invalid`, `not_found`, `forbidden`
 */
export async function createConnectLink(
  ctx: UserContext,
  domainId: string,
  { networks, expiresAt }: NewConnectLink,
): Promise<{ url: string; data: ConnectLink }> {
  const { url, id } = await write(ctx, async ctx => {
    const link = await newLink(ctx, connectLinks, { domainId, expiresAt, kind: CONNECT_LINK })
    await ctx.db.insert(connectLinks).values({ ...link.row, networks })
    const details = { ...CONNECT_LINK.activity, networks, expiresAt: link.row.expiresAt.toISOString() }
    await recordActivity(ctx, { domainId, act: 'link.created', details })
    return { url: link.url, id: link.row.id }
  })
  const data = (await listConnectLinks(ctx, domainId)).find(({ _id }) => _id === id)
  if (!data) throw linkGoneError()
  return { url, data }
}

/** Returns the links of a business, newest first. @throws {DomainError} `not_found`, `forbidden` */
export async function listConnectLinks(ctx: UserContext, domainId: string): Promise<ConnectLink[]> {
  await requireMembership(ctx, domainId, 'connect')
  const rows = await ctx.db
    .select({
      ...getTableColumns(connectLinks),
      by: users.fullname,
      works: selectIsUsable(ctx, connectLinks),
    })
    .from(connectLinks)
    .innerJoin(users, eq(users.id, connectLinks.userId))
    .where(eq(connectLinks.domainId, domainId))
    .orderBy(desc(connectLinks.createdAt), desc(connectLinks.id))
  const ids = rows.map(({ id }) => id)
  const uses = await usesOf(ctx, ids)
  return rows.map(row => ({
    _id: row.id,
    networks: networksOf(ctx, row, uses),
    by: row.by,
    expiresAt: row.expiresAt.toISOString(),
    works: row.works,
    openings: row.openings,
    openedAt: row.openedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }))
}

/** Returns the link of a token. @throws {DomainError} `not_found`, the same for unknown, revoked and expired tokens */
export async function findConnectLink(ctx: Context, token: string): Promise<ConnectLinkRow> {
  const [link] = await ctx.db
    .select()
    .from(connectLinks)
    .where(isUsableLinkOf(ctx, connectLinks, token))
  if (!link) throw linkGoneError()
  return link
}

/** @throws {DomainError} `not_found` if the link was revoked, or its creator may no longer connect accounts */
export async function requireWorkingLink(ctx: Inside<Context>, id: string): Promise<void> {
  const works = and(eq(connectLinks.id, id), isUsable(ctx, connectLinks))
  if ((await ctx.db.$count(connectLinks, works)) === 0) throw linkGoneError()
}

export async function findLinkFor(ctx: Context, token: string, network: NetworkId): Promise<ConnectLinkRow> {
  const link = await findConnectLink(ctx, token)
  if (!link.networks.includes(network)) throw linkGoneError()
  return link
}

export const linkGoneError = () => new DomainError('not_found', CONNECT_MESSAGES.gone)

/** Returns the data of the link's page, and counts the visit. */
export async function openConnectLink(
  ctx: RequestContext,
  link: ConnectLinkRow,
  browser: string | undefined,
): Promise<ConnectInvitation> {
  const [[shown], uses] = await Promise.all([
    ctx.db
      .select({ name: domains.businessName, picture: businessPicture, by: users.fullname })
      .from(domains)
      .innerJoin(users, eq(users.id, link.userId))
      .where(eq(domains.id, link.domainId)),
    usesOf(ctx, [link.id]),
    recordVisit(ctx, connectLinks, { link, kind: CONNECT_LINK }),
  ])
  if (!shown) throw linkGoneError()
  const { by, ...business } = shown
  return {
    business,
    by,
    expiresAt: link.expiresAt.toISOString(),
    networks: networksOf(ctx, link, uses, browser),
  }
}

type Use = typeof connectLinkUses.$inferSelect

const usesOf = ({ db }: Context, linkIds: string[]): Promise<Use[]> =>
  db.select().from(connectLinkUses).where(inArray(connectLinkUses.linkId, linkIds))

const networksOf = (
  ctx: Context,
  { id, networks }: Pick<ConnectLinkRow, 'id' | 'networks'>,
  uses: Use[],
  browser?: string,
): ConnectNetwork[] =>
  networks.map(network => {
    const use = uses.find(each => each.linkId === id && each.network === network)
    if (!use) return { network, state: 'open', name: '' }
    if (use.encryptedLogin === null) return { network, state: 'connected', name: use.name }
    const isTheirs = browser !== undefined && use.browserHash === hashToken(browser)
    return { network, state: isTheirs && use.at > choiceCutoff(ctx) ? 'choosing' : 'open', name: '' }
  })

/** Returns the time before which sign-ins without a choice have expired. */
export const choiceCutoff = ({ now }: Pick<Context, 'now'>) => new Date(+now() - CHOICE_MS)
