import { html } from 'hono/html'

type Html = ReturnType<typeof html>

const BIRD = html`<svg class="bird" viewBox="0 0 40 32" aria-hidden="true">
  <path
    d="M2 14 14 9c2-5 7-7 11-6 5 1 8 5 8 10 0 8-6 14-14 14-4 0-7-1-9-3l12-2c-8 1-12-3-12-5z"
    fill="currentColor"
  />
  <path d="M19 26c6 0 11-4 13-9l6 12-9-2z" fill="currentColor" />
  <circle cx="22" cy="10" r="3" fill="var(--iris)" />
  <circle cx="22" cy="10" r="1.3" fill="var(--ground)" />
</svg>`

/** Renders the layout of every page. */
export const page = (title: string, main: Html | Promise<Html>, current?: 'published' | 'mail') =>
  html`<!doctype html>
    <html lang="en-AU">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Sandbox</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/sandbox.css" />
        <script type="module" src="/assets/live.js"></script>
      </head>
      <body>
        <header class="top">
          <a class="home" href="/">${BIRD}<span>Sandbox</span></a>
          <nav aria-label="Sandbox">
            <a href="/" ${current === 'published' ? 'aria-current=page' : ''}>Published</a>
            <a href="/mail" ${current === 'mail' ? 'aria-current=page' : ''}>Mail</a>
          </nav>
          <p class="hint">Plays the networks and the mail server. Nothing here leaves this computer.</p>
        </header>
        ${main}
      </body>
    </html>`
