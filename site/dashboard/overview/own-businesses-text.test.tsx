import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import type { Client } from '#shared/businesses/clients.ts'
import { $clients } from '#site/dashboard/shared/clients/clients.ts'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { cutNetwork } from '#site/test/browser.ts'
import { rendered } from '#site/test/rendered.ts'
import { AllTogether } from './OwnBusinesses.tsx'

const stores = [$clients, $domains]
const restore = cutNetwork()
beforeAll(async () => {
  for (const $store of stores) keepMount($store)
  await Promise.all(stores.map($store => $store.reload()))
})
afterAll(() => {
  cleanStores(...stores)
  for (const $store of stores) $store.reset()
  restore()
})

function shown(...closed: string[]) {
  const opened = ['Mill', 'Gym'].map(businessName => ({ _id: businessName, businessName, role: 'editor' }))
  const unopened = closed.map(businessName => ({ _id: businessName, businessName, role: null }))
  $domains.set({ state: 'ready', data: opened as never })
  $clients.set({ state: 'ready', data: { clients: [...opened, ...unopened] as Client[], colleagues: [] } })
  return rendered(<AllTogether />).text
}

test('says which clients the figures of all clients leave out', () => {
  expect(shown()).toStartWith('All clients together Total Posts')
  expect(shown('Bakery')).toStartWith(
    'All clients together 1 client isn’t included until you open it: Open Bakery Total Posts',
  )
  expect(shown('Bakery', 'Cafe')).toContain('2 clients aren’t included until you open them:')
})
