import type { ClockedApi } from './clocked-api.ts'
import type { Outside } from './outside.ts'

type Named = { id: string; name: string }

/** Connects the Page, the Instagram account and the location with this name through the networks' dialogs. */
export async function connectAccounts({ call }: ClockedApi, world: Outside, token: string, name: string) {
  const facebook = await call<{ url: string }>('auth/facebook/start', { method: 'POST', token })
  const { query } = await world.consent(facebook.body.url)
  const json = { code: query.get('code'), state: query.get('state') }
  await call('auth/facebook', { json, token, cookie: facebook.cookie })
  const pages = await call<{ data: Named[] }>('auth/getPagesInfo', { token })
  await call('auth/updatePageInfo', { json: idOf(pages.body.data, name), token })

  const { person } = await world.addInstagramAccount(name)
  const instagram = await call<{ url: string }>('auth/instagram/start', { method: 'POST', token })
  const back = await world.consent(instagram.body.url, person)
  await call(back.path, { cookie: instagram.cookie })

  const google = await call('auth/google/start', { json: {}, token })
  const { location: dialog } = await call('auth/google/auth', { cookie: google.cookie })
  const returned = await world.consent(dialog)
  const { location: screen } = await call(returned.path, { cookie: google.cookie })
  const codes = new URL(screen).pathname.split('/').slice(4).map(decodeURIComponent)
  await call('auth/google/save-info', { json: { google_code: codes.join('/') }, token })
  const locations = await call<{ data: Named[] }>('auth/google/locations', { token })
  await call('auth/google/location', { json: idOf(locations.body.data, name), token })
}

function idOf(list: Named[], name: string) {
  const found = list.find(one => one.name === name)
  if (!found) throw new Error(`The sandbox offers no ${name}.`)
  return { id: found.id }
}
