import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { connectLinksApp } from '#api/test/connect-links.ts'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import { $connectLinks, $connectUrl, createConnectLink, revokeConnectLink } from './ConnectLinkDialog.tsx'

let app: Awaited<ReturnType<typeof connectLinksApp>>
let undo: () => void
beforeAll(async () => {
  app = await connectLinksApp()
  undo = serveSite(app)
  signIn((await app.owner('Harbour Bakehouse')).token)
  for (const $store of [$domains, $selectedDomain, $connectLinks]) keepMount($store)
  await $domains.reload()
})
afterAll(() => {
  cleanStores($domains, $selectedDomain, $connectLinks)
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

test('reports that a link wasn’t created', async () => {
  $connectUrl.set(undefined)
  cutNetwork()
  await createConnectLink(['facebook'])
  expect($connectUrl.get()).toBeUndefined()
  expect($toasts.get().at(-1)).toMatchObject({ type: 'error' })
})
