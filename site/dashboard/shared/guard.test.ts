import '#site/test/browser.ts'
import { afterEach, expect, test } from 'bun:test'

import { signIn, signOut } from '#site/lib/session.ts'
import { guardSession } from './guard.ts'

const before = Object.getOwnPropertyDescriptor(globalThis, 'location')
const went: string[] = []
Object.defineProperty(globalThis, 'location', {
  value: { reload: () => went.push('anew'), replace: (path: string) => went.push(path) },
  configurable: true,
})
afterEach(() => {
  if (before) Object.defineProperty(globalThis, 'location', before)
  else Reflect.deleteProperty(globalThis, 'location')
})

test('reloads the page when another user signs in in another tab, and leaves it when they sign out', () => {
  signIn('one')
  const stop = guardSession()
  signIn('one')
  expect(went).toEqual([])
  signIn('another')
  expect(went).toEqual(['anew'])
  signOut()
  expect(went).toEqual(['anew', '/'])
  stop()
})
