import { afterEach, expect, test } from 'bun:test'

import { openSignInWindow } from './window.ts'

afterEach(() => void Reflect.deleteProperty(globalThis, 'window'))

test('Instagram’s sign-in opens in a window of 500 by 600, in the middle of ours', () => {
  const opened: unknown[] = []
  const popUp = { closed: false, document: { title: '', body: { textContent: '' } } }
  const window = {
    screenX: 100,
    screenY: 50,
    outerWidth: 1300,
    outerHeight: 800,
    open: (...words: unknown[]) => (opened.push(words), popUp),
  }
  Object.assign(globalThis, { window })
  expect(openSignInWindow('instagram')).toBeDefined()
  expect(opened).toEqual([['', '_blank', 'popup,width=500,height=600,left=500,top=150']])
  expect(popUp.document.title).toBe('Instagram')
})

test('a window that the browser blocks is known', () => {
  Object.assign(globalThis, {
    window: { screenX: 0, screenY: 0, outerWidth: 1, outerHeight: 1, open: () => null },
  })
  expect(openSignInWindow('instagram')).toBeUndefined()
})
