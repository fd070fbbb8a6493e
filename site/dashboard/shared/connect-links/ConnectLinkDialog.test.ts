import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'
import { createElement } from 'react'

import { connectLinksApp } from '#api/test/connect-links.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import {
  $domains,
  $selectedDomain,
  closeDomainDialog,
  openConnectLink,
} from '#site/dashboard/shared/domains/store.ts'
import { settled } from '#site/lib/remote.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import { rendered } from '#site/test/rendered.ts'
import {
  $connectLinks,
  $connectUrl,
  $linked,
  ConnectLinkDialog,
  createConnectLink,
  revokeConnectLink,
} from './ConnectLinkDialog.tsx'

let app: Awaited<ReturnType<typeof connectLinksApp>>
let owner: Awaited<ReturnType<typeof app.owner>>
let undo: () => void
beforeAll(async () => {
  app = await connectLinksApp()
  undo = serveSite(app)
  owner = await app.owner('Harbour Bakehouse')
  signIn(owner.token)
  for (const $store of [$domains, $selectedDomain, $connectLinks, $linked]) keepMount($store)
  await $domains.reload()
  openConnectLink($selectedDomain.get()?._id ?? '')
})
afterAll(() => {
  closeDomainDialog()
  cleanStores($domains, $selectedDomain, $connectLinks, $linked)
  $domains.reset()
  $connectLinks.reset()
  $connectUrl.set(undefined)
  $toasts.set([])
  signOut()
  undo()
})

const links = () => {
  const shown = $connectLinks.get()
  return shown.state === 'ready' ? shown.data : []
}

test('creates a link, shows the accounts connected by it, and revokes it', async () => {
  await createConnectLink(['facebook', 'google'])
  const token = $connectUrl.get()?.split('/').at(-1) ?? ''
  const { person } = await app.logIn({ provider: 'facebook', pages: ['Bakehouse'] })
  expect(await app.browser().signIn(token, 'facebook', person)).toBe('connected')
  await $connectLinks.reload()
  expect(links()).toMatchObject([
    {
      networks: [
        { network: 'facebook', state: 'connected', name: 'Bakehouse' },
        { network: 'google', state: 'open' },
      ],
    },
  ])
  await revokeConnectLink(links()[0]?._id ?? '')
  expect(links()).toEqual([])
  expect((await app.request(`connect/${token}`)).status).toBe(404)
})

test('is about its own business, and the selected one stays', async () => {
  const selected = $selectedDomain.get()?._id
  const saved = await owner.call('users/saveUserDomain', { json: { businessName: 'Mill' } })
  const { data } = (await saved.json()) as { data: { _id: string } }
  await $domains.reload()
  openConnectLink(data._id)
  $connectUrl.set(undefined)
  await createConnectLink(['facebook'])
  await $connectLinks.reload()
  expect(links()).toMatchObject([{ networks: [{ network: 'facebook', state: 'open' }] }])
  await $linked.reload()
  $connectUrl.set(undefined)
  expect(rendered(createElement(ConnectLinkDialog)).text).toContain('It connects only Mill')
  expect($selectedDomain.get()?._id).toBe(selected)
})

test('says why no link can be created when every network is connected', async () => {
  await settled($linked)
  const text = () => rendered(createElement(ConnectLinkDialog)).text
  expect(text()).not.toContain('Every network is connected')
  $linked.set({ state: 'ready', data: new Set(NETWORK_IDS) })
  expect(text()).toContain('Every network is connected. To let somebody connect one again, choose it above.')
})

test('reports that a link wasn’t created', async () => {
  $connectUrl.set(undefined)
  cutNetwork()
  await createConnectLink(['facebook'])
  expect($connectUrl.get()).toBeUndefined()
  expect($toasts.get().at(-1)).toMatchObject({ type: 'error' })
})
