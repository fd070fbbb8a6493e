import { html, raw } from 'hono/html'

import { page } from '../pages/page.ts'
import type { GooglePerson } from '../world/entities/people.ts'

/** Renders the account chooser in the window that the button opened. */
export const selectPage = (person: GooglePerson, query: Record<string, string>) =>
  page(
    'Sign in with Google',
    html`<main class="dialog">
      <h1>Sign in as ${person.name}?</h1>
      <p>
        This is the sandbox's Google. App <code>${query['client_id'] ?? ''}</code> asks who you are: name and
        ${person.email}.
      </p>
      <form method="get">
        ${Object.entries(query).map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
        )}
        <button class="primary" name="sandbox_consent" value="${person.id}">
          Continue as ${person.name}
        </button>
        <button name="sandbox_consent" value="cancel">Cancel</button>
      </form>
    </main>`,
  )

/** Posts the credential to the page with the button and closes the window. */
export const returnPage = (message: { credential?: string }, origin: string) =>
  page(
    'Signed in',
    html`<main class="dialog">
      <h1>You can close this window</h1>
      <script>
        if (window.opener) window.opener.postMessage(${asScript(message)}, ${asScript(origin)})
        window.close()
      </script>
    </main>`,
  )

export const brokenSelectPage = (problem: string) =>
  page(
    'Google cannot open this',
    html`<main class="dialog">
      <h1>Access blocked: authorisation error</h1>
      <p>${problem}</p>
    </main>`,
  )

const asScript = (value: unknown) => raw(JSON.stringify(value).replaceAll('<', '\\u003c'))
