import { and, eq, type SQL, sql, type SQLWrapper } from 'drizzle-orm'

import { encryptToken, encryptUserToken } from '#api/accounts/tokens/encrypted-tokens.ts'
import { isAllowedIn } from '#api/auth/access/membership.ts'
import { type NewActivity, recordActivity } from '#api/businesses/activity/record.ts'
import type { Context, UserContext } from '#api/context.ts'
import { allOf } from '#api/db/conditions.ts'
import { insertMany } from '#api/db/insert-many.ts'
import { type Account, type AccountProfile, accounts } from '#api/db/schema/businesses/accounts.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { holdDeliveriesOfAccount, releaseDeliveriesOfAccount } from '#api/deliveries/account-holds.ts'
import { DomainError } from '#api/errors.ts'
import {
  ACCOUNT_MESSAGES,
  type AccountAllowance,
  MAX_ACCOUNTS_BASIC_PLAN,
  type PublicProfile,
} from '#shared/accounts.ts'
import type { ActivityAct } from '#shared/activity.ts'
import type { NetworkId } from '#shared/networks.ts'
import { isFreePage, requireFreePage, pageTakenError } from './free-pages.ts'

/** Context of the user who signs in, with the business that their browser tab shows. */
export type SignInContext = Context &
  Pick<UserContext, 'userId' | 'shownDomainId'> & {
    /** SQL condition for a sign-in with a connect link: the link still works. */
    linkWorks?: SQL
  }

/** A sign-in at a provider. `signedInAt` defaults to now. */
export type Login = {
  providerUserId: string
  userToken: string
  expiresAt: Date | undefined
  signedInAt?: Date
  /** True for a sign-in with a connect link. */
  viaLink?: true
}

export type ProviderAccount = { providerId: string; token: string; profile: PublicProfile }

/** Identifies the account of a business on a network. */
export type AccountKey = { domainId: string; network: NetworkId }

export async function findAccount(
  ctx: SignInContext,
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

/** Returns the account only if the caller signed in to it themselves: its login also lists that person's other Pages. */
export async function findOwnLogin(ctx: SignInContext, slot: AccountKey): Promise<Account | undefined> {
  const account = await findAccount(ctx, slot)
  return account && isOwnLogin(ctx, account) ? account : undefined
}

/** SQL condition: the caller may connect accounts to the business, and the link that they use still works. */
const mayConnect = (ctx: SignInContext, domainId: SQLWrapper): SQL =>
  allOf(isAllowedIn(ctx, domainId, 'connect'), ctx.linkWorks)

/**
 * Checks the permission again, because the caller may have lost it while the provider completed the sign-in.
 * @throws {DomainError} `conflict`
 */
async function requireStillAllowed(ctx: SignInContext, { domainId }: AccountKey): Promise<void> {
  const [row] = await ctx.db.all<{ may: number }>(sql`select ${mayConnect(ctx, sql`${domainId}`)} as may`)
  if (!row?.may) throw notAllowed()
}

const notAllowed = () => new DomainError('conflict', ACCOUNT_MESSAGES.noDomain)

/** @throws {DomainError} `conflict` if another account would exceed the plan's limit. Replacing one is always allowed */
export async function requireAccountAllowance(ctx: SignInContext, slot: AccountKey): Promise<void> {
  const [row] = await ctx.db.all<{ has: number }>(sql`select ${hasRoomFor(ctx, slot)} as has`)
  if (!row?.has) throw limitReachedError(await agreedLimit(ctx))
}

/** SQL condition: the business has an account on the network, which a new one replaces, or the user's plan allows one more. */
const hasRoomFor = (ctx: SignInContext, { domainId, network }: AccountKey) => sql`(exists (
    select 1 from ${accounts} where ${accounts.domainId} = ${domainId} and ${accounts.network} = ${network}
      and ${accounts.status} <> 'choosing')
  or (select count(*) from ${accounts} where ${isCounted(ctx)}) < (
    select iif(role = 'admin', 9e999, coalesce(max_accounts, ${MAX_ACCOUNTS_BASIC_PLAN})) from users where id = ${ctx.userId}))`

/**
 * SQL condition: the account counts towards a user's plan. That are their own, and those that others connected by link in
 * businesses that they own. Businesses that they have left don't count, since they can't disconnect anything there, and nor do
 * sign-ins that were never finished.
 */
const isCounted = ({ userId }: SignInContext) =>
  allOf(
    isAllowedIn({ userId }, accounts.domainId),
    sql`${accounts.status} <> 'choosing'`,
    sql`case when ${accounts.viaLink}
      then exists (select 1 from ${domains} where ${domains.id} = ${accounts.domainId} and ${domains.userId} = ${userId})
      else ${accounts.userId} = ${userId} end`,
  )

/** Returns how many accounts the user has linked, in all businesses, and how many the plan allows: null without a limit. */
export async function readAllowance(ctx: SignInContext): Promise<AccountAllowance> {
  const [used, agreed] = await Promise.all([ctx.db.$count(accounts, isCounted(ctx)), agreedLimit(ctx)])
  const limit = agreed ?? MAX_ACCOUNTS_BASIC_PLAN
  return { used, limit: Number.isFinite(limit) ? limit : null }
}

/** Returns the account limit agreed with the user: Infinity for administrators, null on the Basic Plan. */
async function agreedLimit({ db, userId }: SignInContext): Promise<number | null> {
  const [user] = await db
    .select({ maxAccounts: users.maxAccounts, role: users.role })
    .from(users)
    .where(eq(users.id, userId))
  return user?.role === 'admin' ? Infinity : (user?.maxAccounts ?? null)
}

const limitReachedError = (agreed: number | null) =>
  new DomainError('conflict', ACCOUNT_MESSAGES.tooMany(agreed))

/**
 * Stores a sign-in until an account is chosen, and disconnects the current account. Without `person`, keeps its name, so that
 * the choice can show it.
 */
export async function saveLogin(
  ctx: SignInContext,
  slot: AccountKey,
  login: Login,
  person?: PublicProfile,
): Promise<Account> {
  await requireStillAllowed(ctx, slot)
  await requireAccountAllowance(ctx, slot)
  const existing = await findAccount(ctx, slot)
  if (existing && existing.status !== 'choosing') await removeAccount(ctx, existing)
  return await upsertLogin(ctx, slot, login, person ? profileValues(person) : { name: existing?.name ?? '' })
}

/**
 * Connects an account to a business. The same account keeps its row; a different one replaces it.
 * @throws {DomainError} `conflict` when the Page or location is connected to another business, or the plan is full
 */
export async function connectAccount(
  ctx: SignInContext,
  slot: AccountKey,
  login: Login,
  chosen: ProviderAccount,
): Promise<Account> {
  const page = { network: slot.network, id: chosen.providerId, name: chosen.profile.name }
  await requireStillAllowed(ctx, slot)
  await requireAccountAllowance(ctx, slot)
  if (isExclusive(slot.network)) await requireFreePage(ctx, slot.domainId, page)
  const existing = await findAccount(ctx, slot)
  const isReplaced = existing && existing.providerId !== '' && existing.providerId !== chosen.providerId
  const by = login.viaLink && { via: 'link' as const }
  if (isReplaced) await removeAccount(ctx, existing, by)
  const row = existing && !isReplaced ? existing : await upsertLogin(ctx, slot, login)

  const [[connected]] = await ctx.db.batch([
    ctx.db
      .update(accounts)
      .set({
        ...loginValues(ctx, slot, login),
        ...profileValues(chosen.profile),
        status: 'connected',
        providerId: chosen.providerId,
        encryptedToken: encryptToken(ctx, slot, chosen.token),
      })
      .where(
        and(
          eq(accounts.id, row.id),
          mayConnect(ctx, accounts.domainId),
          // Concurrent sign-ins may together exceed the plan's limit.
          hasRoomFor(ctx, slot),
          isExclusive(slot.network) ? isFreePage(ctx, page) : undefined,
        ),
      )
      .returning(),
    recordActivity(ctx, { ...recordOf({ ...slot, name: chosen.profile.name }, 'account.connected'), by }),
  ])
  if (!connected) {
    // A sign-in that was begun before can still be finished.
    if (!existing) await ctx.db.delete(accounts).where(eq(accounts.id, row.id))
    await requireStillAllowed(ctx, slot)
    await requireAccountAllowance(ctx, slot)
    throw await pageTakenError(ctx, slot.domainId, page)
  }
  await releaseDeliveriesOfAccount(ctx, connected)
  return connected
}

/** Returns true if only one of a user's businesses may connect the same account. */
const isExclusive = (network: NetworkId) => network !== 'instagram'

/** Removes a connected account and holds its scheduled deliveries. */
export async function removeAccount(ctx: Context, account: Account, by?: NewActivity['by']): Promise<void> {
  await holdDeliveriesOfAccount(ctx, account.id, 'disconnected')
  const isConnected = account.status !== 'choosing'
  await ctx.db.batch([
    ctx.db.delete(accounts).where(eq(accounts.id, account.id)),
    recordActivity(
      ctx,
      { ...recordOf(account, 'account.disconnected'), by },
      sql`from (select 1) where changes() > 0 and ${isConnected}`,
    ),
  ])
}

/** Returns the activity that records a connected or disconnected account. */
export const recordOf = (
  { domainId, network, name }: Pick<Account, 'domainId' | 'network' | 'name'>,
  act: ActivityAct,
) => ({ domainId, act, details: { network, account: name } })

async function upsertLogin(
  ctx: SignInContext,
  slot: AccountKey,
  login: Login,
  profile: Partial<ReturnType<typeof profileValues>> = {},
): Promise<Account> {
  const values = {
    ...loginValues(ctx, slot, login),
    ...profile,
    status: 'choosing' as const,
    providerId: '',
    encryptedToken: null,
  }
  const [row] = await insertMany(
    ctx.db,
    accounts,
    { id: Bun.randomUUIDv7(), ...slot, ...values, createdAt: ctx.now() },
    sql`from (select 1) where ${mayConnect(ctx, sql`${slot.domainId}`)}`,
  )
    .onConflictDoUpdate({ target: [accounts.domainId, accounts.network], set: values })
    .returning()
  if (!row) throw notAllowed()
  return row
}

const loginValues = (
  ctx: SignInContext,
  slot: AccountKey,
  { providerUserId, userToken, expiresAt, signedInAt, viaLink }: Login,
) => ({
  userId: ctx.userId,
  providerUserId,
  encryptedUserToken: encryptUserToken(ctx, slot, userToken),
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
    ...(followers !== null && { followers }),
    ...(following !== null && { following }),
    bio,
    link,
    email,
  } satisfies AccountProfile,
})
