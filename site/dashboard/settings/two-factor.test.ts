import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { PASSWORD } from '#api/test/app.ts'
import { connectingApp } from '#api/test/connecting.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { serveSite } from '#site/test/browser.ts'
import { closeDialog, openedDialog } from '#site/test/dialog.ts'
import { askToTurnOn } from './TwoFactor.tsx'
import { proof } from './TwoFactorDialogs.tsx'

const app = await connectingApp()
let undo: () => void

beforeEach(() => {
  undo = serveSite(app)
})
afterEach(() => {
  undo()
  closeDialog()
  cleanStores($me)
  $me.reset()
  signOut()
})

async function enter(token: string) {
  signIn(token)
  keepMount($me)
  await $me.reload()
}

async function enterByGoogle() {
  const { credential } = await app.world<{ credential: string }>('login', {
    provider: 'google-signin',
    clientId: app.ctx.config.google.clientId,
  })
  const response = await app.request('users/auth/google-login', { json: { tokenData: credential } })
  await enter(((await response.json()) as { token: string }).token)
}

test('asks for the password before showing the QR code', async () => {
  await enter((await app.signUp()).token)
  await askToTurnOn()
  expect(openedDialog()).toEqual({ name: 'ProveDialog', why: 'turn-on' })
  expect(await proof['turn-on'].submit({ password: '' })).toBe(false)
  expect(proof['turn-on'].$state.get().fields).toEqual({ password: 'Please enter your password.' })
  expect(await proof['turn-on'].submit({ password: 'not this' })).toBe(false)
  expect(proof['turn-on'].$state.get().fields).toEqual({ password: 'This is not your password.' })
  expect(await proof['turn-on'].submit({ password: PASSWORD })).toBe(true)
  expect(openedDialog()).toMatchObject({ name: 'SetUpDialog', secret: expect.any(String) })
})

test('shows the QR code at once after a recent Google sign-in', async () => {
  await enterByGoogle()
  await askToTurnOn()
  expect(openedDialog()?.name).toBe('SetUpDialog')
})

test('asks for a new Google sign-in if the last one is too old', async () => {
  await enterByGoogle()
  app.clock.advance(11 * 60_000)
  await askToTurnOn()
  expect(openedDialog()).toMatchObject({ title: 'First, sign in again' })
})
