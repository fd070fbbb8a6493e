import { html } from 'hono/html'

import { networkMark } from '../pages/network-mark.ts'
import { page } from '../pages/page.ts'

const NAMES = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  google: 'Google',
}

/** Renders the consent page, with a button for each person and one that cancels. */
export function dialogPage(
  provider: keyof typeof NAMES,
  people: { id: string; name: string }[],
  query: Record<string, string>,
) {
  const hidden = Object.entries(query).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
  return page(
    `Continue to ${NAMES[provider]}`,
    html`<main class="dialog">
      ${networkMark(provider)}
      <h1>Let this app post for ${people.map(({ name }) => name).join(' or ')}?</h1>
      <p>
        This is the sandbox's ${NAMES[provider]}. App <code>${query['client_id'] ?? ''}</code> asks to see the
        account and to publish to it.
      </p>
      <form method="get">
        ${hidden}
        ${people.map(
          ({ id, name }) =>
            html`<button class="primary" name="sandbox_consent" value="${id}">Continue as ${name}</button>`,
        )}
        <button name="sandbox_consent" value="cancel">Cancel</button>
      </form>
    </main>`,
  )
}

export const brokenDialogPage = (provider: keyof typeof NAMES, problem: string) =>
  page(
    `${NAMES[provider]} cannot open this dialog`,
    html`<main class="dialog">
      ${networkMark(provider)}
      <h1>${NAMES[provider]} cannot open this dialog</h1>
      <p>${problem}</p>
    </main>`,
  )
