import { afterEach, expect, test } from 'bun:test'

import { openSignInWindow } from './meta-sign-in.ts'

afterEach(() => void Reflect.deleteProperty(globalThis, 'window'))

test('opens Instagram’s sign-in in a centred window of 500 by 600', () => {
  const opened: unknown[] = []
  const popUp = { closed: false, document: { title: '', body: { textContent: '' } } }
  const window = {
    screenX: 100,
    screenY: 50,
    outerWidth: 1300,
    outerHeight: 800,
    open: (...args: unknown[]) => (opened.push(args), popUp),
  }
  Object.assign(globalThis, { window })
  expect(openSignInWindow('instagram')).toBeDefined()
  expect(opened).toEqual([['', '_blank', 'popup,width=500,height=600,left=500,top=150']])
  expect(popUp.document.title).toBe('Instagram')
})

test('detects a blocked window', () => {
  Object.assign(globalThis, {
    window: { screenX: 0, screenY: 0, outerWidth: 1, outerHeight: 1, open: () => null },
  })
  expect(openSignInWindow('instagram')).toBeUndefined()
})
