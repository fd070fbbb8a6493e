import { expect, test } from 'bun:test'

import { recurrenceSentence, recurrenceText } from './describe-extras.ts'
import { normalizeExtras } from './extras-rules.ts'
import { NO_EXTRAS, type PostExtras, type Recurrence } from './extras.ts'
import { monthlyChoices, recurrenceProblem, fitRecurrence } from './recurrence.ts'

/** Tuesday 8 December 2026, the second of its month. */
const QUIZ: PostExtras = {
  ...NO_EXTRAS,
  kind: 'event',
  title: 'Quiz night',
  start: '2026-12-08T19:00',
  end: '2026-12-08T21:00',
}
const quiz = (recurrence: Recurrence, changes: Partial<PostExtras> = {}): PostExtras => ({
  ...QUIZ,
  recurrence,
  ...changes,
})
const DAILY = { every: 'day', until: '' } as const
const weekly = (weekdays: number[], until = ''): Recurrence => ({ every: 'week', weekdays, until })
const monthly = (on: Extract<Recurrence, { every: 'month' }>['on'], until = ''): Recurrence => ({
  every: 'month',
  on,
  until,
})

test.each([
  [DAILY, 'Google repeats this event every day, until you delete the post.'],
  [weekly([2], '2027-06-30'), 'Google repeats this event every Tuesday until 30 June 2027.'],
  [weekly([2, 4]), 'Google repeats this event every Tuesday and Thursday, until you delete the post.'],
  [monthly('date'), 'Google repeats this event every month on the 8th, until you delete the post.'],
  [
    monthly('second'),
    'Google repeats this event every month on the second Tuesday, until you delete the post.',
  ],
])('says how an event repeats: %p', (recurrence, sentence) => {
  expect(recurrenceSentence(quiz(recurrence), 'Google')).toBe(sentence)
  expect(recurrenceProblem(quiz(recurrence))).toBeUndefined()
})

test('says how an event without a start repeats, and nothing about one that doesn’t repeat', () => {
  expect(recurrenceText(quiz(monthly('last'), { start: '', end: '' }))).toBe('every month')
  expect(recurrenceText(quiz(weekly([]), { start: '' }))).toBe('every week')
  expect(recurrenceSentence(QUIZ, 'Google')).toBe('')
})

test.each([
  [weekly([]), {}, 'Please choose the weekdays on which the event repeats.'],
  [weekly([3]), {}, 'The event starts on a Tuesday. Choose Tuesday too, or start it on another day.'],
  [DAILY, { end: '2026-12-09T19:01' }, 'The event must end before it starts again.'],
  [weekly([2, 3]), { end: '2026-12-09T20:00' }, 'The event must end before it starts again.'],
  [weekly([1, 2]), { end: '2026-12-10T20:00' }, 'The event must end before it starts again.'],
  [weekly([2]), { end: '2026-12-16T20:00' }, 'The event must end before it starts again.'],
  [monthly('date'), { kind: 'offer', end: '2027-01-08T20:00' }, 'The offer must end before it starts again.'],
  [monthly('first'), {}, 'The event doesn’t start on the first Tuesday of its month.'],
  [
    monthly('date'),
    { start: '2026-12-31T19:00', end: '2026-12-31T20:00' },
    'Not every month has a 31st. Let the event repeat on the last Thursday, or start it on an earlier date.',
  ],
  [
    weekly([2], '2026-12-14'),
    {},
    'The event wouldn’t repeat until then. Choose 15 December 2026 or a later day, or no last day.',
  ],
  [monthly('second', '2027-01-11'), {}, 'Choose 12 January 2027 or a later day'],
  [DAILY, { start: '9999-12-31T10:00', end: '9999-12-31T11:00' }, 'too far in the future'],
] as const)('refuses the recurrence %p with %p', (recurrence, changes, problem) => {
  expect(recurrenceProblem(quiz(recurrence, changes))).toContain(problem)
})

test('accepts an event that ends when it starts again, and an end on the day of its second time', () => {
  expect(recurrenceProblem(quiz(DAILY, { end: '2026-12-09T19:00' }))).toBeUndefined()
  expect(recurrenceProblem(quiz(weekly([2], '2026-12-15')))).toBeUndefined()
  expect(recurrenceProblem(quiz(weekly([2], '2026-12-15'), { start: '' }))).toBeUndefined()
})

test('offers the monthly recurrences that fit a day', () => {
  expect(monthlyChoices('2026-12-01T09:00')).toEqual(['date', 'first'])
  expect(monthlyChoices('2026-12-22')).toEqual(['date', 'fourth'])
  expect(monthlyChoices('2027-02-22')).toEqual(['date', 'fourth', 'last'])
  expect(monthlyChoices('2026-12-30')).toEqual(['last'])
})

test('adapts a recurrence to another start', () => {
  const thursday = '2026-12-31T19:00'
  expect(fitRecurrence(weekly([2], '2027-06-30'), thursday)).toEqual(weekly([4], '2027-06-30'))
  expect(fitRecurrence(weekly([2, 3]), thursday)).toEqual(weekly([2, 3]))
  expect(fitRecurrence(monthly('second'), thursday)).toEqual(monthly('last'))
  expect(fitRecurrence(monthly('date'), thursday)).toEqual(monthly('last'))
  expect(fitRecurrence(monthly('last'), '2026-12-09T19:00')).toEqual(monthly('second'))
  expect(fitRecurrence(monthly('second'), '')).toEqual(monthly('second'))
})

test('keeps a recurrence only in events and offers', () => {
  expect(normalizeExtras(quiz(DAILY))?.recurrence).toEqual(DAILY)
  expect(normalizeExtras(quiz(DAILY, { kind: 'offer' }))?.recurrence).toEqual(DAILY)
  expect(normalizeExtras(quiz(DAILY, { kind: 'update', button: 'CALL' }))).not.toHaveProperty('recurrence')
})
