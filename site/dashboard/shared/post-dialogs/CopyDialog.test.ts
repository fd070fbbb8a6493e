import { expect, test } from 'bun:test'

import type { CopyTarget } from '#shared/posts/copies.ts'
import { draftNotes, failuresOf, scheduleNotes } from './CopyDialog.tsx'

const target = (change: Partial<CopyTarget> = {}): CopyTarget => ({
  domainId: 'north',
  networks: ['facebook'],
  missing: [],
  signedOut: [],
  unknown: [],
  publishAt: '2030-01-02T00:00:00.000Z',
  timeZone: 'Australia/Melbourne',
  ...change,
})

test('says what becomes of a draft in a business', () => {
  expect(draftNotes([target()])).toEqual([])
  expect(draftNotes([target({ missing: ['instagram', 'google'], unknown: ['phone', 'address'] })])).toEqual([
    'Without Instagram and Google Business Profile: not connected there.',
    'We don’t know its phone number and address: {{phone}} and {{address}} stay in the text until you fill them in.',
  ])
  expect(draftNotes([target({ networks: [], missing: ['facebook'], unknown: ['phone'] })])).toEqual([
    'None of its networks is connected there yet.',
    'We don’t know its phone number: {{phone}} stays in the text until you fill it in.',
  ])
})

test('says what each business refused', () => {
  const [made, refused] = [
    { domainId: 'north', success: true as const, draftId: '1' },
    { success: false as const, message: 'It has too many drafts.' },
  ]
  expect([
    ...failuresOf([made, { domainId: 'north', ...refused }, { domainId: 'south', ...refused }]),
  ]).toEqual([
    ['north', '1 of 2 copied. It has too many drafts.'],
    ['south', 'Not copied. It has too many drafts.'],
  ])
})

test('says when a copy goes out in a business, and what it waits for', () => {
  const [time, ...notes] = scheduleNotes([target({ needsApproval: true, signedOut: ['facebook'] })])
  expect(time).toStartWith('Wed 2 Jan')
  expect(notes).toEqual(['Waits for approval.', 'Waits until Facebook is reconnected there.'])
})

test('says why no copy can be scheduled in a business, or how many of several', () => {
  const refused = target({ problem: 'That time has passed there.', publishAt: null })
  expect(scheduleNotes([refused])).toEqual(['That time has passed there.'])
  expect(scheduleNotes([refused, target(), target()])).toEqual([
    '1 of 3 can’t be scheduled. That time has passed there.',
  ])
})
