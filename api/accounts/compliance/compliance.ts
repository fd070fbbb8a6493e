import { and, eq, isNotNull, lte, or } from 'drizzle-orm'

import { markNeedsReconnect } from '#api/accounts/needs-reconnect.ts'
import { removeAccount } from '#api/accounts/sign-in/connection.ts'
import { findLinkedAccount, encryptToken, encryptUserToken } from '#api/accounts/tokens/tokens.ts'
import type { Context, RequestContext } from '#api/context.ts'
import { isEncryptedWithAnotherKey } from '#api/db/encrypted.ts'
import { type Account, accounts } from '#api/db/schema/businesses/accounts.ts'
import { dataDeletions } from '#api/db/schema/people/compliance.ts'
import { limitAddress, LIMITS } from '#api/http/limits/limits.ts'
import { readSignedRequest } from '#api/networks/meta/signed-request.ts'
import { formerKeyedHash, keyedHash } from '#api/runtime/crypto/secrets.ts'
import { DomainError, invalidField } from '#api/runtime/errors.ts'
import type { DataDeletion } from '#shared/compliance.ts'
import { DAY_MS } from '#shared/durations.ts'
import { type MetaNetwork, type NetworkId, networks } from '#shared/networks.ts'

const CODE_LENGTH = 20
const RETENTION_MS = 365 * DAY_MS

/** The response that Meta requires: a status page for the person, and its code. */
type DeletionReceipt = { url: string; confirmation_code: string }

/**
 * Deletes a network's data about a person at the network's request. A repeated request gets the same response, and deletes nothing
 * that was connected since.
 * @throws {DomainError} `invalid` for a request that the network didn't sign
 */
export async function deleteOnRequest(
  ctx: Context,
  network: MetaNetwork,
  signedRequest: string,
): Promise<DeletionReceipt> {
  const { person } = readRequest(ctx, network, signedRequest)
  // Only the payload is signed, so the same request always has the same payload.
  const payload = signedRequest.split('.')[1]
  const code = await codeOf(ctx, `deletion ${network} ${payload}`)
  const receipt = { url: `${ctx.config.siteUrl}/data-deletion?code=${code}`, confirmation_code: code }
  const isThisDeletion = eq(dataDeletions.code, code)
  await ctx.db.insert(dataDeletions).values({ code, network, requestedAt: ctx.now() }).onConflictDoNothing()
  const [deletion] = await ctx.db.select().from(dataDeletions).where(isThisDeletion)
  if (deletion?.finishedAt) return receipt

  for (const account of await accountsOf(ctx, person)) await removeAccount(ctx, account)
  await ctx.db.update(dataDeletions).set({ finishedAt: ctx.now() }).where(isThisDeletion)
  ctx.log.info({ network }, 'data deleted on request')
  return receipt
}

/** Returns the same code for a repeated request, including one that release 0.1.0 handled. */
async function codeOf({ db, config }: Context, request: string): Promise<string> {
  const former = formerKeyedHash(config.appSecret, request).slice(0, CODE_LENGTH)
  const isKnown = (await db.$count(dataDeletions, eq(dataDeletions.code, former))) > 0
  return isKnown ? former : keyedHash(config.appSecret, 'data deletion code', request).slice(0, CODE_LENGTH)
}

/**
 * Deletes the tokens of a person who removed our app. Keeps newer sign-ins, because the request may be late or repeated.
 * @throws {DomainError} `invalid` for a request that the network didn't sign
 */
export async function deauthorize(ctx: Context, network: MetaNetwork, signedRequest: string): Promise<void> {
  const { person, issuedAt } = readRequest(ctx, network, signedRequest)
  await deleteTokensOf(ctx, person, issuedAt)
  ctx.log.info({ network }, 'tokens deleted after deauthorisation')
}

/** Returns the status of a deletion. @throws {DomainError} `not_found` for an unknown code */
export async function readDeletion(ctx: RequestContext, code: string): Promise<DataDeletion> {
  await limitAddress(ctx, LIMITS.deletionStatusAddress)
  const [found] = await ctx.db.select().from(dataDeletions).where(eq(dataDeletions.code, code))
  if (!found) throw new DomainError('not_found', 'No deletion has this code. Please check it.')
  const { network, requestedAt, finishedAt } = found
  return {
    code,
    network,
    status: finishedAt ? 'done' : 'in_progress',
    requestedAt: requestedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}

/** Deletes records of data deletions after a year. */
export async function sweepDeletions({ db, now }: Context): Promise<void> {
  const yearAgo = new Date(now().getTime() - RETENTION_MS)
  await db
    .delete(dataDeletions)
    .where(and(lte(dataDeletions.requestedAt, yearAgo), isNotNull(dataDeletions.finishedAt)))
}

function readRequest({ config, now }: Context, network: MetaNetwork, signedRequest: string) {
  const read = readSignedRequest(signedRequest, config[network].appSecret, now())
  if (!read) throw invalidField('signed_request', 'The network didn’t sign this request.')
  const person: NetworkPerson = { network, personId: read.personId }
  return { person, issuedAt: read.issuedAt }
}

type NetworkPerson = { network: NetworkId; personId: string }

/** Precision of the times that networks report. */
const PRECISION_MS = 1000

/**
 * Deletes the tokens of a person who removed our app, holds their scheduled deliveries and notifies the user who linked the
 * account. Keeps accounts that were connected since, but schedules a check of their tokens.
 */
async function deleteTokensOf(ctx: Context, person: NetworkPerson, withdrawnAt: Date): Promise<void> {
  for (const account of await accountsOf(ctx, person)) {
    if (+account.signedInAt >= +withdrawnAt + PRECISION_MS) await checkSoon(ctx, account)
    else await dropLogin(ctx, account)
  }
}

/** Deletes logins that a lost APP_SECRET encrypted. @returns their number */
export async function dropUnreadableLogins(ctx: Context): Promise<number> {
  const lost = await ctx.db
    .select()
    .from(accounts)
    .where(isEncryptedWithAnotherKey(ctx.cipher, accounts.encryptedUserToken))
  for (const account of lost) await dropLogin(ctx, account)
  return lost.length
}

async function dropLogin(ctx: Context, account: Account): Promise<void> {
  if (account.status === 'choosing') await removeAccount(ctx, account)
  else await dropTokens(ctx, account)
}

async function checkSoon({ db }: Context, { id }: Account): Promise<void> {
  await db.update(accounts).set({ checkedAt: null }).where(eq(accounts.id, id))
}

async function dropTokens(ctx: Context, account: Account): Promise<void> {
  const { id, encryptedToken } = account
  const linked = await findLinkedAccount(ctx, id)
  if (!linked || !encryptedToken) return
  await markNeedsReconnect(ctx, id, linked.token)
  await ctx.db
    .update(accounts)
    .set({
      status: 'needs_reconnect',
      encryptedToken: encryptToken(ctx, account, ''),
      encryptedUserToken: encryptUserToken(ctx, account, ''),
      updatedAt: ctx.now(),
    })
    .where(and(eq(accounts.id, id), eq(accounts.encryptedToken, encryptedToken)))
}

/**
 * Finds a person's accounts by the id of their login. Where the account is the person's, as on Instagram, that is the account's
 * id.
 */
const accountsOf = ({ db }: Context, { network, personId }: NetworkPerson): Promise<Account[]> =>
  db
    .select()
    .from(accounts)
    .where(
      and(
        eq(accounts.network, network),
        or(
          eq(accounts.providerUserId, personId),
          networks[network].account.choice === null ? eq(accounts.providerId, personId) : undefined,
        ),
      ),
    )
