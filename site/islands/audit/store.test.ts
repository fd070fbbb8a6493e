import { afterAll, beforeEach, expect, test } from 'bun:test'

import { testApp } from '#api/test/app.ts'
import { cutNetwork, serveSite } from '#site/test/browser.ts'
import { auditForm } from './store.ts'

const { location } = globalThis
const app = await testApp({ env: { ALLOW_PRIVATE_AUDITS: '1' } })
const undo = serveSite(app)
const opened: string[] = []
Object.assign(globalThis, { location: { assign: (path: string) => opened.push(path) } })
afterAll(() => {
  Object.assign(globalThis, { location })
  undo()
})
beforeEach(() => auditForm.reset())

test('opens the private page of the check that it started', async () => {
  expect(await auditForm.submit({ url: '127.0.0.1:8080/shop' })).toBe(true)
  expect(opened[0]).toMatch(/^\/audits\/[a-z2-7]{52}$/)
})

test('shows the reason beside an address that can’t be checked, and keeps what was typed', async () => {
  await auditForm.submit({ url: '' })
  expect(auditForm.$state.get().fields).toEqual({ url: 'Please enter the address of your website.' })
  await auditForm.submit({ url: 'no-such-shop.invalid' })
  expect(auditForm.$state.get().fields.url).toContain('can’t find no-such-shop.invalid')
  const restore = cutNetwork()
  expect(await auditForm.submit({ url: '127.0.0.1' })).toBe(false)
  restore()
  expect(auditForm.$state.get().message).toContain('can’t reach the server')
  expect(auditForm.draft()).toEqual({ url: '127.0.0.1' })
})
