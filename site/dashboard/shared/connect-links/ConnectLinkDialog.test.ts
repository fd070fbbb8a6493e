import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'
import { createElement } from 'react'

import { connectLinksApp } from '#api/test/connect-links.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { settled } from '#site/lib/remote.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import { rendered } from '#site/test/rendered.ts'
import { connectLinks, CreateForm } from './ConnectLinkDialog.tsx'

let app: Awaited<ReturnType<typeof connectLinksApp>>
let owner: Awaited<ReturnType<typeof app.owner>>
let stores: ReturnType<typeof connectLinks>
let undo: () => void
beforeAll(async () => {
  app = await connectLinksApp()
  undo = serveSite(app)
  owner = await app.owner('Harbour Bakehouse')
  signIn(owner.token)
  for (const $store of [$domains, $selectedDomain]) keepMount($store)
  await $domains.reload()
})
beforeEach(() => open($selectedDomain.get()?._id ?? ''))
afterEach(() => cleanStores(stores.$links, stores.$linked))
afterAll(() => {
  cleanStores($domains, $selectedDomain)
  $domains.reset()
  $toasts.set([])
  signOut()
  undo()
})

function open(domainId: string) {
  stores = connectLinks(domainId)
  for (const $store of [stores.$links, stores.$linked]) keepMount($store)
}

const links = async () => {
  await stores.$links.reload()
  return stores.$links.get().data ?? []
}
const formText = (domainId: string) => rendered(createElement(CreateForm, { domainId, stores })).text

test('creates a link, shows the accounts connected by it, and revokes it', async () => {
  await stores.create(['facebook', 'google'])
  const token = stores.$url.get()?.split('/').at(-1) ?? ''
  const { person } = await app.logIn({ provider: 'facebook', pages: ['Bakehouse'] })
  expect(await app.browser().signIn(token, 'facebook', person)).toBe('connected')
  const [link] = await links()
  expect(link).toMatchObject({
    networks: [
      { network: 'facebook', state: 'connected', name: 'Bakehouse' },
      { network: 'google', state: 'open' },
    ],
  })
  await stores.revoke(link?._id ?? '')
  expect(await links()).toEqual([])
  expect((await app.request(`connect/${token}`)).status).toBe(404)
})

test('is about its own business, and the selected one stays', async () => {
  const selected = $selectedDomain.get()?._id
  const saved = await owner.call('users/saveUserDomain', { json: { businessName: 'Mill' } })
  const { data } = (await saved.json()) as { data: { _id: string } }
  await $domains.reload()
  cleanStores(stores.$links, stores.$linked)
  open(data._id)
  await stores.create(['facebook'])
  expect(await links()).toMatchObject([{ networks: [{ network: 'facebook', state: 'open' }] }])
  expect(formText(data._id)).toContain('It connects only Mill')
  expect($selectedDomain.get()?._id).toBe(selected)
})

test('says why no link can be created when every network is connected', async () => {
  await settled(stores.$linked)
  expect(formText('')).not.toContain('Every network is connected')
  stores.$linked.set({ state: 'ready', data: new Set(NETWORK_IDS) })
  expect(formText('')).toContain(
    'Every network is connected. To let somebody connect one again, choose it above.',
  )
})

test('reports that a link wasn’t created', async () => {
  cutNetwork()
  await stores.create(['facebook'])
  expect(stores.$url.get()).toBeUndefined()
  expect($toasts.get().at(-1)).toMatchObject({ type: 'error' })
})
