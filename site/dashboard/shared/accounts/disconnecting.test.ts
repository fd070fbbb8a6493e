import { afterEach, beforeEach, expect, test } from 'bun:test'

import { connectingApp } from '#api/test/connecting.ts'
import { cutNetwork } from '#site/test/browser.ts'
import { openSocialHub, shownToasts } from '#site/test/social-hub.ts'
import { $disconnecting, askToDisconnect, disconnect, $shownAccount, showAccount } from './accounts.ts'
import { $accounts } from './store.ts'

const app = await connectingApp()
let hub: Awaited<ReturnType<typeof openSocialHub>>

beforeEach(async () => {
  hub = await openSocialHub(app)
  await app.connectFacebook(hub)
  await $accounts.facebook.reload()
})
afterEach(() => hub.close())

test('disconnects an account after a confirmation, and clears its details', async () => {
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

test('shows a failed disconnection in its dialog, and keeps the account', async () => {
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

test('replaces an earlier toast with a later one', async () => {
  askToDisconnect('facebook')
  await disconnect()
  await app.connectInstagram(hub)
  askToDisconnect('instagram')
  await disconnect()
  expect(shownToasts().map(({ message }) => message)).toEqual(['Instagram disconnected successfully'])
})
