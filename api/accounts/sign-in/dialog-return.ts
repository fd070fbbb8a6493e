import * as v from 'valibot'

import type { RequestContext } from '#api/context.ts'
import { newToken } from '#api/crypto/secrets.ts'
import { DomainError } from '#api/errors.ts'
import { ACCOUNT_MESSAGES } from '#shared/accounts.ts'
import { networks, type NetworkId } from '#shared/networks.ts'
import { finishInstagram } from './instagram.ts'
import type { ReturnMessage } from './return-page.ts'

const text = v.optional(v.pipe(v.string(), v.maxLength(2000)), '')

/** Query of the redirect from a provider's dialog. Invalid values count as missing, so that a page is always shown. */
export const DialogReturn = v.object({
  code: v.fallback(text, ''),
  state: v.fallback(v.pipe(text, v.transform(withoutFragmentMark)), ''),
  error: v.fallback(text, ''),
})
export type DialogReturn = v.InferOutput<typeof DialogReturn>

/** Removes the `#_` that Instagram appends to its redirects. */
function withoutFragmentMark(text: string): string {
  return text.replace(/#_$/, '')
}

/** Passes Facebook's code to the page that opened the dialog, which sends it to the api with the user's session. */
export function returnFromFacebook({ code, state, error }: DialogReturn): ReturnMessage {
  if (error || !code || !state) return { status: 'error', message: errorMessage('facebook', error) }
  return { status: 'success', code, state }
}

/** Exchanges Instagram's code at once. The token in the message only signals success and grants nothing. */
export async function returnFromInstagram(
  ctx: RequestContext,
  returned: DialogReturn,
  browser: string | undefined,
): Promise<ReturnMessage> {
  const { code, state, error } = returned
  if (error) return { status: 'error', message: errorMessage('instagram', error) }
  try {
    await finishInstagram(ctx, { code, state, browser })
    return { status: 'success', token: newToken() }
  } catch (failure) {
    if (failure instanceof DomainError) return { status: 'error', message: failure.message }
    ctx.log.error({ err: failure }, 'instagram sign-in failed')
    return { status: 'error', message: 'Something went wrong on our side. Please connect again.' }
  }
}

function errorMessage(network: NetworkId, error: string): string {
  const { name } = networks[network]
  if (error === 'access_denied') return ACCOUNT_MESSAGES.declined(name)
  return error
    ? `${name} ended the sign-in. Please connect again in a minute.`
    : ACCOUNT_MESSAGES.stateExpired
}
