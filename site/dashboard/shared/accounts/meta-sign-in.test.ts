import { afterEach, beforeEach, expect, test } from 'bun:test'

import { connectingApp } from '#api/test/connecting.ts'
import { ACCOUNT_MESSAGES } from '#shared/accounts.ts'
import { $domains, $selectionVersion, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { openSocialHub, shownToasts } from '#site/test/social-hub.ts'
import { $shownAccount } from './accounts.ts'
import { $pages, pageChoice } from './facebook-pages.ts'
import { $signIns, cancelSignIn, connect, connectAfter, type SignInWindow } from './meta-sign-in.ts'
import { $accounts } from './store.ts'

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

test('connects and shows the only Page four seconds after a Facebook login', async () => {
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

test('asks which of several Pages to connect', async () => {
  await connect('facebook', hub.consenting(await newPerson('facebook', ['First', 'Second'])))
  expect(pageChoice.$choice.get()).toEqual({ step: 'open', message: '' })
  await $accounts.facebook.reload()
  expect($accounts.facebook.get()).toMatchObject({ data: { accountConnected: false } })

  await pageChoice.confirm()
  expect(pageChoice.$choice.get()).toEqual({ step: 'open', message: 'Please select a page to continue.' })
  const pages = $pages.get()
  pageChoice.choose(
    (pages.state === 'ready' && pages.data.pages.find(({ name }) => name === 'Second')?.id) || '',
  )
  await pageChoice.confirm()
  expect(pageChoice.$choice.get()).toEqual({ step: 'closed' })
  expect($accounts.facebook.get()).toMatchObject({ data: { accountConnected: true, name: 'Second' } })
  expect($pages.get()).toMatchObject({ state: 'ready', data: { pages: [] } })
})

test('chooses the only free Page with the business’s name', async () => {
  await hub.call('users/updateUserDomain', {
    json: { domainId: hub.domainId, businessName: 'Mia’s Bakery', websiteURL: '' },
  })
  await $domains.reload()
  await connect('facebook', hub.consenting(await newPerson('facebook', ['First', "Mia's bakery"])))
  const namesake = $pages.get().data?.pages.find(({ name }) => name === "Mia's bakery")
  expect(pageChoice.$choice.get()).toEqual({ step: 'open', chosen: namesake!.id, message: '' })
  await connect('facebook', hub.consenting(await newPerson('facebook', ['Mia’s Bakery', 'mia’s bakery'])))
  expect(pageChoice.$choice.get()).toEqual({ step: 'open', message: '' })
})

test('connects once the business is added, and closes the window if it isn’t', async () => {
  const browser = hub.consenting(await newPerson('instagram'))
  let closed = 0
  const open = () => ({ ...browser.open('instagram')!, close: () => void closed++ })
  await connectAfter(() => Promise.resolve(false), ['instagram'], { ...browser, open })
  expect([closed, $signIns.instagram.get()]).toEqual([1, { step: 'idle' }])
  await connectAfter(() => Promise.resolve(true), ['instagram'], browser)
  expect($accounts.instagram.get()).toMatchObject({ data: { accountConnected: true } })
})

test('connects Facebook, then Instagram, in one window, and ends there if Facebook is declined', async () => {
  const people = {
    facebook: await newPerson('facebook', ['First', 'Second']),
    instagram: await newPerson('instagram'),
  }
  const asked: string[] = []
  async function connectBoth(person: string) {
    let dialog: SignInWindow
    const shared = {
      goTo(url: string) {
        const network = new URL(url).pathname.startsWith('/instagram') ? 'instagram' : 'facebook'
        asked.push(network)
        dialog = hub.consenting(network === 'facebook' ? person : people.instagram).open(network)!
        dialog.goTo(url)
      },
      message: (origin: string) => dialog.message(origin),
      close: () => void asked.push('closed'),
    }
    await connectAfter(() => Promise.resolve(true), ['facebook', 'instagram'], hub.browser(shared))
  }
  await connectBoth('cancel')
  expect(new Set(asked)).toEqual(new Set(['facebook', 'closed']))
  expect(failure('facebook')).toBe(ACCOUNT_MESSAGES.declined('Facebook'))

  asked.length = 0
  await connectBoth(people.facebook)
  expect(asked.slice(0, 3)).toEqual(['facebook', 'instagram', 'closed'])
  expect($accounts.instagram.get()).toMatchObject({ data: { accountConnected: true } })
  expect(pageChoice.$choice.get().step).toBe('open')
})

test('connects the Page with the business’s name without asking in the first steps, and asks if there is none', async () => {
  const ready = () => Promise.resolve(true)
  await connectAfter(ready, ['facebook'], hub.consenting(await newPerson('facebook', ['First', 'Second'])))
  expect(pageChoice.$choice.get()).toEqual({ step: 'open', message: '' })
  pageChoice.close()
  const pages = ['First', 'Pat’s Plumbing']
  await connectAfter(ready, ['facebook'], hub.consenting(await newPerson('facebook', pages)))
  expect(pageChoice.$choice.get()).toEqual({ step: 'closed' })
  expect($accounts.facebook.get()).toMatchObject({ data: { accountConnected: true, name: 'Pat’s Plumbing' } })
})

test('asks in the first steps if another business has a Page of this name, too', async () => {
  const person = await newPerson('facebook', ['Pat’s Plumbing', 'Pat’s Plumbing'])
  await connect('facebook', hub.consenting(person))
  pageChoice.choose($pages.get().data!.pages[0]!.id)
  await pageChoice.confirm()

  const second = await hub.addDomain('Pat’s Plumbing')
  await $domains.reload()
  await selectDomain(second)
  await connectAfter(() => Promise.resolve(true), ['facebook'], hub.consenting(person))
  expect(pageChoice.$choice.get()).toMatchObject({ step: 'open', chosen: $pages.get().data?.pages[1]?.id })
})

test('asks in the first steps before a Page replaces another', async () => {
  await connect('facebook', hub.consenting(await newPerson('facebook', ['Former'])))
  const person = await newPerson('facebook', ['First', 'Pat’s Plumbing'])
  await connectAfter(() => Promise.resolve(true), ['facebook'], hub.consenting(person))
  expect($pages.get()).toMatchObject({ data: { formerPage: 'Former' } })
  expect(pageChoice.$choice.get()).toMatchObject({ step: 'open', chosen: $pages.get().data?.pages[1]?.id })
})

test('offers the Pages again if the page is reloaded before one is chosen', async () => {
  await connect('facebook', hub.consenting(await newPerson('facebook', ['First', 'Second'])))
  pageChoice.$choice.set({ step: 'closed' })
  $pages.reset()
  await $pages.reload()
  expect($pages.get()).toMatchObject({ data: { pages: [{ name: 'First' }, { name: 'Second' }] } })
})

test('rejects another business’s Page in the dialog, and keeps the choice', async () => {
  const person = await newPerson('facebook', ['First', 'Second'])
  await connect('facebook', hub.consenting(person))
  const pages = $pages.get()
  const first = (pages.state === 'ready' && pages.data.pages[0]?.id) || ''
  pageChoice.choose(first)
  await pageChoice.confirm()

  const second = await hub.addDomain('Second Business')
  await $domains.reload()
  await selectDomain(second)
  await connect('facebook', hub.consenting(person))
  pageChoice.open()
  pageChoice.choose(first)
  await pageChoice.confirm()
  expect(pageChoice.$choice.get()).toEqual({
    step: 'open',
    chosen: first,
    message: ACCOUNT_MESSAGES.pageTaken('First', 'Pat’s Plumbing'),
  })
})

test('connects an Instagram account as soon as its window reports back', async () => {
  await connect('instagram', hub.consenting(await newPerson('instagram')))
  expect($signIns.instagram.get()).toEqual({ step: 'idle' })
  expect($accounts.instagram.get()).toMatchObject({ data: { accountConnected: true, status: 'connected' } })
  expect(hub.pauses).toEqual([])
})

test('recognises the account of an Instagram window that lost its opener', async () => {
  const { person } = await app.logIn({ provider: 'instagram' })
  const silent = {
    goTo: () => {},
    close: () => {},
    message: async () => void (await app.connectInstagram(hub, person)),
  }
  await connect('instagram', hub.browser(silent))
  expect($signIns.instagram.get()).toEqual({ step: 'idle' })
  expect($accounts.instagram.get()).toMatchObject({ data: { accountConnected: true } })
})

test.each(['facebook', 'instagram'] as const)(
  'says that nothing was connected when %s is declined',
  async network => {
    await connect(network, hub.consenting('cancel'))
    expect(failure(network)).toBe(
      ACCOUNT_MESSAGES.declined(network === 'facebook' ? 'Facebook' : 'Instagram'),
    )
  },
)

test.each(['facebook', 'instagram'] as const)('reports a closed %s window', async network => {
  await connect(network, hub.browser({ goTo: () => {}, close: () => {}, message: () => Promise.resolve() }))
  expect(failure(network)).toContain('window was closed before you finished')
})

test('reports a blocked window without calling the api', async () => {
  await connect('facebook', hub.browser(undefined))
  expect(failure('facebook')).toContain('Allow pop-ups')
})

test('closes the window and shows the error when the api rejects the sign-in', async () => {
  await hub.call(`users/deleteUserDomain/${hub.domainId}`, { method: 'DELETE' })
  let closed = false
  const window = { goTo: () => {}, close: () => void (closed = true), message: () => Promise.resolve() }
  await connect('facebook', hub.browser(window))
  expect(failure('facebook')).toBe('This business no longer exists.')
  expect(closed).toBe(true)
})

test('treats an unclear result as a failed sign-in', async () => {
  const message = () => Promise.resolve({ status: 'success', token: 7 })
  await connect('instagram', hub.browser({ goTo: () => {}, close: () => {}, message }))
  expect(failure('instagram')).toBe('Instagram was not connected. Try again in a minute.')
})

const waiting = () => {
  const close = Promise.withResolvers<void>()
  const open = Promise.withResolvers<void>()
  const window = {
    goTo: () => open.resolve(),
    close: () => close.resolve(),
    message: () => close.promise,
  }
  return { window, opened: open.promise }
}

test('closes the window of a cancelled sign-in without a message', async () => {
  const { window, opened } = waiting()
  const done = connect('facebook', hub.browser(window))
  await opened
  cancelSignIn('facebook')
  await done
  expect($signIns.facebook.get()).toEqual({ step: 'idle' })
})

test('ends a sign-in in progress when another business is selected', async () => {
  const { window, opened } = waiting()
  const done = connect('instagram', hub.browser(window))
  await opened
  $selectionVersion.set($selectionVersion.get() + 1)
  await done
  expect($signIns.instagram.get()).toEqual({ step: 'idle' })
  expect($shownAccount.get()).toBeUndefined()
})
