import { requireAccountAllowance } from '#api/accounts/sign-in/connection.ts'
import { requireSelectedDestination } from '#api/accounts/sign-in/connection.ts'
import type { DialogReturn } from '#api/accounts/sign-in/dialog-return.ts'
import { CONNECT_LIMIT, requireSettings, returnUrl } from '#api/accounts/sign-in/sign-in.ts'
import type { RequestContext, UserContext } from '#api/context.ts'
import { limit, limitAddress } from '#api/http/limits/limits.ts'
import type { ReturnScreen } from '#shared/accounts.ts'
import { splitCode, deleteState, findVerifier, issueGoogleState, saveReturnedCode } from './states.ts'

/**
 * Starts a sign-in at Google for the selected business.
 * @returns the state for the browser's cookie
 * @throws {DomainError} `conflict` if no business is selected or the plan is full, `invalid` if Google isn't configured
 */
export async function startGoogle(
  ctx: UserContext,
  { browser, returnTo }: { browser: string; returnTo: ReturnScreen },
): Promise<string> {
  const slot = await requireSelectedDestination(ctx, 'google')
  requireSettings(ctx.config, 'google')
  await limit(ctx, { ...CONNECT_LIMIT, key: ctx.userId })
  await requireAccountAllowance(ctx, slot)
  return await issueGoogleState(ctx, { domainId: slot.domainId, browser, returnTo })
}

/** Returns the URL of Google's dialog for a sign-in that this browser started; else the Social Hub, which shows the error. */
export async function googleDialog(
  ctx: RequestContext,
  { state, browser }: { state: string | undefined; browser: string | undefined },
): Promise<string> {
  const verifier = state && browser ? await findVerifier(ctx, { state, browser }) : undefined
  if (!state || !verifier) return screen(ctx, 'social-hub', 'expired')
  const redirectUri = returnUrl(ctx.config, 'google')
  return ctx.networks.google.login.dialogUrl({ state, redirectUri, verifier })
}

/** Returns the URL to redirect to after Google's dialog: the screen that it started from, with the code in two parts. */
export async function returnFromGoogle(
  ctx: RequestContext,
  { code, state, error }: DialogReturn,
  browser: string | undefined,
): Promise<string> {
  await limitAddress(ctx, { ...CONNECT_LIMIT, name: 'connect:address' })
  if (!state || !browser) return screen(ctx, 'social-hub', 'expired')
  if (error || !code) {
    const returnTo = await deleteState(ctx, { state, browser })
    return screen(ctx, returnTo, error === 'access_denied' ? 'declined' : 'failed')
  }
  const parts = splitCode(code)
  const returnTo = await saveReturnedCode(ctx, { state, browser }, parts.join('/'))
  return returnTo ? screen(ctx, returnTo, 'success', parts) : screen(ctx, 'social-hub', 'expired')
}

/** Stands for the two parts of a code in the URL if there is none. */
const NO_CODE = ['-', '-']

const screen = (
  { config }: RequestContext,
  returnTo: ReturnScreen,
  status: 'success' | 'declined' | 'failed' | 'expired',
  code: readonly string[] = NO_CODE,
) => `${config.siteUrl}/dashboard/${returnTo}/${[status, ...code].map(encodeURIComponent).join('/')}`
