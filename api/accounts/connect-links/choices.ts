import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'

import type { Context, RequestContext } from '#api/context.ts'
import { hashToken } from '#api/crypto/secrets.ts'
import { type ConnectLinkRow, connectLinkUses } from '#api/db/schema/businesses/accounts.ts'
import { DomainError, invalidField } from '#api/errors.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { CONNECT_MESSAGES, type ConnectOptions } from '#shared/connect-links.ts'
import type { NetworkId } from '#shared/networks.ts'
import { connect } from './connect.ts'
import { choiceEnd, findLinkFor, ownerOf, stillWorks } from './links.ts'
import { resume, type SavedLogin, type SignedIn } from './providers.ts'
import { type LinkCredentials, isUseOf, loginBinding, requireUnused } from './uses.ts'

/** Lists the Pages or locations that this browser's pending sign-in may connect. */
export async function listOptions(
  ctx: RequestContext,
  network: NetworkId,
  credentials: LinkCredentials,
): Promise<ConnectOptions> {
  const link = await findLinkFor(ctx, credentials.token, network)
  await limit(ctx, { ...LIMITS.connectLink, key: link.id })
  const { options, unlisted } = (await requirePendingLogin(ctx, link, network, credentials)).signedIn
  return { data: options, unlisted }
}

/**
 * Connects the chosen Page or location, and reads its details from the network. If two choices arrive at once, only one
 * succeeds.
 * @throws {DomainError} `conflict` for a Page of another business or a network that is connected, `invalid`, `not_found`
 */
export async function chooseWithLink(
  ctx: RequestContext,
  network: NetworkId,
  { id, ...credentials }: LinkCredentials & { id: string },
): Promise<void> {
  const link = await findLinkFor(ctx, credentials.token, network)
  await limit(ctx, { ...LIMITS.connectLink, key: link.id })
  const { encryptedLogin, signedIn } = await requirePendingLogin(ctx, link, network, credentials)
  const option = signedIn.options.find(each => each.id === id)
  if (!option) throw invalidField('id', 'Please choose one from the list.')
  if (option.blocked) throw invalidField('id', option.blocked)
  const setLogin = (login: string | null, condition: SQL) =>
    ctx.db
      .update(connectLinkUses)
      .set({ encryptedLogin: login })
      .where(and(isUseOf(link.id, network), condition, stillWorks(ctx, link.id)))
      .returning({ linkId: connectLinkUses.linkId })
  const [claimed] = await setLogin(null, eq(connectLinkUses.encryptedLogin, encryptedLogin))
  if (!claimed) throw new DomainError('conflict', CONNECT_MESSAGES.used)
  await connect(ctx, link, {
    network,
    signedIn,
    option,
    undo: () => setLogin(encryptedLogin, isNull(connectLinkUses.encryptedLogin)),
  })
}

/** Deletes sign-ins whose visitors didn't choose in time. */
export async function sweepConnectLinks(ctx: Context): Promise<void> {
  await ctx.db
    .delete(connectLinkUses)
    .where(and(isNotNull(connectLinkUses.encryptedLogin), sql`${connectLinkUses.at} < ${+choiceEnd(ctx)}`))
}

/** @throws {DomainError} `invalid` if this browser has no pending sign-in */
async function requirePendingLogin(
  ctx: RequestContext,
  link: ConnectLinkRow,
  network: NetworkId,
  { browser }: LinkCredentials,
): Promise<{ encryptedLogin: string; signedIn: SignedIn }> {
  const use = await requireUnused(ctx, link.id, network)
  if (!use || use.browserHash !== hashToken(browser) || use.at <= choiceEnd(ctx))
    throw invalidField('id', CONNECT_MESSAGES.notSignedIn)
  const { encryptedLogin } = use
  const stored = JSON.parse(ctx.cipher.decrypt(encryptedLogin, loginBinding(link.id, network))) as SavedLogin
  const { expiresAt, signedInAt, ...login } = stored.login
  const saved = {
    ...stored,
    login: {
      ...login,
      expiresAt: expiresAt && new Date(expiresAt),
      ...(signedInAt && { signedInAt: new Date(signedInAt) }),
    },
  }
  return { encryptedLogin, signedIn: await resume(await ownerOf(ctx, link), network, saved) }
}
