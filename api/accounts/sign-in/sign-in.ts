import type { Context, RequestContext, UserContext } from '#api/context.ts'
import { limit } from '#api/http/limits/limits.ts'
import type { Listing } from '#api/networks/core/listing.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import type { Config } from '#api/runtime/config.ts'
import { DomainError, withRetryAdvice } from '#api/runtime/errors.ts'
import { type MetaNetwork, type NetworkId, networks } from '#shared/networks.ts'
import { requireAccountAllowance, requireSelectedKey } from './connection.ts'
import { issueState } from './oauth-state.ts'
import { errorMessage } from './return-page.ts'

export const CONNECT_LIMIT = { name: 'connect', max: 120, windowMs: 60 * 60_000 } as const

export const returnUrl = (config: Config, network: NetworkId) => `${config.publicUrl}/api/auth/${network}`

/**
 * Returns the URL of the provider's dialog, for the selected business.
 * @throws {DomainError} `conflict` if no business is selected or the plan is full, `invalid` if the provider isn't configured
 */
export async function startSignIn(ctx: UserContext, network: MetaNetwork, browser: string): Promise<string> {
  const key = await requireSelectedKey(ctx, network)
  requireSettings(ctx, network)
  await limit(ctx, { ...CONNECT_LIMIT, key: ctx.userId })
  await requireAccountAllowance(ctx, key)
  const state = await issueState(ctx, network, key.domainId, browser, { domainId: ctx.shownDomainId })
  return ctx.networks[network].login.dialogUrl({ state, redirectUri: returnUrl(ctx.config, network) })
}

/** Requires that the network is configured. @throws {DomainError} `invalid`, naming the missing settings */
export function requireSettings(ctx: Context, network: NetworkId): void {
  const missing = Object.entries(ctx.networks[network].account.settings).flatMap(([name, value]) =>
    value === '' ? [name] : [],
  )
  if (missing.length === 0) return
  const are = missing.length === 1 ? 'is' : 'are'
  throw new DomainError(
    'invalid',
    `${networks[network].name} is not set up on this server yet: ${missing.join(' and ')} ${are} missing.`,
  )
}

/**
 * Returns the account that needs no choice: the previous one, or the only one. Undefined if there are several, or an unlisted group
 * may contain more.
 */
export const onlyAccount = <Item extends { id: string }>(
  { found, unlisted }: Listing<Item>,
  previousId: string | undefined,
): Item | undefined =>
  found.find(({ id }) => id === previousId) ??
  (found.length === 1 && unlisted.length === 0 ? found[0] : undefined)

/** Makes a call to a provider, and converts its failures to errors with messages for the user. */
export async function callProvider<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    const { kind, message } = error
    if (kind === 'permanent' || kind === 'reconnect')
      throw new DomainError('invalid', message, { cause: error })
    const advice = kind === 'installation' ? message : withRetryAdvice(message)
    throw new DomainError('upstream', advice, { cause: error })
  }
}

/**
 * Finishes a sign-in after the network's redirect.
 * @param error the error code of the redirect; empty if there is none
 * @returns the error to show; undefined if the account is connected
 */
export async function completeReturn(
  { log }: RequestContext,
  network: NetworkId,
  error: string,
  finish: () => Promise<void>,
): Promise<{ status: 'error'; message: string } | undefined> {
  const failed = (message: string) => ({ status: 'error', message }) as const
  if (error) return failed(errorMessage(network, error))
  try {
    await finish()
    return undefined
  } catch (failure) {
    if (failure instanceof DomainError) return failed(failure.message)
    log.error({ err: failure }, `${network} sign-in failed`)
    return failed('Something went wrong on our side. Please connect again.')
  }
}

/** Description of the field `unlisted` in the API's documentation. */
export const UNLISTED =
  'A list of `{name, reason}`: account groups or portfolios that the network didn’t list, and why'
