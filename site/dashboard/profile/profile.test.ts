import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { cleanStores, keepMount } from 'nanostores'

import { PASSWORD, testApp } from '#api/test/app.ts'
import { picture } from '#api/test/publishing.ts'
import { twoFactorUser } from '#api/test/two-factor.ts'
import { $displayName, $me, $profilePicture, $twoFactor } from '#site/dashboard/shared/me.ts'
import { signIn, signOut } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import { $codeRequested, $needsCode, updatePassword } from './ChangePasswordDialog.tsx'
import {
  $fields,
  $picture,
  $saving,
  $unsaved,
  $values,
  change,
  choosePicture,
  discard,
  saveProfile,
} from './store.ts'

const app = await testApp()
const NEW = 'Fresh#Tap9'
let undo: () => void

beforeEach(async () => {
  undo = serveSite(app)
  signIn((await app.signUp({ fullname: 'Pat Lee' })).token)
  keepMount($me)
  keepMount($values)
  keepMount($unsaved)
  await $me.reload()
})
afterEach(() => {
  discard()
  cleanStores($me, $values, $unsaved)
  $me.reset()
  $toasts.set([])
  $codeRequested.set(false)
  signOut()
  undo()
})

const messages = () => $toasts.get().map(({ type, message }) => [type, message])

/** Saves as the button does, with a fake clock. */
async function save() {
  jest.useFakeTimers()
  const saved = saveProfile()
  expect($saving.get()).toBe(true)
  jest.advanceTimersByTime(1999)
  await Promise.resolve()
  expect($saving.get()).toBe(true)
  jest.advanceTimersByTime(1)
  jest.useRealTimers()
  return await saved
}

test('starts a new profile empty, with Australia’s code', () => {
  expect($values.get()).toEqual({
    fullname: 'Pat Lee',
    mobile: '',
    countryCode: 'au',
    gender: '',
    dob: '',
    address: '',
    bio: '',
  })
  expect($unsaved.get()).toBe(false)
})

test('shows a saved name in the sidebar at once, and marks nothing as unsaved', async () => {
  change({ fullname: 'Pat Lee-Young', mobile: '61412345678', gender: 'other' })
  expect($unsaved.get()).toBe(true)
  expect(await save()).toBe(true)
  expect($displayName.get()).toBe('Pat Lee-Young')
  expect($unsaved.get()).toBe(false)
  expect(messages()).toEqual([['success', 'Profile updated successfully!']])
  await $me.reload()
  expect($values.get()).toMatchObject({ fullname: 'Pat Lee-Young', mobile: '61412345678', gender: 'other' })
})

test('saves and shows a chosen photo, and removes it again', async () => {
  choosePicture({ file: await picture('teal'), url: 'blob:nothing' })
  expect($unsaved.get()).toBe(true)
  expect(await save()).toBe(true)
  expect($profilePicture.get()).toMatch(/^\/uploads\/[0-9a-f-]{36}\.webp$/)
  expect($picture.get()).toBeUndefined()
  choosePicture(null)
  expect(await save()).toBe(true)
  expect($profilePicture.get()).toBeFalsy()
})

test('changes nothing when a missing photo is removed', () => {
  choosePicture(null)
  expect($unsaved.get()).toBe(false)
})

test.each([
  [{ fullname: ' ' }, { fullname: 'Full Name is required' }],
  [{ dob: '2999-01-01' }, { dob: 'This date is in the future.' }],
])('blocks %p before it is sent', async (edits, fields) => {
  change(edits)
  expect(await saveProfile()).toBe(false)
  expect($fields.get()).toEqual(fields)
  expect($toasts.get()).toEqual([])
  change({ fullname: 'Pat', dob: '' })
  expect($fields.get()).toEqual({})
})

test('reports a profile that can’t be saved, and keeps the values', async () => {
  change({ bio: 'Plumber' })
  const reconnect = cutNetwork()
  expect(await save()).toBe(false)
  reconnect()
  expect(messages()).toEqual([['error', 'Failed to update profile. Please try again later.']])
  expect($values.get()?.bio).toBe('Plumber')
  expect($unsaved.get()).toBe(true)
})

test('blocks a password that breaks a rule', async () => {
  expect(await updatePassword({ oldPassword: PASSWORD, newPassword: 'short' })).toEqual({})
  expect(messages()).toEqual([['error', 'Please correct the password requirements.']])
})

test('rejects a wrong old password, and accepts the right one', async () => {
  expect(await updatePassword({ oldPassword: 'wrong', newPassword: NEW })).toEqual({
    oldPassword: 'Your old password is incorrect.',
  })
  expect(await updatePassword({ oldPassword: PASSWORD, newPassword: NEW })).toBeUndefined()
  expect(messages()).toEqual([
    ['error', 'Your old password is incorrect.'],
    ['success', 'Password updated successfully!'],
  ])
})

test('asks for a code to change the password while two-factor is on', async () => {
  const person = await twoFactorUser(app)
  signIn(person.token)
  const stop = $needsCode.subscribe(() => {})
  const update = (code?: string) =>
    updatePassword({ oldPassword: PASSWORD, newPassword: NEW, ...(code !== undefined && { code }) })
  try {
    const missing = { code: 'Please enter a code from your authenticator app, or a recovery code.' }
    expect(await update()).toEqual(missing)
    expect($needsCode.get()).toBe(true)
    expect(await update('')).toEqual(missing)
    expect(await update('000000')).toEqual({ code: 'Invalid code. Please try again.' })
    expect(await update(person.code())).toBeUndefined()
  } finally {
    stop()
  }
})

test('asks for no code while two-factor is off', async () => {
  const stop = $needsCode.subscribe(() => {})
  await $twoFactor.reload()
  expect($needsCode.get()).toBe(false)
  stop()
})

test('reports a password that can’t be saved', async () => {
  const reconnect = cutNetwork()
  await updatePassword({ oldPassword: PASSWORD, newPassword: NEW })
  reconnect()
  expect(messages()).toEqual([['error', 'Failed to update password.']])
})
