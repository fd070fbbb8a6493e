import type * as v from 'valibot'

import type { AudienceInput, PresenceInput } from '../../../sandbox/control/inputs.ts'
import type { ClockedApi } from './clocked-api.ts'

type Published = { network: string; message: string; id: string; createdAt: string }

/** Makes the sandbox's control calls, and presses the buttons of its dialogs. */
export function sandboxClient(sandboxUrl: string) {
  async function call<Body>(path: string, json?: object, method = json ? 'POST' : 'GET'): Promise<Body> {
    const response = await fetch(`${sandboxUrl}/_sandbox/${path}`, {
      method,
      ...(json && { body: JSON.stringify(json), headers: { 'Content-Type': 'application/json' } }),
    })
    if (!response.ok)
      throw new Error(`The sandbox responded with ${response.status}: ${await response.text()}`)
    return (await response.json()) as Body
  }

  return {
    published: () => call<Published[]>('published'),
    /** Signs in somebody who manages one Page. @returns their id, and what the product's call takes */
    signInToPage: (name: string) =>
      call<{ person: string; authResponse: object }>('login', { provider: 'facebook', name, pages: [name] }),
    /** Ends a person's sign-in on Facebook, as a changed password does. */
    signOut: (person: string) => call('expire', { provider: 'facebook', person }),
    /** Adds a person with an Instagram account whom the dialog offers. */
    addInstagramAccount: (name: string) =>
      call<{ person: string }>('login', { provider: 'instagram', name, offered: true }),
    engage: (id: string, figures: { likes?: number; comments?: number; at: string }) =>
      call('engage', { id, ...figures }),
    comment: (comment: { on: string; name: string; text: string; at: string }) => call('comment', comment),
    review: (review: { location: string; name: string; stars: number; text: string; at: string }) =>
      call('review', review),
    setAudience: (audience: v.InferInput<typeof AudienceInput>) => call('audience', audience),
    setPresence: (presence: v.InferInput<typeof PresenceInput>) => call('presence', presence),
    /** Makes Facebook reject the next post. */
    rejectNext: () => call('faults', { provider: 'facebook', operation: 'photos', kind: 'error', code: 368 }),
    /** Resets Google's rate limits, which the posts of many simulated days have used up. */
    resetLimits: () => call('limits', undefined, 'DELETE'),
    /** Presses "Continue" in a dialog, as this person or the first one offered. @returns the URL of the redirect */
    async consent(dialog: string, person?: string) {
      const chosen =
        person ?? /name="sandbox_consent" value="(\w+)"/.exec(await (await fetch(dialog)).text())?.[1]
      const response = await fetch(`${dialog}&sandbox_consent=${chosen}`, { redirect: 'manual' })
      const back = new URL(response.headers.get('Location') ?? '')
      return { path: back.pathname + back.search, query: back.searchParams }
    },
  }
}
export type SandboxClient = ReturnType<typeof sandboxClient>

type Option = { id: string; name: string }

/** Connects the Page, the Instagram account and the location with this name through the networks' dialogs. */
export async function connectAccounts(
  { call }: ClockedApi,
  sandbox: SandboxClient,
  token: string,
  name: string,
) {
  const facebook = await call<{ url: string }>('auth/facebook/start', { method: 'POST', token })
  const { query } = await sandbox.consent(facebook.body.url)
  const json = { code: query.get('code'), state: query.get('state') }
  await call('auth/facebook', { json, token, cookie: facebook.cookie })
  const pages = await call<{ data: Option[] }>('auth/getPagesInfo', { token })
  await call('auth/updatePageInfo', { json: choose(pages.body.data, name), token })

  const { person } = await sandbox.addInstagramAccount(name)
  const instagram = await call<{ url: string }>('auth/instagram/start', { method: 'POST', token })
  const back = await sandbox.consent(instagram.body.url, person)
  await call(back.path, { cookie: instagram.cookie })

  const google = await call('auth/google/start', { json: {}, token })
  const { location: dialog } = await call('auth/google/auth', { cookie: google.cookie })
  const returned = await sandbox.consent(dialog)
  const { location: screen } = await call(returned.path, { cookie: google.cookie })
  const codes = new URL(screen).pathname.split('/').slice(4).map(decodeURIComponent)
  await call('auth/google/save-info', { json: { google_code: codes.join('/') }, token })
  const locations = await call<{ data: Option[] }>('auth/google/locations', { token })
  await call('auth/google/location', { json: choose(locations.body.data, name), token })
}

function choose(options: Option[], name: string) {
  const option = options.find(each => each.name === name)
  if (!option) throw new Error(`The sandbox offers no ${name}.`)
  return { id: option.id }
}
