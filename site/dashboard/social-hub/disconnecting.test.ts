import { afterEach, beforeEach, expect, test } from 'bun:test'

import { connectingApp } from '#api/test/connecting.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { cutNetwork } from '#site/test/browser.ts'
import { openSocialHub, shownToasts } from '#site/test/social-hub.ts'
import { $disconnecting, askToDisconnect, disconnect } from './disconnecting.ts'
import { $shownAccount, showAccount } from './shown-account.ts'

const app = await connectingApp()
let hub: Awaited<ReturnType<typeof openSocialHub>>

beforeEach(async () => {
  hub = await openSocialHub(app)
  await app.connectFacebook(hub)
  await $accounts.facebook.reload()
})
afterEach(() => hub.close())

test('an account is disconnected after a yes, and its details are put away', async () => {
  showAccount('facebook')
  askToDisconnect('facebook')
  await disconnect()
  expect($disconnecting.get()).toEqual({ step: 'closed' })
  expect($accounts.facebook.get()).toEqual({ state: 'ready', data: { accountConnected: false } })
  expect($shownAccount.get()).toBeUndefined()
  expect(shownToasts()).toEqual([
    { type: 'success', message: 'Facebook disconnected successfully', duration: 3000 },
  ])
})

test('a disconnection that fails says so in its dialog, and the account stays', async () => {
  askToDisconnect('facebook')
  const undo = cutNetwork()
  await disconnect()
  undo()
  expect($disconnecting.get()).toMatchObject({
    step: 'asking',
    message: expect.stringContaining('connection'),
  })
  expect($accounts.facebook.get()).toMatchObject({ data: { accountConnected: true } })
})

test('of two notices only the later is shown', async () => {
  askToDisconnect('facebook')
  await disconnect()
  await app.connectInstagram(hub)
  askToDisconnect('instagram')
  await disconnect()
  expect(shownToasts().map(({ message }) => message)).toEqual(['Instagram disconnected successfully'])
})
