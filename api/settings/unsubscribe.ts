import type { Context, Inside, RequestContext } from '#api/context.ts'
import { limitAddress, LIMITS } from '#api/http/limits/limits.ts'
import { isKeyedHash, keyedHash } from '#api/runtime/crypto/secrets.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { brand } from '#shared/brand.ts'
import type { Unsubscribe, UnsubscribeKind } from '#shared/settings.ts'
import { setSwitch } from './settings.ts'

const PURPOSE = 'unsubscribe link'
const SWITCHES = { notices: 'emailNotifications', news: 'marketingEmails' } as const

/** Returns the URL that stops mail of this kind without logging in (RFC 8058). */
export const unsubscribeUrl = ({ config }: Inside<Context>, userId: string, kind: UnsubscribeKind) =>
  `${config.publicUrl}/api/mail/unsubscribe?${new URLSearchParams({ user: userId, kind, key: keyedHash(config.appSecret, PURPOSE, signed(userId, kind)) })}`

/** @throws {DomainError} `not_found` for a link that wasn't issued by us */
export async function unsubscribe(ctx: RequestContext, { user, kind, key }: Unsubscribe): Promise<void> {
  await limitAddress(ctx, LIMITS.unsubscribeUrl)
  checkLink(ctx, { user, kind, key })
  await setSwitch(ctx, user, SWITCHES[kind], false)
}

/** @throws {DomainError} `not_found` for a link that wasn't issued by us */
export function checkLink({ config }: Context, { user, kind, key }: Unsubscribe): void {
  if (!isKeyedHash(config.appSecret, PURPOSE, signed(user, kind), key))
    throw new DomainError('not_found', 'This link is incomplete. Please open it from the email again.')
}

const signed = (userId: string, kind: UnsubscribeKind) => `unsubscribe ${kind} ${userId}`

export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const TEXTS = {
  notices: {
    mail: 'emails about your posts and accounts',
    again: 'You can turn them on again in Settings.',
    after:
      'You’ll still get notifications in your dashboard. We always email you about passwords and sign-ins.',
  },
  news: {
    mail: `emails with news from ${brand.siteName}`,
    again: 'You can turn them on again in Settings.',
    after: 'You’ll still get emails about your own posts and account.',
  },
} as const

export const unsubscribePage = (kind: UnsubscribeKind, state: 'ask' | 'done', siteUrl: string): string =>
  stopPage(TEXTS[kind], state, siteUrl)

/**
 * Renders a page that works without scripts and without signing in.
 * @param mail the mails, in the plural
 * @param again how to get them again
 * @param after a last sentence about other mails
 * @param resume URL to which the page that confirms the stop posts to get the mails again
 */
export function stopPage(
  { mail, again, after, resume }: { mail: string; again: string; after: string; resume?: string },
  state: 'ask' | 'done' | 'resumed',
  siteUrl: string,
): string {
  const title = {
    ask: `Stop ${mail}?`,
    done: 'You’re unsubscribed',
    resumed: 'You’re subscribed again',
  }[state]
  const post = (label: string, action = '') =>
    `<form method="post"${action && ` action="${Bun.escapeHTML(action)}"`}><button>${label}</button></form>`
  const body = {
    ask: post('Unsubscribe'),
    done: `<p>You won’t get any more ${Bun.escapeHTML(mail)}. ${Bun.escapeHTML(again)}</p>${resume ? post('Get them again', resume) : ''}`,
    resumed: `<p>You’ll get ${Bun.escapeHTML(mail)}.</p>`,
  }[state]
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${Bun.escapeHTML(title)} · ${Bun.escapeHTML(brand.siteName)}</title>
<style>
:root { color-scheme: light dark; --paper: #faf8f4; --ink: #12161d; --soft: #50565e }
@media (prefers-color-scheme: dark) { :root { --paper: #10131a; --ink: #f1efe9; --soft: #a9adb4 } }
body { margin: 0; padding: 3rem 1.25rem; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif }
main { max-width: 34rem; margin: 0 auto }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.02em; text-wrap: balance }
small { color: var(--soft); font-size: 0.875rem }
a { color: inherit }
button { min-height: 2.75rem; padding: 0 1.25rem; border: 0; border-radius: 0.5rem; background: #f4ce23; color: #12161d; font: inherit; font-weight: 600; cursor: pointer }
button:focus-visible, a:focus-visible { outline: 2px solid currentColor; outline-offset: 2px }
</style>
</head>
<body>
<main>
<h1>${Bun.escapeHTML(title)}</h1>
${body}
<p><small>${Bun.escapeHTML(after)}</small></p>
<p><a href="${Bun.escapeHTML(siteUrl)}">${Bun.escapeHTML(brand.siteName)}</a></p>
</main>
</body>
</html>`
}
