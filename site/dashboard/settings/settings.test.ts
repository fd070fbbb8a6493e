import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'
import { createElement } from 'react'

import { testApp } from '#api/test/app.ts'
import { DEFAULT_SETTINGS, type Settings } from '#shared/settings.ts'
import { $settings, saveSettings } from '#site/dashboard/shared/me.ts'
import { formatDay, formatMoment, formatNumber, formatRelative, setLanguage } from '#site/lib/format.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import { rendered } from '#site/test/rendered.ts'
import { $unsavedSections, changesOf, discard, saveUserSettings, useUnsaved } from './store.ts'
import { AppearanceSettings, NotificationSettings } from './UserSections.tsx'

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
  cleanStores($settings)
  $settings.reset()
  $toasts.set([])
  setLanguage('en')
  signOut()
})

const savedSettings = async () => ((await (await person.call('settings')).json()) as { data: Settings }).data
const toasts = () => $toasts.get().map(({ type, message }) => ({ type, message }))

test('saves two sections at once, and keeps what neither has changed', async () => {
  const saved = $settings.get().data!
  const failures = await Promise.all([
    saveUserSettings(saved, { marketingEmails: true }),
    saveUserSettings(saved, { profileVisibility: 'private' }),
  ])
  expect(failures).toEqual([undefined, undefined])
  const { twoFactorAuth: _, ...before } = saved
  expect(await savedSettings()).toMatchObject({
    ...before,
    marketingEmails: true,
    profileVisibility: 'private',
  })
  expect(toasts()).toEqual([{ type: 'success', message: 'Settings saved successfully!' }])
})

test('shows an unsaved choice in its section only, until it is discarded', () => {
  const saved = $settings.get().data!
  let keep: ReturnType<typeof useUnsaved<Partial<Settings>>>[1] = () => {}
  function Form() {
    ;[, keep] = useUnsaved<Partial<Settings>>('appearance')
    return null
  }
  rendered(createElement(Form))
  const textOf = (section: typeof AppearanceSettings) => rendered(createElement(section, { saved })).text
  keep({ appearance: 'dark' })
  expect(textOf(AppearanceSettings)).toContain('You have unsaved changes.')
  expect(textOf(NotificationSettings)).not.toContain('unsaved')
  expect($unsavedSections.get()).toEqual(['appearance'])
  discard()
  expect(textOf(AppearanceSettings)).not.toContain('unsaved')
  expect($unsavedSections.get()).toEqual([])
})

test('detects no change when a choice is reverted', () => {
  expect(changesOf(DEFAULT_SETTINGS, { dataSharing: false })).toEqual({ dataSharing: false })
  expect(changesOf(DEFAULT_SETTINGS, { dataSharing: DEFAULT_SETTINGS.dataSharing })).toBeUndefined()
})

test('applies the appearance that is saved', async () => {
  expect(localStorage.getItem('appearance')).toBe('system')
  await saveSettings({ appearance: 'light' })
  expect(page.dataset.theme).toBe('currawong-light')
  expect(localStorage.getItem('appearance')).toBe('light')
})

test('formats dates and numbers as in the saved language, and keeps words English', async () => {
  await saveSettings({ language: 'de' })
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

test('reports the failure of a save', async () => {
  const saved = $settings.get().data!
  const restore = cutNetwork()
  expect(await saveUserSettings(saved, { emailNotifications: false })).toBeString()
  restore()
  expect($settings.get().data).toEqual(saved)
})
