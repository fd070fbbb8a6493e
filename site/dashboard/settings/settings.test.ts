import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { testApp } from '#api/test/app.ts'
import type { Settings } from '#shared/settings.ts'
import { $settings } from '#site/dashboard/shared/me.ts'
import { formatDay, formatNumber, formatRelative, setLanguage } from '#site/lib/format.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import { $chosen, $isChanged, choose, discard, save } from './store.ts'

const page: { dataset: Record<string, string> } = { dataset: {} }
globalThis.document = { documentElement: page } as never
afterAll(() => void Reflect.deleteProperty(globalThis, 'document'))

const app = await testApp()
let undo: () => void
let person: Awaited<ReturnType<typeof app.signUp>>

beforeEach(async () => {
  undo = serveSite(app)
  person = await app.signUp()
  signIn(person.token)
  keepMount($settings)
  await $settings.reload()
})
afterEach(() => {
  undo()
  discard()
  cleanStores($settings)
  $settings.reset()
  $toasts.set([])
  setLanguage('en')
  signOut()
})

const savedSettings = async () => ((await (await person.call('settings')).json()) as { data: Settings }).data
const toasts = () => $toasts.get().map(({ type, message }) => ({ type, message }))

test('saves settings only on request, and confirms it', async () => {
  expect($isChanged.get()).toBe(false)
  choose({ marketingEmails: true, profileVisibility: 'private' })
  expect($chosen.get()).toMatchObject({ marketingEmails: true, profileVisibility: 'private' })
  expect($isChanged.get()).toBe(true)
  expect((await savedSettings()).marketingEmails).toBe(false)
  await save()
  expect(await savedSettings()).toMatchObject({ marketingEmails: true, profileVisibility: 'private' })
  expect($isChanged.get()).toBe(false)
  expect(toasts()).toEqual([{ type: 'success', message: 'Settings saved successfully!' }])
})

test('detects no change when a choice is reverted', () => {
  choose({ dataSharing: false })
  choose({ dataSharing: true })
  expect($isChanged.get()).toBe(false)
})

test('previews an appearance at once, keeps it when saved, and reverts it when discarded', async () => {
  choose({ appearance: 'dark' })
  expect(page.dataset.theme).toBe('currawong-dark')
  expect(localStorage.getItem('appearance')).toBe('system')
  discard()
  expect(page.dataset.theme).toBeUndefined()
  choose({ appearance: 'light' })
  await save()
  expect(page.dataset.theme).toBe('currawong-light')
  expect(localStorage.getItem('appearance')).toBe('light')
})

test('formats dates and numbers in the saved language', async () => {
  choose({ language: 'de' })
  expect(formatNumber(1234.5)).toBe('1,234.5')
  await save()
  expect(formatNumber(1234.5)).toBe('1.234,5')
  const now = new Date('2030-01-02T12:00:00Z')
  expect(formatRelative('2030-01-01T12:00:00Z', now)).toBe('gestern')
})

test('puts no foreign month into an English sentence', () => {
  expect(`since ${formatDay('2026-10-25')}`).toBe('since 25 October')
  setLanguage('fr')
  expect(`since ${formatDay('2026-10-25')}`).toBe('since 25/10')
})

test('keeps unsaved choices and reports the failure', async () => {
  choose({ emailNotifications: false })
  const restore = cutNetwork()
  await save()
  restore()
  expect($isChanged.get()).toBe(true)
  expect($chosen.get()?.emailNotifications).toBe(false)
  expect(toasts()).toMatchObject([{ type: 'error' }])
})
