import type { Config } from '#api/config.ts'
import type { UserContext } from '#api/context.ts'
import { DomainError } from '#api/errors.ts'
import { limit } from '#api/http/limits/limits.ts'
import { networks, type NetworkId } from '#shared/networks.ts'
import { requireAccountAllowance } from './connection.ts'
import { requireSelectedDestination } from './connection.ts'
import { issueState } from './states.ts'

export const CONNECT_LIMIT = { name: 'connect', max: 120, windowMs: 60 * 60_000 } as const

export const returnUrl = (config: Config, network: NetworkId) => `${config.publicUrl}/api/auth/${network}`

/**
 * Returns the URL of the provider's dialog, for the selected business.
 * @throws {DomainError} `conflict` if no business is selected or the plan is full, `invalid` if the provider isn't configured
 */
export async function startSignIn(
  ctx: UserContext,
  network: Exclude<NetworkId, 'google'>,
  browser: string,
): Promise<string> {
  const slot = await requireSelectedDestination(ctx, network)
  requireSettings(ctx.config, network)
  await limit(ctx, { ...CONNECT_LIMIT, key: ctx.userId })
  await requireAccountAllowance(ctx, slot)
  const state = await issueState(ctx, network, slot.domainId, browser, { domainId: ctx.shownDomainId })
  return ctx.networks[network].login.dialogUrl({ state, redirectUri: returnUrl(ctx.config, network) })
}

/** @throws {DomainError} `invalid`, naming the missing settings */
export function requireSettings(config: Config, network: NetworkId): void {
  const needed: Record<string, string> = {
    facebook: { META_APP_ID: config.facebook.appId, META_APP_SECRET: config.facebook.appSecret },
    google: { GOOGLE_CLIENT_ID: config.google.clientId, GOOGLE_CLIENT_SECRET: config.google.clientSecret },
    instagram: { INSTAGRAM_APP_ID: config.instagram.appId, INSTAGRAM_APP_SECRET: config.instagram.appSecret },
  }[network]
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === '' ? [name] : []))
  if (missing.length === 0) return
  const are = missing.length === 1 ? 'is' : 'are'
  throw new DomainError(
    'invalid',
    `${networks[network].name} is not set up on this server yet: ${missing.join(' and ')} ${are} missing.`,
  )
}
