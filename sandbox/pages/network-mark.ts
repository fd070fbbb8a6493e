import { html } from 'hono/html'

import type { NetworkName } from '../faults/fault.ts'

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

const GOOGLE = html`<svg class="mark" viewBox="0 0 24 24" role="img" aria-label="Google">
  <path
    fill="#4285f4"
    d="M22.5 12.3c0-.8-.1-1.5-.2-2.1H12v4.1h5.9a5 5 0 0 1-2.2 3.3v2.7h3.5c2.1-1.9 3.3-4.7 3.3-8z"
  />
  <path
    fill="#34a853"
    d="M12 23c3 0 5.4-1 7.2-2.7l-3.5-2.7c-1 .7-2.2 1-3.7 1-2.8 0-5.2-1.9-6.1-4.5H2.3V17A11 11 0 0 0 12 23z"
  />
  <path fill="#fbbc05" d="M5.9 14.1a6.6 6.6 0 0 1 0-4.2V7.1H2.3a11 11 0 0 0 0 9.8z" />
  <path
    fill="#ea4335"
    d="M12 5.4c1.6 0 3 .6 4.2 1.6l3.1-3.1A11 11 0 0 0 2.3 7.1l3.6 2.8C6.8 7.3 9.2 5.4 12 5.4z"
  />
</svg>`

const BLUESKY = html`<svg class="mark" viewBox="0 0 24 24" role="img" aria-label="Bluesky">
  <path
    fill="#0085ff"
    d="M5.8 4.5C8.3 6.4 11 10.2 12 12.2c1-2 3.7-5.8 6.2-7.7C20 3.2 23 2.1 23 5.4c0 .7-.4 5.5-.6 6.3-.7 2.7-3.5 3.4-6 3 4.3.7 5.4 3.2 3 5.6-4.5 4.6-6.4-1.2-6.9-2.6-.1-.3-.1-.4-.5-.4s-.4.1-.5.4c-.5 1.4-2.4 7.2-6.9 2.6-2.4-2.4-1.3-4.9 3-5.6-2.5.4-5.3-.3-6-3C1.4 10.9 1 6.1 1 5.4c0-3.3 3-2.2 4.8-.9z"
  />
</svg>`

const WORDPRESS = html`<svg class="mark" viewBox="0 0 24 24" role="img" aria-label="WordPress">
  <circle cx="12" cy="12" r="10.5" fill="#21759b" />
  <path d="m5 8 3.4 9L12 8l3.6 9L19 8" fill="none" stroke="#fff" stroke-width="1.8" stroke-linejoin="round" />
</svg>`

const MARKS: Record<NetworkName, ReturnType<typeof html>> = {
  facebook: FACEBOOK,
  instagram: INSTAGRAM,
  google: GOOGLE,
  bluesky: BLUESKY,
  wordpress: WORDPRESS,
}

export const networkMark = (network: NetworkName) => MARKS[network]
