import { and, eq, isNotNull, sql } from 'drizzle-orm'

import type { Context, RequestContext } from '#api/context.ts'
import { hashToken } from '#api/crypto/secrets.ts'
import { insertMany } from '#api/db/insert-many.ts'
import { type ConnectLinkRow, connectLinkUses } from '#api/db/schema/businesses/accounts.ts'
import { DomainError } from '#api/errors.ts'
import { CONNECT_MESSAGES } from '#shared/connect-links.ts'
import type { NetworkId } from '#shared/networks.ts'
import { stillWorks } from './links.ts'
import type { SavedLogin } from './providers.ts'

/** A visitor's credentials for a link: its token, and the browser's cookie. */
export type LinkCredentials = { token: string; browser: string }

/**
 * Returns the link's pending sign-in at a network, if there is one.
 * @throws {DomainError} `conflict` if the network is already connected
 */
export async function requireUnused({ db }: Context, linkId: string, network: NetworkId) {
  const [use] = await db.select().from(connectLinkUses).where(isUseOf(linkId, network))
  if (use?.encryptedLogin === null) throw new DomainError('conflict', CONNECT_MESSAGES.used)
  return use && { ...use, encryptedLogin: use.encryptedLogin }
}

export const isUseOf = (linkId: string, network: NetworkId) =>
  and(eq(connectLinkUses.linkId, linkId), eq(connectLinkUses.network, network))

/** Records the sign-in unless the network is already connected or the link has ended. */
export async function claimUse(
  ctx: RequestContext,
  { id: linkId }: ConnectLinkRow,
  { browser, network }: Pick<LinkCredentials, 'browser'> & { network: NetworkId },
  encryptedLogin: string | null,
): Promise<boolean> {
  const fresh = { encryptedLogin, browserHash: hashToken(browser), at: ctx.now() }
  const [claimed] = await insertMany(
    ctx.db,
    connectLinkUses,
    { linkId, network, ...fresh },
    sql`where ${stillWorks(ctx, linkId)}`,
  )
    .onConflictDoUpdate({
      target: [connectLinkUses.linkId, connectLinkUses.network],
      set: fresh,
      setWhere: isNotNull(connectLinkUses.encryptedLogin),
    })
    .returning({ linkId: connectLinkUses.linkId })
  return claimed !== undefined
}

export const forgetUse = ({ db }: Context, linkId: string, network: NetworkId) =>
  db.delete(connectLinkUses).where(isUseOf(linkId, network))

export const loginBinding = (linkId: string, network: NetworkId) =>
  `connect_link_uses ${linkId} ${network} login`

export const encryptLogin = ({ cipher }: Context, linkId: string, network: NetworkId, saved: SavedLogin) =>
  cipher.encrypt(JSON.stringify(saved), loginBinding(linkId, network))
