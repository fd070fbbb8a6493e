import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'

import { testApp } from '#api/test/app.ts'
import { TRIAL_MESSAGES } from '#shared/trial-weeks.ts'
import { hireValuesIn } from '#site/islands/contact/topics.ts'
import { readSignInRequest } from '#site/lib/sign-in-request.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import {
  $week,
  daysOf,
  lastInput,
  guessTrade,
  hireUrlFor,
  restoreWeek,
  signUpToSave,
  weekForm,
} from './store.ts'

const undo = serveSite(await testApp({ env: { OPENAI_API_KEY: '' } }))
afterAll(undo)
beforeEach(() => $week.set(undefined))
afterEach(() => weekForm.reset())

const BAKEHOUSE = { businessName: 'Harbour Bakehouse', trade: 'Bakery', suburb: 'Brunswick' }

test('shows a week, and asks for a sign-up that keeps it', async () => {
  expect(await weekForm.submit(BAKEHOUSE)).toBe(true)
  const week = $week.get()!
  expect(week.posts).toHaveLength(5)
  globalThis.location = { pathname: '/' } as Location
  signUpToSave(week)
  Reflect.deleteProperty(globalThis, 'location')
  expect(readSignInRequest()).toMatchObject({ path: `/dashboard?week=${week.token}`, isNew: true })
  // Another page of the tab doesn't open the dialog again.
  expect(JSON.parse(sessionStorage.getItem('sign-in')!)).toMatchObject({ page: '/' })
  expect(lastInput()).toEqual(BAKEHOUSE)
})

test('shows the week and its fields again after a reload, until the first post would be late or the visitor changes it', async () => {
  await weekForm.submit(BAKEHOUSE)
  const week = $week.get()!
  const reload = (now?: number) => {
    const saved = sessionStorage.getItem('form-trial-week')!
    $week.set(undefined)
    sessionStorage.setItem('form-trial-week', saved)
    restoreWeek(now)
    return $week.get()
  }
  expect(reload()).toEqual({ ...week, isRestored: true })
  expect(lastInput()).toEqual(BAKEHOUSE)
  expect(reload(Date.parse(week.posts[0]!.at))).toBeUndefined()
  reload()
  $week.set(undefined)
  restoreWeek()
  expect($week.get()).toBeUndefined()
  expect(JSON.parse(sessionStorage.getItem('form-trial-week')!)).toEqual({ entered: BAKEHOUSE })
})

test('opens the hire form with what the week already knows, and without parts that are missing or too long', async () => {
  await weekForm.submit({ ...BAKEHOUSE, businessName: 'Salt & Rye #1 Bakery', trade: '' })
  const url = new URL(hireUrlFor($week.get()!), 'https://agency.example')
  expect([url.pathname, url.search]).toEqual(['/have-us-do-it', ''])
  expect(hireValuesIn(url.hash)).toEqual({
    company: 'Salt & Rye #1 Bakery',
    message: 'I liked the first week that you drew for us (Bakery, Brunswick).',
  })
  expect(hireValuesIn('')).toEqual({})
  expect(hireValuesIn(url.hash.replace('Brunswick', 'x'.repeat(41)))).toEqual({})
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

test('fills in the trade that a name gives away, and asks for it where none does', async () => {
  expect(guessTrade('Harbour Bakehouse')).toBe('Bakery')
  expect(guessTrade('Blue Wren')).toBe('')
  expect(await weekForm.submit({ businessName: 'Blue Wren', trade: '', suburb: 'Brunswick' })).toBe(false)
  expect(weekForm.$state.get().fields).toEqual({ trade: TRIAL_MESSAGES.noTrade })
})

test('shows each post on its day, from today if one is today, otherwise from tomorrow', () => {
  const at = (day: number, hour: number) => ({ at: new Date(2030, 3, day, hour).toISOString() })
  const shown = (posts: { at: string }[]) =>
    daysOf(posts, new Date(2030, 3, 2, 9)).map(({ date, posts }) => [date.getDate(), ...posts])
  const [today, first, second, last] = [at(2, 17), at(3, 7), at(3, 12), at(8, 12)]
  expect(shown([today, first, second, last])).toEqual([
    [2, today],
    [3, first, second],
    [4],
    [5],
    [6],
    [7],
    [8, last],
  ])
  expect(shown([at(9, 7)]).map(([day]) => day)).toEqual([3, 4, 5, 6, 7, 8, 9])
})
