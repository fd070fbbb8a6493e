import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { testApp } from '#api/test/app.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { api } from '#site/lib/api/api.ts'
import { shownDomainId } from '#site/lib/api/shown-domain.ts'
import { $session, signIn, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { cutNetwork, holdResponses, serveSite } from '#site/test/browser.ts'
import { closeDialog, openedDialog } from '#site/test/dialog.ts'
import { createClient } from './dialogs.ts'
import {
  $domains,
  $domainsRefreshing,
  $selectedDomain,
  $selectionVersion,
  deleteDomain,
  saveDomain,
  selectDomain,
} from './store.ts'

const app = await testApp()
let undo: () => void

beforeEach(async () => {
  undo = serveSite(app)
  signIn((await app.signUp()).token)
  keepMount($domains)
})
afterEach(() => {
  cleanStores($domains, $selectedDomain, $domainsRefreshing)
  $domains.reset()
  $toasts.set([])
  signOut()
  undo()
})

const refreshed = () =>
  new Promise<void>(resolve => {
    const stop = $selectionVersion.listen(() => {
      stop()
      resolve()
    })
  })

async function add(businessName: string, websiteURL = '', timeZone?: string) {
  const done = refreshed()
  await saveDomain({ businessName, websiteURL, timeZone })
  await done
}

const names = () => {
  const domains = $domains.get()
  return domains.state === 'ready'
    ? domains.data.map(domain => domain.businessName).toSorted()
    : domains.state
}
const idOf = (businessName: string) => {
  const domains = $domains.get()
  const found = domains.state === 'ready' && domains.data.find(domain => domain.businessName === businessName)
  if (!found) throw new Error(`no ${businessName}`)
  return found._id
}

test('selects a business that is added', async () => {
  await add('Pat’s Plumbing', 'patsplumbing.example')
  expect(names()).toEqual(['Pat’s Plumbing'])
  expect($selectedDomain.get()).toMatchObject({
    websiteURL: expect.stringContaining('https://patsplumbing.example'),
  })
  await add('Corner Shop')
  expect($selectedDomain.get()?.businessName).toBe('Corner Shop')
  expect($toasts.get()).toMatchObject([{ message: 'Domain added successfully!' }])
})

test('confirms a client in the agency’s words', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = $selectionVersion.listen(() => resolve())
  await createClient()
  expect(openedDialog()).toEqual({ name: 'DomainForm', title: 'New client', success: 'Client added.' })
  closeDialog()
  await saveDomain({ businessName: 'Quay Books', websiteURL: '' }, undefined, 'Client added.')
  await promise
  stop()
  expect($toasts.get()).toMatchObject([{ message: 'Client added.' }])
})

test('takes the time zone that was chosen for a business, not the browser’s', async () => {
  await add('Quay Books', '', 'Australia/Perth')
  expect($selectedDomain.get()?.timeZone).toBe('Australia/Perth')
})

test('shows another selection at once, and saves it', async () => {
  await add('Second')
  await add('First')
  const saved = selectDomain(idOf('Second'))
  expect($selectedDomain.get()?.businessName).toBe('Second')
  await saved
  await $domains.reload()
  expect($selectedDomain.get()?.businessName).toBe('Second')
})

test('ignores selections of another window, on screen and in calls', async () => {
  await add('Second')
  await add('First')
  const session = $session.get()
  const token = session.state === 'in' ? session.token : ''
  await app.request('users/updateUserDomain', { json: { domainId: idOf('Second') }, token })
  await $domains.reload()
  expect($selectedDomain.get()?.businessName).toBe('First')
  const { data } = await (await api.users.getUserActiveDomain.$get()).json()
  expect(data?.businessName).toBe('First')

  signIn((await app.signUp()).token)
  expect((await (await api.users.getUserActiveDomain.$get()).json()).data).toBeNull()
  await api.users.saveUserDomain.$post({ json: { businessName: 'Mine', websiteURL: '' } })
  await $domains.reload()
  expect($selectedDomain.get()?.businessName).toBe('Mine')
})

test('reverts a selection that the api rejects', async () => {
  await add('First')
  const domains = $domains.get()
  if (domains.state !== 'ready') throw new Error('not loaded')
  $domains.set({
    state: 'ready',
    data: [...domains.data, { ...domains.data[0]!, _id: 'gone', isSelected: false }],
  })
  await selectDomain('gone')
  expect($selectedDomain.get()?.businessName).toBe('First')
  expect(names()).toEqual(['First'])
  expect($toasts.get().at(-1)?.type).toBe('error')
})

test('confirms an edit and a deletion', async () => {
  await add('Pat’s Plumbing')
  const edited = refreshed()
  await saveDomain({ businessName: 'Pat and Sons', websiteURL: '' }, idOf('Pat’s Plumbing'))
  await edited
  expect(names()).toEqual(['Pat and Sons'])
  expect($toasts.get().at(-1)?.message).toBe('Domain updated successfully!')
  const deleted = refreshed()
  await deleteDomain(idOf('Pat and Sons'))
  await deleted
  expect(names()).toEqual([])
  expect($toasts.get().at(-1)?.message).toBe('Domain deleted successfully')
})

test('rejects a business without a name beside the field', async () => {
  await expect(saveDomain({ businessName: '', websiteURL: '' })).rejects.toMatchObject({
    code: 'invalid',
    fields: { businessName: expect.any(String) },
  })
})

test('shows the server’s message for a failure, or ours if there is none', async () => {
  await add('First')
  const id = idOf('First')
  const messages = () => $toasts.get().map(({ type, message, duration }) => [type, message, duration])
  const deleted = refreshed()
  await deleteDomain(id)
  await deleted
  $toasts.set([])
  await expect(saveDomain({ businessName: 'First', websiteURL: '' }, id)).rejects.toThrow()
  const reconnect = cutNetwork()
  await expect(saveDomain({ businessName: 'Second', websiteURL: '' })).rejects.toThrow()
  await expect(deleteDomain(id)).rejects.toThrow()
  reconnect()
  expect(messages()).toEqual([
    ['error', 'This business no longer exists.', 4000],
    ['error', 'Something went wrong', 4000],
    ['error', 'Failed to delete domain', 4000],
  ])
})

test('reloads the accounts of another selection, and hides the previous ones', async () => {
  await add('Second')
  await add('First')
  const { facebook } = $accounts
  keepMount(facebook)
  await facebook.reload()
  expect(facebook.get().state).toBe('ready')
  const states: string[] = []
  const stop = facebook.listen(({ state }) => void states.push(state))
  await selectDomain(idOf('Second'))
  await facebook.reload()
  expect(facebook.get().state).toBe('ready')
  stop()
  cleanStores(facebook)
  expect(states[0]).toBe('loading')
})

test('keeps a selection when responses to earlier calls arrive later', async () => {
  await add('Second')
  await add('First')
  const second = idOf('Second')
  const release = holdResponses('/api/users/getUserDomain')
  const reading = $domains.reload()
  await selectDomain(second)
  release()
  await reading
  expect([$selectedDomain.get()?._id, shownDomainId()]).toEqual([second, second])
})

test('shows the next business once somebody else has deleted the selected one', async () => {
  await add('Second')
  await add('First')
  const session = $session.get()
  const token = session.state === 'in' ? session.token : ''
  const done = refreshed()
  await app.request(`users/deleteUserDomain/${idOf('First')}`, { method: 'DELETE', token })
  await done
  expect($selectedDomain.get()?.businessName).toBe('Second')
  expect($toasts.get().map(({ message }) => message)).toContain('You no longer have access to First.')
})
