import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { ReactElement } from 'react'

import { connectingApp } from '#api/test/connecting.ts'
import type { NetworkId } from '#shared/networks.ts'
import type { Question } from '#site/dashboard/shared/ask.tsx'
import { $dialog } from '#site/dashboard/shared/open-dialog.ts'
import { cutNetwork } from '#site/test/browser.ts'
import { openSocialHub, shownToasts } from '#site/test/social-hub.ts'
import { $shownAccount, showAccount } from './accounts.ts'
import { askToDisconnect } from './LinkCard.tsx'
import { $accounts } from './store.ts'

const app = await connectingApp()
let hub: Awaited<ReturnType<typeof openSocialHub>>

beforeEach(async () => {
  hub = await openSocialHub(app)
  await app.connectFacebook(hub)
  await $accounts.facebook.reload()
})
afterEach(() => hub.close())

/** Asks the question, and returns what confirms it. */
function ask(network: NetworkId) {
  askToDisconnect(network)
  return ($dialog.get() as ReactElement<Question>).props
}

test('disconnects an account after a confirmation, and clears its details', async () => {
  showAccount('facebook')
  await ask('facebook').onAction()
  expect($accounts.facebook.get()).toEqual({ state: 'ready', data: { accountConnected: false } })
  expect($shownAccount.get()).toBeUndefined()
  expect(shownToasts()).toEqual([
    { type: 'success', message: 'Facebook disconnected successfully', duration: 3000 },
  ])
})

test('shows a failed disconnection in its dialog, and keeps the account', async () => {
  const { onAction, describeFailure } = ask('facebook')
  const undo = cutNetwork()
  const error = await Promise.resolve(onAction()).catch((error: unknown) => error)
  undo()
  expect(describeFailure?.(error)).toContain('connection')
  expect($accounts.facebook.get()).toMatchObject({ data: { accountConnected: true } })
})

test('replaces an earlier toast with a later one', async () => {
  await ask('facebook').onAction()
  await app.connectInstagram(hub)
  await ask('instagram').onAction()
  expect(shownToasts().map(({ message }) => message)).toEqual(['Instagram disconnected successfully'])
})
