import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { testApp } from '#api/test/app.ts'
import type { Settings } from '#shared/settings.ts'
import { $settings } from '#site/dashboard/shared/me.ts'
import { formatDay, formatMoment, formatNumber, formatRelative, setLanguage } from '#site/lib/format.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import { $changed, $chosen, $saves, choose, discard, save, showChanges } from './store.ts'

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

test('saves settings only on request, a section at a time, and confirms it', async () => {
  expect($changed.get()).toEqual([])
  choose({ marketingEmails: true })
  choose({ profileVisibility: 'private' })
  expect($chosen.get()).toMatchObject({ marketingEmails: true, profileVisibility: 'private' })
  expect($changed.get()).toEqual(['notifications', 'security'])
  expect((await savedSettings()).marketingEmails).toBe(false)
  await save('notifications')
  expect(await savedSettings()).toMatchObject({ marketingEmails: true, profileVisibility: 'public' })
  expect($changed.get()).toEqual(['security'])
  expect($saves.get()).toEqual({ notifications: 'saved' })
  expect(toasts()).toEqual([{ type: 'success', message: 'Settings saved successfully!' }])
  choose({ marketingEmails: false })
  expect($saves.get()).toEqual({})
})

test('saves two sections at once', async () => {
  choose({ marketingEmails: true })
  choose({ dataSharing: false })
  await Promise.all([save('notifications'), save('security')])
  expect(await savedSettings()).toMatchObject({ marketingEmails: true, dataSharing: false })
  expect($changed.get()).toEqual([])
})

test('discards the changes of a section, and keeps those of others', () => {
  choose({ appearance: 'dark' })
  choose({ dataSharing: false })
  discard('appearance')
  expect(page.dataset.theme).toBeUndefined()
  expect($changed.get()).toEqual(['security'])
})

test('detects no change when a choice is reverted', () => {
  choose({ dataSharing: false })
  choose({ dataSharing: true })
  expect($changed.get()).toEqual([])
})

test('previews an appearance at once, keeps it when saved, and reverts it when discarded', async () => {
  choose({ appearance: 'dark' })
  expect(page.dataset.theme).toBe('currawong-dark')
  expect(localStorage.getItem('appearance')).toBe('system')
  discard()
  expect(page.dataset.theme).toBeUndefined()
  choose({ appearance: 'light' })
  await save('appearance')
  expect(page.dataset.theme).toBe('currawong-light')
  expect(localStorage.getItem('appearance')).toBe('light')
})

test('ends the preview of an unsaved appearance with the screen, and shows it again on return', () => {
  choose({ appearance: 'dark' })
  const leave = showChanges()
  leave()
  expect(page.dataset.theme).toBeUndefined()
  expect($changed.get()).toEqual(['appearance'])
  showChanges()
  expect(page.dataset.theme).toBe('currawong-dark')
})

test('formats dates and numbers as in the saved language, and keeps words English', async () => {
  choose({ language: 'de' })
  expect(formatNumber(1234.5)).toBe('1,234.5')
  await save('appearance')
  expect(formatNumber(1234.5)).toBe('1.234,5')
  const now = new Date('2030-01-02T12:00:00Z')
  expect(formatRelative('2030-01-01T12:00:00Z', now)).toBe('yesterday')
  expect(formatMoment('2030-01-01T17:30:00Z', 'UTC')).toBe('Tue 1.1.2030, 17:30')
})

test('puts no foreign month into an English sentence', () => {
  expect(`since ${formatDay('2026-10-25')}`).toBe('since 25 October')
  setLanguage('fr')
  expect(`since ${formatDay('2026-10-25')}`).toBe('since 25/10/2026')
})

test('keeps unsaved choices and reports the failure', async () => {
  choose({ emailNotifications: false })
  const restore = cutNetwork()
  await save('notifications')
  restore()
  expect($changed.get()).toEqual(['notifications'])
  expect($chosen.get()?.emailNotifications).toBe(false)
  expect($saves.get()).toMatchObject({ notifications: { failed: expect.any(String) } })
})
