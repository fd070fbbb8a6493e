import { afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'

import { connectingApp, type ConnectingApp } from '#api/test/connecting.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { closeDialog, openedDialog } from '#site/test/dialog.ts'
import { openSocialHub, shownToasts } from '#site/test/social-hub.ts'
import { $shownAccount } from './accounts.ts'
import { openServerSignIn } from './server-sign-in.ts'
import { connectBluesky } from './ServerSignInDialog.tsx'
import { signIns } from './sign-ins.ts'
import { $accounts } from './store.ts'

let app: ConnectingApp
let hub: Awaited<ReturnType<typeof openSocialHub>>
beforeAll(async () => {
  app = await connectingApp({ env: { PUBLIC_URL: 'http://127.0.0.1:3999' } })
})
beforeEach(async () => {
  hub = await openSocialHub(app)
})
afterEach(() => {
  hub.close()
  closeDialog()
})

const newAccount = () => app.world<{ handle: string; appPassword: string }>('login', { provider: 'bluesky' })

test('opens a form, and shows the account that it connects', async () => {
  await signIns.bluesky.connect()
  expect(openedDialog()).toEqual({ name: 'ServerSignInDialog', network: 'bluesky' })
  const { handle, appPassword } = await newAccount()
  await connectBluesky({ handle, appPassword, server: '' })
  expect($accounts.bluesky.get().data).toMatchObject({ accountConnected: true, username: handle })
  expect($shownAccount.get()).toBe('bluesky')
  expect(shownToasts()).toMatchObject([{ type: 'success', message: 'Bluesky connected successfully' }])
})

test('leaves for the page of the account’s server', async () => {
  const { handle } = await newAccount()
  const visited: string[] = []
  await openServerSignIn('bluesky', { handle }, url => visited.push(url))
  expect(visited).toEqual([
    expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:\d+\/bluesky\/oauth\/authorize\?client_id=.*&request_uri=urn/,
    ),
  ])
})

test('rejects with the reason, which the form shows', async () => {
  const { handle } = await newAccount()
  const failure = await connectBluesky({ handle, appPassword: 'wrong', server: '' }).catch(
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(ApiError)
  expect(String(failure)).toContain('didn’t accept this handle and app password')
})
