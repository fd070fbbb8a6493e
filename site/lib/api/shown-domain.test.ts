import '#site/test/browser.ts'
import { expect, test } from 'bun:test'

import { signIn, signOut } from '../session.ts'
import { aboutShownDomain, showDomain } from './shown-domain.ts'

const stored = () => sessionStorage.getItem('shown-domain')

test('keeps the business of a window across a reload, but not across users', () => {
  signIn('token')
  showDomain('d1')
  expect(aboutShownDomain()).toEqual({ 'X-Domain-Id': 'd1' })
  expect(stored()).toBe('d1')
  signOut()
  expect(aboutShownDomain()).toEqual({})
  expect(stored()).toBeNull()
})
