import { afterAll, beforeAll, expect, test } from 'bun:test'
import { keepMount } from 'nanostores'
import { createElement } from 'react'

import { PASSWORD } from '#api/test/app.ts'
import { connectingApp } from '#api/test/connecting.ts'
import { inDashboard } from '#api/test/in-dashboard.ts'
import { picture } from '#api/test/publishing.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { rendered } from '#site/test/rendered.ts'
import { openSocialHub } from '#site/test/social-hub.ts'
import { $heldPosts } from './accounts.ts'
import { linkState, LinkText } from './LinkCard.tsx'
import { connect } from './meta-sign-in.ts'
import { $accounts } from './store.ts'

const app = await connectingApp()
let hub: Awaited<ReturnType<typeof openSocialHub>>

beforeAll(async () => {
  hub = await openSocialHub(app)
  keepMount($me)
})
afterAll(() => hub.close())

async function schedulePost() {
  const form = new FormData()
  const tomorrow = app.clock.now().getTime() / 1000 + 24 * 60 * 60
  form.set('data', JSON.stringify({ platforms: [{ platform: 'facebook', message: 'Hello' }] }))
  form.set('isScheduled', 'true')
  form.set('scheduledTime', String(tomorrow))
  form.append('media', await picture('red'))
  const response = await hub.call('auth/createPosts', { form })
  expect(response.status).toBe(200)
}

/** Returns the text of Facebook's card. */
async function shownText() {
  await $me.reload()
  const state = linkState({ step: 'idle' }, $accounts.facebook.get(), false)
  return rendered(createElement(LinkText, { network: 'facebook', state, businessName: 'Pat’s Plumbing' }))
    .text
}

test('counts held posts until the account is reconnected', async () => {
  const { person } = await app.connectFacebook(hub)
  await schedulePost()
  await $heldPosts.reload()
  expect($heldPosts.get()).toEqual({ state: 'ready', data: {} })

  await app.world('expire', { provider: 'facebook' })
  await $accounts.facebook.reload()
  await $heldPosts.reload()
  expect($accounts.facebook.get()).toMatchObject({ data: { status: 'needs_reconnect' } })
  expect($heldPosts.get()).toEqual({ state: 'ready', data: { facebook: { forAccount: 1, forAnother: 0 } } })
  expect(await shownText()).toEndWith('Reconnect and the held post goes out at its time.')
  await hub.call('users/requestDeletion', { json: { confirm: 'DELETE', password: PASSWORD } })
  expect(await shownText()).toEndWith(
    'Reconnect and the held post goes out at its time if you keep your account.',
  )
  await hub.call('users/cancelDeletion', { json: {} })

  await connect('facebook', hub.consenting(person.person))
  expect($accounts.facebook.get()).toMatchObject({ data: { status: 'connected' } })
  expect($heldPosts.get()).toEqual({ state: 'ready', data: {} })

  await app.connectFacebook(inDashboard(hub))
  await Promise.all([$accounts.facebook.reload(), $heldPosts.reload()])
  expect(await shownText()).toEndWith('A post was written for another account. Decide what to do')
})
