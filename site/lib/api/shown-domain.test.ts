import '#site/test/browser.ts'
import { expect, test } from 'bun:test'

import { signIn, signOut } from '../session.ts'
import { shownDomainHeader, showDomain } from './shown-domain.ts'

const stored = () => sessionStorage.getItem('shown-domain')

test('keeps the business of a window across a reload, but not across users', () => {
  signIn('token')
  showDomain('d1')
  expect(shownDomainHeader()).toEqual({ 'X-Domain-Id': 'd1' })
  expect(stored()).toBe('d1')
  signOut()
  expect(shownDomainHeader()).toEqual({})
  expect(stored()).toBeNull()
})
