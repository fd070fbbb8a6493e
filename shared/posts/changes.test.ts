import { expect, test } from 'bun:test'

import type { Role } from '#shared/businesses/permissions.ts'
import { APPROVAL_MESSAGES } from './approvals.ts'
import {
  alreadyStartedError,
  awaitsApproval,
  cannotRestoreError,
  isChangeable,
  isChangeableByAuthor,
  mayRetry,
  isUndelivered,
  mayChange,
  nothingToRetryError,
  authorError,
  tooLateError,
} from './changes.ts'
import { APPROVAL_MISSED, DELIVERY_STATES, type DeliveryState } from './posts.ts'

type Row = { state: DeliveryState; reasonCode?: string }
const MISSED: Row = { state: 'held', reasonCode: APPROVAL_MISSED }
const parts = (...rows: (DeliveryState | Row)[]): Row[] =>
  rows.map(row => (typeof row === 'string' ? { state: row } : row))

const statesOf = (rule: (row: Row) => boolean) => DELIVERY_STATES.filter(state => rule({ state })).toSorted()

test.each<[rule: string, states: DeliveryState[], holds: (row: Row) => boolean]>([
  [
    'can be changed',
    ['changes_requested', 'draft', 'failed', 'held', 'in_review', 'scheduled'],
    isChangeable,
  ],
  ['can be tried again', ['failed', 'held'], mayRetry],
  ['waits for an approval', ['changes_requested', 'in_review'], awaitsApproval],
])('a delivery %s only in the states %j', (_, states, holds) => {
  expect(statesOf(holds)).toEqual(states)
})

test('of held deliveries, only one whose approval was missed still awaits approval', () => {
  expect(awaitsApproval(MISSED)).toBe(true)
  expect(awaitsApproval({ state: 'held', reasonCode: 'late' })).toBe(false)
})

test.each<[holds: boolean, rows: Row[]]>([
  [true, parts('in_review', 'changes_requested')],
  [true, parts('in_review', 'canceled')],
  [true, parts(MISSED)],
  [false, parts('in_review', 'scheduled')],
  [false, parts('canceled')],
  [false, parts()],
])('an author may change a post: %j for %j', (holds, rows) => {
  expect(isChangeableByAuthor(rows)).toBe(holds)
})

test.each<[rows: Row[], undelivered: boolean]>([
  [parts('published', 'failed'), true],
  [parts('published', 'canceled'), false],
  [parts('publishing', 'unconfirmed'), false],
])('%j has an undelivered part: %j', (rows, undelivered) => {
  expect(isUndelivered(rows)).toBe(undelivered)
})

test.each<[role: Role, isOwn: boolean, rows: Row[], may: boolean]>([
  ['owner', false, parts('scheduled', 'published'), true],
  ['editor', false, parts('in_review'), true],
  ['editor', true, parts('published', 'publishing'), false],
  ['author', true, parts('in_review'), true],
  ['author', true, parts('scheduled'), false],
  ['author', false, parts('in_review'), false],
  ['approver', true, parts('in_review'), false],
])('as %s with isOwn %j, a member may change %j: %j', (role, isOwn, deliveries, may) => {
  expect(mayChange(role, { isOwn, deliveries })).toBe(may)
})

test('tells an author that a post is somebody else’s, or was approved', () => {
  const inReview = parts('in_review')
  expect(authorError({ isOwn: true, deliveries: inReview })).toBeUndefined()
  expect(authorError({ deliveries: inReview })).toEqual({
    code: 'forbidden',
    message: APPROVAL_MESSAGES.othersPost,
  })
  expect(authorError({ isOwn: true, deliveries: parts('scheduled') })).toEqual({
    code: 'conflict',
    message: APPROVAL_MESSAGES.approvedBefore,
  })
})

const begun = (state: DeliveryState) => alreadyStartedError({ network: 'facebook', state })

test.each<[reason: string, refusal: { code: string; message: string }]>([
  ['This post was cancelled', tooLateError(parts('canceled', 'canceled'))],
  ['This post is being published', tooLateError(parts('canceled', 'publishing'))],
  ['This post is being published', tooLateError(parts())],
  ['This post is still scheduled', nothingToRetryError(parts('published', 'scheduled'))],
  ['This post is still scheduled', nothingToRetryError(parts('in_review'))],
  ['This post is being published', nothingToRetryError(parts('published'))],
  ['This post was cancelled', nothingToRetryError(parts('canceled'))],
  ['This post is already on Facebook', begun('published')],
  ['This post is on its way to Facebook', begun('publishing')],
  ['This post may already be on Facebook', begun('unconfirmed')],
  ['It’s too late to undo this', cannotRestoreError(parts('canceled'))],
  ['This post isn’t cancelled', cannotRestoreError(parts('canceled', 'scheduled'))],
])('explains a refusal: %s', (reason, { code, message }) => {
  expect(code).toBe('conflict')
  expect(message).toStartWith(reason)
})
