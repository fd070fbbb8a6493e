import { html } from 'hono/html'

import type { Mail } from '../mail/mail.ts'
import { page } from './page.ts'

/** Renders the list of mails beside the open one. */
export function mailPage(mails: Mail[], open: Mail | undefined) {
  const body =
    mails.length === 0
      ? noMail
      : html`<div class="mails">${list(mails, open)} ${open ? reading(open) : ''}</div>`
  const main = html`<main data-live class="${open ? 'is-reading' : ''}">
    <h1>Mail</h1>
    ${body}
  </main>`
  return page(open?.subject || 'Mail', main, 'mail')
}

const noMail = html`<section class="empty">
  <svg viewBox="0 0 220 120" aria-hidden="true">
    <path d="M10 96h200" stroke="currentColor" stroke-width="2" />
    <path d="M60 34h100v62H60z" fill="none" stroke="currentColor" stroke-width="2" />
    <path d="m60 34 50 36 50-36" fill="none" stroke="currentColor" stroke-width="2" />
    <circle cx="160" cy="34" r="11" fill="var(--iris)" />
  </svg>
  <h2>No mail has been sent yet</h2>
  <p>Sign up, or reset a password: the mail appears here, with its code ready to copy.</p>
</section>`

const list = (mails: Mail[], open: Mail | undefined) =>
  html`<ul class="mail-list">
    ${mails.map(mail => listItem(mail, mail.id === open?.id))}
  </ul>`

const listItem = (mail: Mail, isOpen: boolean) =>
  html`<li>
    <a href="/mail/${mail.id}" ${isOpen ? 'aria-current=true' : ''}>
      <span class="to">${mail.to}</span>
      <time datetime="${mail.createdAt.toISOString()}">${clock(mail.createdAt)}</time>
      <span class="subject">${mail.subject || 'No subject'}</span>
      ${codeOf(mail) ? html`<code>${codeOf(mail)}</code>` : ''}
    </a>
  </li>`

const clock = (date: Date) => new Intl.DateTimeFormat('en-AU', { timeStyle: 'medium' }).format(date)

/** Returns the six-digit code of a mail that mentions a code. Ignores digits in links and longer words. */
function codeOf({ subject, text, html: markup }: Mail): string | undefined {
  const words = `${subject}\n${text || markup.replace(/<style.*?<\/style>|<[^>]+>/gs, ' ')}`
  return /\bcode\b/i.test(words) ? /(?<![\w#/=.-])\d{6}(?![\w-])/.exec(words)?.[0] : undefined
}

function reading(mail: Mail) {
  const code = codeOf(mail)
  return html`<article class="mail">
    <p class="back"><a href="/mail">All mail</a></p>
    <h2>${mail.subject || 'No subject'}</h2>
    <p class="meta">From ${mail.from} to ${mail.to}, ${mail.createdAt.toLocaleString('en-AU')}</p>
    ${
      code
        ? html`<p class="code">
            <code>${code}</code>
            <button class="primary" data-copy="${code}">Copy code</button>
          </p>`
        : ''
    }
    ${
      mail.html
        ? html`<iframe
            title="The mail as its reader sees it"
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            srcdoc="${mail.html}"
          ></iframe>`
        : ''
    }
    <details id="text-${mail.id}" ${mail.html ? '' : 'open'}>
      <summary>As plain text</summary>
      <pre>${mail.text || 'This mail has no text part.'}</pre>
    </details>
    ${mail.attachments.map(({ name, type, bytes }) => html`<p class="meta">Attached: ${name} (${type}, ${bytes} bytes)</p>`)}
  </article>`
}
