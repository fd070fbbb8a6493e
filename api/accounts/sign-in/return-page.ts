import { randomBytes } from 'node:crypto'
import * as v from 'valibot'

import { ACCOUNT_MESSAGES } from '#shared/accounts.ts'
import { brand } from '#shared/brand.ts'
import { type NetworkId, networks } from '#shared/networks.ts'

/** Message from a dialog's return page to its opener. */
export type ReturnMessage =
  | { status: 'success'; token: string }
  | { status: 'success'; code: string; state: string }
  | { status: 'error'; message: string }

/** Time in which the opener may start another sign-in in the window, after a code that it has yet to send. */
const REUSE_MS = 1000

/** Renders a page that posts the message to its opener, if that is the site, and closes itself. Without an opener it shows the message. */
export function returnPage(message: ReturnMessage, siteUrl: string): { html: string; policy: string } {
  const nonce = randomBytes(16).toString('base64')
  const text = message.status === 'success' ? 'You can close this window.' : message.message
  const html = `<!doctype html>
<html lang="en-AU">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${message.status === 'success' ? 'Connected' : 'Not connected'}</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }
body { margin: 0; background: light-dark(#f6f4ef, #12161d); color: light-dark(#12161d, #f6f4ef) }
main { max-width: 28rem; margin: 15vh auto; padding: 0 1.5rem }
header { font-weight: 700; border-left: .5rem solid #f4ce23; padding-left: .75rem }
h1 { font-size: 1.5rem; line-height: 1.25 }
a { display: inline-block; margin-top: .5rem; padding: .625rem 1.25rem; border-radius: .5rem; font-weight: 600; text-decoration: none; background: light-dark(#12161d, #f6f4ef); color: light-dark(#f6f4ef, #12161d) }
</style>
<main>
<header>${Bun.escapeHTML(brand.siteName)}</header>
<h1>${message.status === 'success' ? 'That’s done' : 'That didn’t work'}</h1>
<p>${Bun.escapeHTML(text)}</p>
<p><a href="${Bun.escapeHTML(siteUrl)}/dashboard/social-hub">Go to Social Hub</a></p>
</main>
<script nonce="${nonce}">
if (window.opener) {
  window.opener.postMessage(${toScriptJson(message)}, ${toScriptJson(new URL(siteUrl).origin)})
  setTimeout(() => window.close(), ${'code' in message ? REUSE_MS : 0})
}
</script>
</html>
`
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return { html, policy }
}

/** Serialises JSON that can't close its script element. */
const toScriptJson = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c')

const text = v.optional(v.pipe(v.string(), v.maxLength(2000)), '')

/**
 * Query of the redirect from a provider's dialog, including parameters of single networks. Invalid values count as missing, so that
 * a page is always shown.
 */
export const RedirectQuery = v.objectWithRest(
  {
    code: v.fallback(text, ''),
    state: v.fallback(v.pipe(text, v.transform(withoutFragmentMark)), ''),
    error: v.fallback(text, ''),
  },
  v.fallback(text, ''),
)
export type RedirectQuery = v.InferOutput<typeof RedirectQuery>

/** Removes the `#_` that Instagram appends to its redirects. */
function withoutFragmentMark(text: string): string {
  return text.replace(/#_$/, '')
}

/** Explains why a dialog returned without a code. */
export function errorMessage(network: NetworkId, error: string): string {
  const { name } = networks[network]
  if (error === 'access_denied') return ACCOUNT_MESSAGES.declined(name)
  return error
    ? `${name} ended the sign-in. Please connect again in a minute.`
    : ACCOUNT_MESSAGES.stateExpired
}
