import { afterEach, beforeEach, expect, test } from 'bun:test'

import { connectingApp } from '#api/test/connecting.ts'
import { ACCOUNT_MESSAGES } from '#shared/accounts.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { $domains, $selectionVersion, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { openSocialHub, shownToasts } from '#site/test/social-hub.ts'
import { $shownAccount } from '../shown-account.ts'
import { $pageChoice, $pages, choosePage, confirmPage, openPageChoice } from './page-choice.ts'
import { $signIns, cancelSignIn, connect } from './sign-ins.ts'

const app = await connectingApp()
let hub: Awaited<ReturnType<typeof openSocialHub>>

beforeEach(async () => {
  hub = await openSocialHub(app)
})
afterEach(() => hub.close())

const newPerson = async (provider: 'facebook' | 'instagram', pages?: string[]) =>
  (await app.logIn({ provider, ...(pages && { pages }) })).person

const failure = (network: 'facebook' | 'instagram') => {
  const signIn = $signIns[network].get()
  return signIn.step === 'failed' ? signIn.message : signIn.step
}

test('a Facebook login with one Page is connected and shown, four seconds after the login', async () => {
  await connect('facebook', hub.consenting(await newPerson('facebook', ['Harbour Bakehouse'])))
  expect($signIns.facebook.get()).toEqual({ step: 'idle' })
  expect($accounts.facebook.get()).toMatchObject({
    data: { accountConnected: true, name: 'Harbour Bakehouse' },
  })
  expect($shownAccount.get()).toBe('facebook')
  expect(hub.pauses).toEqual([4000])
  expect(shownToasts()).toEqual([
    { type: 'success', message: 'Facebook connected successfully', duration: 3000 },
  ])
})

test('a login with several Pages asks which, and connects the one that is chosen', async () => {
  await connect('facebook', hub.consenting(await newPerson('facebook', ['First', 'Second'])))
  expect($pageChoice.get()).toEqual({ step: 'open', message: '' })
  await $accounts.facebook.reload()
  expect($accounts.facebook.get()).toMatchObject({ data: { accountConnected: false } })

  await confirmPage()
  expect($pageChoice.get()).toEqual({ step: 'open', message: 'Please select a page to continue.' })
  const pages = $pages.get()
  choosePage((pages.state === 'ready' && pages.data.find(({ name }) => name === 'Second')?.id) || '')
  await confirmPage()
  expect($pageChoice.get()).toEqual({ step: 'closed' })
  expect($accounts.facebook.get()).toMatchObject({ data: { accountConnected: true, name: 'Second' } })
  expect($pages.get()).toEqual({ state: 'ready', data: [] })
})

test('after a reload in the middle of choosing, the Pages can be chosen from again', async () => {
  await connect('facebook', hub.consenting(await newPerson('facebook', ['First', 'Second'])))
  $pageChoice.set({ step: 'closed' })
  $pages.reset()
  await $pages.reload()
  expect($pages.get()).toMatchObject({ data: [{ name: 'First' }, { name: 'Second' }] })
})

test('a Page that another domain uses is refused in the dialog, which keeps the choice', async () => {
  const person = await newPerson('facebook', ['First', 'Second'])
  await connect('facebook', hub.consenting(person))
  const pages = $pages.get()
  const first = (pages.state === 'ready' && pages.data[0]?.id) || ''
  choosePage(first)
  await confirmPage()

  const second = await hub.addDomain('Second Business')
  await $domains.reload()
  await selectDomain(second)
  await connect('facebook', hub.consenting(person))
  openPageChoice()
  choosePage(first)
  await confirmPage()
  expect($pageChoice.get()).toEqual({
    step: 'open',
    chosen: first,
    message: ACCOUNT_MESSAGES.pageTaken('First', 'Pat’s Plumbing'),
  })
})

test('an Instagram account is connected by its window alone', async () => {
  await connect('instagram', hub.consenting(await newPerson('instagram')))
  expect($signIns.instagram.get()).toEqual({ step: 'idle' })
  expect($accounts.instagram.get()).toMatchObject({ data: { accountConnected: true, status: 'connected' } })
  expect(hub.pauses).toEqual([])
})

test('an Instagram window that was cut off from the page is known by the account it left', async () => {
  const { person } = await app.logIn({ provider: 'instagram' })
  const silent = {
    goTo: () => {},
    close: () => {},
    answer: async () => void (await app.connectInstagram(hub, person)),
  }
  await connect('instagram', hub.browser(silent))
  expect($signIns.instagram.get()).toEqual({ step: 'idle' })
  expect($accounts.instagram.get()).toMatchObject({ data: { accountConnected: true } })
})

test.each(['facebook', 'instagram'] as const)(
  'who says no to %s is told that nothing was connected',
  async network => {
    await connect(network, hub.consenting('cancel'))
    expect(failure(network)).toBe(
      ACCOUNT_MESSAGES.declined(network === 'facebook' ? 'Facebook' : 'Instagram'),
    )
  },
)

test.each(['facebook', 'instagram'] as const)(
  'a %s window that is closed is said in words',
  async network => {
    await connect(network, hub.browser({ goTo: () => {}, close: () => {}, answer: () => Promise.resolve() }))
    expect(failure(network)).toContain('window was closed before it was done')
  },
)

test('a window that the browser blocks is said in words, and the api is not asked', async () => {
  await connect('facebook', hub.browser(undefined))
  expect(failure('facebook')).toContain('Allow pop-ups')
})

test('a refusal of the api closes the window and is shown', async () => {
  await hub.call(`users/deleteUserDomain/${hub.domainId}`, { method: 'DELETE' })
  let closed = false
  const window = { goTo: () => {}, close: () => void (closed = true), answer: () => Promise.resolve() }
  await connect('facebook', hub.browser(window))
  expect(failure('facebook')).toBe(ACCOUNT_MESSAGES.noDomain)
  expect(closed).toBe(true)
})

test('what answers neither yes nor why is no connection', async () => {
  const answer = () => Promise.resolve({ status: 'success', token: 7 })
  await connect('instagram', hub.browser({ goTo: () => {}, close: () => {}, answer }))
  expect(failure('instagram')).toBe('Instagram was not connected. Try again in a minute.')
})

const waiting = () => {
  const close = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  const window = {
    goTo: () => open.resolve(),
    close: () => close.resolve(),
    answer: () => close.promise,
  }
  return { window, opened: open.promise }
}

test('a sign-in that is cancelled closes its window and says nothing', async () => {
  const { window, opened } = waiting()
  const done = connect('facebook', hub.browser(window))
  await opened
  cancelSignIn('facebook')
  await done
  expect($signIns.facebook.get()).toEqual({ step: 'idle' })
})

test('choosing another domain ends a sign-in that was going on', async () => {
  const { window, opened } = waiting()
  const done = connect('instagram', hub.browser(window))
  await opened
  $selectionVersion.set($selectionVersion.get() + 1)
  await done
  expect($signIns.instagram.get()).toEqual({ step: 'idle' })
  expect($shownAccount.get()).toBeUndefined()
})
