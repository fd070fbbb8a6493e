import { and, eq, inArray, ne, or } from 'drizzle-orm'

import { type AccountKey, encryptToken, encryptUserToken } from '#api/accounts/tokens/tokens.ts'
import { isAllowedIn, roleIn } from '#api/auth/access/membership.ts'
import { type NewActivity, recordActivity } from '#api/businesses/activity/record.ts'
import { requireActiveDomain } from '#api/businesses/domains.ts'
import type { Context, Inside, UserContext } from '#api/context.ts'
import { onlyRow } from '#api/db/only-row.ts'
import { type Account, type AccountProfile, accounts } from '#api/db/schema/businesses/accounts.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { write } from '#api/db/write.ts'
import { holdDeliveriesOfAccount, releaseDeliveriesOfAccount } from '#api/deliveries/account-holds.ts'
import { DomainError } from '#api/runtime/errors.ts'
import {
  ACCOUNT_MESSAGES,
  type AccountAllowance,
  MAX_ACCOUNTS_BASIC_PLAN,
  type PublicProfile,
} from '#shared/accounts.ts'
import type { ActivityAct } from '#shared/activity.ts'
import { isAllowed, type Permission } from '#shared/businesses/permissions.ts'
import { type NetworkId, networks } from '#shared/networks.ts'

/** Rejects the connection of an account. */
export class ConnectError extends DomainError {
  override name = 'ConnectError'
  readonly reason: ConnectFailure

  constructor(reason: ConnectFailure, message: string, options?: { cause?: unknown }) {
    super('conflict', message, options)
    this.reason = reason
  }
}

/** The user lost the business, their plan is full, another business has the account, or the connect link was used. */
export type ConnectFailure = 'no_business' | 'full' | 'taken' | 'used'

/** Context of the user who signs in, with the business shown in their browser tab. */
export type SignInContext = Context &
  Pick<UserContext, 'userId' | 'shownDomainId'> & {
    /** The connect link of a visitor who signs in. */
    link?: LinkUse
  }

/** The connect link's part in the transaction that connects an account. */
export type LinkUse = {
  /** @throws {DomainError} if the link no longer works, or its network is already connected */
  requireOpen: (ctx: Inside<Context>) => Promise<void>
  /** Marks the link as used for the network, and notifies the business. */
  settle: (ctx: Inside<Context>, account: Account) => Promise<void>
}

/** A sign-in at a provider. `signedInAt` defaults to now. */
export type Login = {
  providerUserId: string
  userToken: string
  expiresAt: Date | undefined
  signedInAt?: Date
  viaLink?: true
}

export type ProviderAccount = { providerId: string; token: string; profile: PublicProfile }

export async function findAccount(
  ctx: Inside<SignInContext>,
  { domainId, network }: AccountKey,
): Promise<Account | undefined> {
  const [account] = await ctx.db
    .select()
    .from(accounts)
    .where(
      and(
        isAllowedIn(ctx, accounts.domainId),
        eq(accounts.domainId, domainId),
        eq(accounts.network, network),
      ),
    )
  return account
}

export const isOwnLogin = ({ userId }: Pick<SignInContext, 'userId'>, account: Account) =>
  account.userId === userId && !account.viaLink

/** Returns the account only to the person who signed in to it, because the login also lists their other Pages. */
export async function findOwnLogin(ctx: SignInContext, key: AccountKey): Promise<Account | undefined> {
  const account = await findAccount(ctx, key)
  return account && isOwnLogin(ctx, account) ? account : undefined
}

/**
 * Checks the permission again, because the user may have lost it during the sign-in at the provider.
 * @throws {ConnectError} `no_business`
 */
export async function requireStillAllowed(
  ctx: Inside<SignInContext>,
  { domainId }: AccountKey,
): Promise<void> {
  await ctx.link?.requireOpen(ctx)
  const role = await roleIn(ctx, domainId)
  if (!role || !isAllowed(role, 'connect')) throw new ConnectError('no_business', ACCOUNT_MESSAGES.noDomain)
}

/** @throws {DomainError} `conflict` if another account would exceed the plan's limit. Replacing one is always allowed */
export async function requireAccountAllowance(ctx: Inside<SignInContext>, key: AccountKey): Promise<void> {
  const isReplaced = and(
    eq(accounts.domainId, key.domainId),
    eq(accounts.network, key.network),
    ne(accounts.status, 'choosing'),
  )
  if ((await ctx.db.$count(accounts, isReplaced)) > 0) return
  const agreed = await agreedLimit(ctx)
  if ((await countAccounts(ctx)) >= (agreed ?? MAX_ACCOUNTS_BASIC_PLAN))
    throw new ConnectError('full', ACCOUNT_MESSAGES.tooMany(agreed))
}

/** Returns how many accounts the user has linked in all businesses, and the plan's limit: null if there is none. */
export async function readAllowance(ctx: SignInContext): Promise<AccountAllowance> {
  const [used, agreed] = await Promise.all([countAccounts(ctx), agreedLimit(ctx)])
  const limit = agreed ?? MAX_ACCOUNTS_BASIC_PLAN
  return { used, limit: Number.isFinite(limit) ? limit : null }
}

/**
 * Counts the accounts of a user's plan: those that they connected, and those connected by link in businesses that they own.
 * Excludes unfinished sign-ins, and accounts in businesses that they have left, because they can't disconnect those.
 */
const countAccounts = ({ db, userId }: Inside<SignInContext>): Promise<number> =>
  db.$count(
    accounts,
    and(
      isAllowedIn({ userId }, accounts.domainId),
      ne(accounts.status, 'choosing'),
      or(
        and(eq(accounts.viaLink, false), eq(accounts.userId, userId)),
        and(
          eq(accounts.viaLink, true),
          inArray(
            accounts.domainId,
            db.select({ id: domains.id }).from(domains).where(eq(domains.userId, userId)),
          ),
        ),
      ),
    ),
  )

/** Returns the account limit agreed with the user: Infinity for administrators, null on the Basic Plan. */
async function agreedLimit({ db, userId }: Inside<SignInContext>): Promise<number | null> {
  const [user] = await db
    .select({ maxAccounts: users.maxAccounts, role: users.role })
    .from(users)
    .where(eq(users.id, userId))
  return user?.role === 'admin' ? Infinity : (user?.maxAccounts ?? null)
}

/**
 * Stores a sign-in until an account is chosen, and disconnects the current account. Without `person`, keeps the current account's
 * name, which is shown beside the choice.
 */
export const saveLogin = (
  ctx: SignInContext,
  key: AccountKey,
  login: Login,
  person?: PublicProfile,
): Promise<Account> =>
  write(ctx, async ctx => {
    await requireStillAllowed(ctx, key)
    await requireAccountAllowance(ctx, key)
    const existing = await findAccount(ctx, key)
    if (existing && existing.status !== 'choosing') await deleteAccount(ctx, existing)
    return saveAccount(ctx, key, {
      ...loginValues(ctx, key, login),
      ...(person ? profileValues(person) : { name: existing?.name ?? '' }),
      status: 'choosing',
      providerId: '',
      encryptedToken: null,
    })
  })

/**
 * Connects an account to a business. The same account keeps its row; a different one replaces it.
 * @returns also the business's previous account, with its login
 * @throws {DomainError} `conflict` when the Page or location is connected to another business, or the plan is full
 */
export const connectAccount = (
  ctx: SignInContext,
  key: AccountKey,
  login: Login,
  chosen: ProviderAccount,
): Promise<{ connected: Account; replaced: Account | undefined }> =>
  write(ctx, async ctx => {
    const { name } = chosen.profile
    await requireStillAllowed(ctx, key)
    await requireAccountAllowance(ctx, key)
    if (!networks[key.network].account.isShared)
      await requireFreePage(ctx, key, { id: chosen.providerId, name })
    const existing = await findAccount(ctx, key)
    const byLink = login.viaLink ? { name: '' } : undefined
    if (existing && existing.providerId !== '' && existing.providerId !== chosen.providerId)
      await deleteAccount(ctx, existing, byLink)
    const connected = await saveAccount(ctx, key, {
      ...loginValues(ctx, key, login),
      ...profileValues(chosen.profile),
      status: 'connected',
      providerId: chosen.providerId,
      encryptedToken: encryptToken(ctx, key, chosen.token),
    })
    await recordActivity(ctx, { ...accountActivity({ ...key, name }, 'account.connected'), byLink })
    await releaseDeliveriesOfAccount(ctx, connected)
    await ctx.link?.settle(ctx, connected)
    return { connected, replaced: existing }
  })

/** @throws {DomainError} `conflict` when another business of the user has this Page or location */
async function requireFreePage(
  ctx: Inside<SignInContext>,
  key: AccountKey,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const business = (await businessesOfPages(ctx, key)).get(id)
  if (business === undefined) return
  throw new ConnectError(
    'taken',
    networks[key.network].account.choice === 'location'
      ? ACCOUNT_MESSAGES.locationTaken(name || 'This location', business)
      : ACCOUNT_MESSAGES.pageTaken(name || 'This page', business),
  )
}

/** Returns which of the user's other businesses have Pages of this network, by the Page's id. */
export async function businessesOfPages(
  { db, userId }: Inside<SignInContext>,
  { domainId, network }: AccountKey,
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

/**
 * Returns the name of another business with the same account; undefined if there is none, empty if the user isn't a member of it.
 */
export async function otherBusinessWith(
  ctx: Inside<SignInContext>,
  key: AccountKey,
  providerId: string,
): Promise<string | undefined> {
  const own = (await businessesOfPages(ctx, key)).get(providerId)
  if (own !== undefined || providerId === '') return own
  const others = await ctx.db.$count(
    accounts,
    and(
      eq(accounts.network, key.network),
      eq(accounts.providerId, providerId),
      ne(accounts.domainId, key.domainId),
      eq(accounts.status, 'connected'),
    ),
  )
  return others > 0 ? '' : undefined
}

/** Removes a connected account and holds its scheduled deliveries. Does nothing if it was removed meanwhile. */
export const removeAccount = (ctx: Context, { id }: Account): Promise<void> =>
  write(ctx, async ctx => {
    const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, id))
    if (account) await deleteAccount(ctx, account)
  })

async function deleteAccount(
  ctx: Inside<Context>,
  account: Account,
  byLink?: NewActivity['byLink'],
): Promise<void> {
  await holdDeliveriesOfAccount(ctx, account, 'disconnected')
  await ctx.db.delete(accounts).where(eq(accounts.id, account.id))
  if (account.status !== 'choosing')
    await recordActivity(ctx, { ...accountActivity(account, 'account.disconnected'), byLink })
}

/** Returns the activity that records a connected or disconnected account. */
export const accountActivity = (
  { domainId, network, name }: Pick<Account, 'domainId' | 'network' | 'name'>,
  act: ActivityAct,
) => ({ domainId, act, details: { network, account: name } })

/** Inserts or updates the account of a business on a network. */
const saveAccount = async (
  { db, now }: Inside<SignInContext>,
  key: AccountKey,
  values: Omit<typeof accounts.$inferInsert, 'id' | 'createdAt' | keyof AccountKey>,
): Promise<Account> =>
  onlyRow(
    await db
      .insert(accounts)
      .values({ id: Bun.randomUUIDv7(), ...key, ...values, createdAt: now() })
      .onConflictDoUpdate({ target: [accounts.domainId, accounts.network], set: values })
      .returning(),
  )

const loginValues = (
  ctx: Inside<SignInContext>,
  key: AccountKey,
  { providerUserId, userToken, expiresAt, signedInAt, viaLink }: Login,
) => ({
  userId: ctx.userId,
  providerUserId,
  encryptedUserToken: encryptUserToken(ctx, key, userToken),
  signedInAt: signedInAt ?? ctx.now(),
  viaLink: viaLink === true,
  tokenExpiresAt: expiresAt ?? null,
  updatedAt: ctx.now(),
})

export const profileValues = ({
  name,
  username,
  picture,
  location,
  phone,
  followers,
  following,
  bio,
  link,
  email,
}: PublicProfile) => ({
  name,
  username,
  picture,
  profile: {
    location,
    ...(phone !== undefined && { phone }),
    ...(followers !== null && { followers }),
    ...(following !== null && { following }),
    bio,
    link,
    email,
  } satisfies AccountProfile,
})

/** @throws {DomainError} `not_found` if the business shown in the browser tab was deleted, or isn't the caller's */
export async function selectedKey(ctx: UserContext, network: NetworkId): Promise<AccountKey | undefined> {
  const domain = await requireActiveDomain(ctx)
  return domain ? { domainId: domain._id, network } : undefined
}

/**
 * @throws {DomainError} `conflict` when no business is selected, `not_found` if it doesn't exist for the user, `forbidden` without
 *   the permission
 */
export async function requireSelectedKey(
  ctx: UserContext,
  network: NetworkId,
  permission: Permission = 'connect',
): Promise<AccountKey> {
  const domain = await requireActiveDomain(ctx, permission)
  if (!domain) throw new DomainError('conflict', ACCOUNT_MESSAGES.noDomain)
  return { domainId: domain._id, network }
}
