import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'

import { testApp } from '#api/test/app.ts'
import { readSignInRequest } from '#site/lib/sign-in-request.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import { $week, daysOf, enteredBefore, guessKind, signUpToKeep, weekForm } from './store.ts'

const undo = serveSite(await testApp({ env: { OPENAI_API_KEY: '' } }))
afterAll(undo)
beforeEach(() => $week.set(undefined))
afterEach(() => weekForm.reset())

const BAKEHOUSE = { businessName: 'Harbour Bakehouse', kind: 'cafe', suburb: 'Brunswick' }

test('shows a week, and asks for a sign-up that keeps it', async () => {
  expect(await weekForm.submit(BAKEHOUSE)).toBe(true)
  const week = $week.get()!
  expect(week.posts).toHaveLength(5)
  signUpToKeep(week)
  expect(readSignInRequest()).toMatchObject({ path: `/dashboard?week=${week.token}`, isNew: true })
  expect(enteredBefore()).toEqual(BAKEHOUSE)
})

test('says what is missing, keeps what was typed without a connection, and tries again', async () => {
  expect(await weekForm.submit({ ...BAKEHOUSE, suburb: '3056' })).toBe(false)
  expect(weekForm.$state.get().fields.suburb).toContain('Brunswick East')
  const served = globalThis.fetch
  cutNetwork()
  expect(await weekForm.submit(BAKEHOUSE)).toBe(false)
  globalThis.fetch = served
  expect(weekForm.$state.get().message).toContain('can’t reach the server')
  expect(weekForm.draft()).toEqual(BAKEHOUSE)
  expect(await weekForm.submit(BAKEHOUSE)).toBe(true)
})

test.each([
  ['Harbour Bakehouse', 'cafe'],
  ['Pat’s Plumbing', 'trades'],
  ['Fringe Theory Hair', 'hair'],
  ['Northside Yoga', 'fitness'],
  ['The Corner Shop', 'retail'],
  ['Lee & Lee Accountants', 'professional'],
  ['Blue Wren', undefined],
] as const)('guesses what %s is', (name, kind) => {
  expect(guessKind(name)).toBe(kind)
})

test('shows each post on its day, from today if one is today, otherwise from tomorrow', () => {
  const at = (day: number, hour: number) => ({
    text: 'A post',
    at: new Date(2030, 3, day, hour).toISOString(),
  })
  const shown = (posts: { text: string; at: string }[]) =>
    daysOf({ posts }, new Date(2030, 3, 2, 9)).map(({ date, posts: parts }) => [
      date.getDate(),
      ...parts.map(index => index ?? '-'),
    ])
  expect(shown([at(2, 17), at(3, 7), at(8, 12)])).toEqual([
    [2, '-', '-', 0],
    [3, 1, '-', '-'],
    [4, '-', '-', '-'],
    [5, '-', '-', '-'],
    [6, '-', '-', '-'],
    [7, '-', '-', '-'],
    [8, '-', 2, '-'],
  ])
  expect(shown([at(9, 7)]).map(([day]) => day)).toEqual([3, 4, 5, 6, 7, 8, 9])
})
