import { afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { connectingApp, type ConnectingApp } from '#api/test/connecting.ts'
import { SOCIAL_HUB_TOAST_MS } from '#shared/timings.ts'
import { $domains, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { openSocialHub, shownToasts } from '#site/test/social-hub.ts'
import {
  readQueryReturn,
  $googleSignIn,
  completeReturn,
  connectGoogle,
  connectGoogleFirst,
  finishGoogle,
  $locations,
  locationChoice,
} from './google-sign-in.ts'
import { $accounts } from './store.ts'

let app: ConnectingApp
let hub: Awaited<ReturnType<typeof openSocialHub>>
beforeAll(async () => {
  app = await connectingApp()
})
beforeEach(async () => {
  hub = await openSocialHub(app)
  keepMount($locations)
})
afterEach(() => {
  hub.close()
  $googleSignIn.set({ step: 'idle' })
  locationChoice.$choice.set({ step: 'closed' })
  $locations.reset()
})

/** Returns the codes of Google's dialog for somebody who consents. */
async function codesOf(locations: number | string[]) {
  const { person } = await app.logIn({ provider: 'google', locations })
  const { screen } = await app.consentToGoogle(hub, person)
  const [status = '', code1 = '', code2 = ''] = screen.split('/').slice(3)
  return { status, code1, code2 }
}

const shown = () => {
  const account = $accounts.google.get()
  return account.state === 'ready' && account.data.accountConnected ? account.data.name : undefined
}

test('starts at our own auth endpoint without a token in the URL', async () => {
  let went = ''
  await connectGoogle('google-business-profile', url => void (went = url))
  expect(went).toBe(`${app.ctx.config.publicUrl}/api/auth/google/auth`)
  expect($googleSignIn.get()).toEqual({ step: 'saving' })
})

test('connects the only location on success with both codes, with the specification’s notice', async () => {
  await finishGoogle(await codesOf(['Harbour Bakehouse']))
  expect($googleSignIn.get()).toEqual({ step: 'idle' })
  expect(shown()).toBe('Harbour Bakehouse')
  expect(shownToasts()).toEqual([
    {
      type: 'success',
      message: 'Google Business Profile connected successfully',
      duration: SOCIAL_HUB_TOAST_MS,
    },
  ])
})

test('saves nothing for another status or a missing code, and explains why', async () => {
  const codes = await codesOf(1)
  await finishGoogle({ ...codes, status: 'declined' })
  expect($googleSignIn.get()).toMatchObject({ message: expect.stringContaining('permission was not given') })
  await finishGoogle({ ...codes, code2: '' })
  expect($googleSignIn.get().step).toBe('failed')
  await $accounts.google.reload()
  expect(shown()).toBeUndefined()
  expect(shownToasts()).toEqual([])
})

test('reads status and codes from a query, too', async () => {
  const codes = await codesOf(1)
  expect(readQueryReturn({ ...codes, other: 'x' })).toEqual(codes)
  expect(readQueryReturn({ status: 'success', code1: '4' })).toBeUndefined()
})

test('reports used codes', async () => {
  const codes = await codesOf(1)
  await finishGoogle(codes)
  await finishGoogle(codes)
  expect($googleSignIn.get()).toMatchObject({ message: expect.stringContaining('Please connect again') })
})

test('requires a choice in a dialog between several locations', async () => {
  await finishGoogle(await codesOf(['North', 'South']))
  expect(locationChoice.$choice.get().step).toBe('open')
  expect(shownToasts()).toEqual([])
  expect(await locationChoice.confirm()).toBe(false)
  expect(locationChoice.$choice.get()).toMatchObject({ message: 'Please choose a location to continue.' })
  const found = $locations.get()
  locationChoice.choose(found.state === 'ready' ? found.data.locations[1]!.id : '')
  expect(await locationChoice.confirm()).toBe(true)
  expect(locationChoice.$choice.get().step).toBe('closed')
  expect(shown()).toBe('South')
})

test('returns to the screen that started the sign-in, which may be the first steps', async () => {
  await completeReturn(await codesOf(['Harbour Bakehouse']), '/dashboard/social-hub')
  expect($router.get()?.path).toBe('/dashboard/social-hub')
  await connectGoogleFirst(() => {})
  await completeReturn(await codesOf(['Harbour Bakehouse']), '/dashboard/social-hub')
  expect($router.get()?.path).toBe('/dashboard')

  await Promise.all([app.connectFacebook(hub), app.connectInstagram(hub)])
  await Promise.all([$accounts.facebook.reload(), $accounts.instagram.reload()])
  await connectGoogleFirst(() => {})
  await completeReturn(await codesOf(['Harbour Bakehouse']), '/dashboard/social-hub')
  expect($router.get()?.path).toBe('/dashboard/create-post')

  await connectGoogleFirst(() => {})
  $googleSignIn.set({ step: 'idle' })
  await connectGoogle('social-hub', () => {})
  await completeReturn(await codesOf(['Harbour Bakehouse']), '/dashboard/social-hub')
  expect($router.get()?.path).toBe('/dashboard/social-hub')
})

test('connects the location with the business’s name without asking in the first steps', async () => {
  await Promise.all([$accounts.facebook.reload(), $accounts.instagram.reload()])
  await connectGoogleFirst(() => {})
  await completeReturn(await codesOf(['North', 'Pat’s Plumbing']), '/dashboard/social-hub')
  expect(locationChoice.$choice.get().step).toBe('closed')
  expect(shown()).toBe('Pat’s Plumbing')
  expect(shownToasts().map(({ message }) => message)).toEqual([
    'Google Business Profile connected successfully',
  ])
})

test('connects the location with the name of the business’s Page without asking in the first steps', async () => {
  await app.connectFacebook(hub, ['Pat’s Harbour Shop'])
  await Promise.all([$accounts.facebook.reload(), $accounts.instagram.reload()])
  await connectGoogleFirst(() => {})
  await completeReturn(await codesOf(['North', "Pat's Harbour Shop"]), '/dashboard/social-hub')
  expect(shown()).toBe("Pat's Harbour Shop")
})

test('rejects another business’s location in the dialog', async () => {
  const { person } = await app.connectGoogle(hub, { locations: ['North', 'South'] })
  const list = (await (await hub.call('auth/google/locations')).json()) as { data: { id: string }[] }
  await hub.call('auth/google/location', { json: { id: list.data[0]!.id } })
  const second = await hub.addDomain('Second')
  await $domains.reload()
  await selectDomain(second)
  await app.connectGoogle(hub, { person })
  locationChoice.choose(list.data[0]!.id)
  expect(await locationChoice.confirm()).toBe(false)
  expect(locationChoice.$choice.get()).toMatchObject({
    message: expect.stringContaining('North is already connected to'),
  })
})
