import { afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'

import { connectingApp, type ConnectingApp } from '#api/test/connecting.ts'
import { SIGN_IN_FAILURE_COOKIE } from '#shared/accounts.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { closeDialog, openedDialog } from '#site/test/dialog.ts'
import { openSocialHub } from '#site/test/social-hub.ts'
import { openServerSignIn, showSignInResult } from './server-sign-in.ts'
import { signIns } from './sign-ins.ts'

let app: ConnectingApp
let hub: Awaited<ReturnType<typeof openSocialHub>>
beforeAll(async () => {
  app = await connectingApp()
})
beforeEach(async () => {
  hub = await openSocialHub(app)
})
afterEach(() => {
  hub.close()
  closeDialog()
})

test('opens a form, and leaves for the website’s own page', async () => {
  await signIns.wordpress.connect()
  expect(openedDialog()).toEqual({ name: 'ServerSignInDialog', network: 'wordpress' })
  const { person } = await app.world<{ person: string }>('login', { provider: 'wordpress' })
  const visited: string[] = []
  const site = `${app.sandbox.url}/wordpress/${person}`
  await openServerSignIn('wordpress', { site }, url => visited.push(url))
  expect(visited).toEqual([expect.stringContaining(`${site}/wp-admin/authorize-application.php?`)])
})

test('rejects with the reason, which the form shows', async () => {
  const visited: string[] = []
  const failure = await openServerSignIn('wordpress', { site: app.sandbox.url }, url =>
    visited.push(url),
  ).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(String(failure)).toContain('Enter the website’s address')
  expect(visited).toEqual([])
})

test('shows why a website’s page connected nothing, until the next attempt', () => {
  const { document } = globalThis
  const reason = 'WordPress was not connected, because permission was not given. You can connect any time.'
  globalThis.document = { cookie: `a=b; ${SIGN_IN_FAILURE_COOKIE}=${encodeURIComponent(reason)}` } as Document
  $router.open('/dashboard/social-hub?failed=wordpress')
  showSignInResult()
  expect(globalThis.document.cookie).toContain('Max-Age=0')
  globalThis.document = document
  expect(signIns.wordpress.$signIn.get()).toEqual({ step: 'failed', message: reason })
  expect($router.get()?.search).toEqual({})
  signIns.wordpress.connect()
  expect(signIns.wordpress.$signIn.get()).toEqual({ step: 'idle' })
})
