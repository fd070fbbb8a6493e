import { html } from 'hono/html'

import type { Provider } from '../world/people.ts'

const FACEBOOK = html`<svg class="mark" viewBox="0 0 32 32" role="img" aria-label="Facebook">
  <circle cx="16" cy="16" r="16" fill="#0866ff" />
  <path
    fill="#fff"
    d="M21.8 20.6l.7-4.6h-4.4v-3c0-1.3.6-2.5 2.6-2.5h2v-3.9s-1.8-.3-3.5-.3c-3.6 0-5.9 2.2-5.9 6.1V16h-4v4.6h4V32h4.8V20.6z"
  />
</svg>`

const INSTAGRAM = html`<svg class="mark" viewBox="0 0 32 32" role="img" aria-label="Instagram">
  <rect width="32" height="32" rx="9" fill="#d62976" />
  <rect x="7" y="7" width="18" height="18" rx="5.5" fill="none" stroke="#fff" stroke-width="2.4" />
  <circle cx="16" cy="16" r="4.4" fill="none" stroke="#fff" stroke-width="2.4" />
  <circle cx="21.3" cy="10.7" r="1.5" fill="#fff" />
</svg>`

export const networkMark = (network: Provider) => (network === 'facebook' ? FACEBOOK : INSTAGRAM)
