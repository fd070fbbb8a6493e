import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { ReactElement } from 'react'

import { leaveGuard } from './leave-guard.ts'
import { $dialog } from './open-dialog.ts'
import { $router } from './router.ts'

/** A link as browsers give it, in the page `https://currawong.example/dashboard/settings`. */
class Link {
  target = ''
  rel = ''
  pathname: string
  search: string
  hash: string
  origin: string
  hasAttribute: (name: string) => boolean
  constructor(href: string, attributes: Record<string, string> = {}) {
    const url = new URL(href, location.href)
    ;({ pathname: this.pathname, search: this.search, hash: this.hash, origin: this.origin } = url)
    this.hasAttribute = name => name in attributes
    Object.assign(this, attributes)
  }
  closest = () => this
}

const listeners = new Map<string, (event: object) => void>()
const replaced = {
  Element: Link,
  location: new URL('https://currawong.example/dashboard/settings?section=you'),
  addEventListener: (type: string, listen: (event: object) => void) => listeners.set(type, listen),
  removeEventListener: (type: string) => listeners.delete(type),
}
const before = Object.keys(replaced).map(
  name => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
)
beforeAll(() => {
  for (const [name, value] of Object.entries(replaced))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
})
afterAll(() => {
  for (const [name, descriptor] of before)
    if (descriptor) Object.defineProperty(globalThis, name, descriptor)
    else Reflect.deleteProperty(globalThis, name)
})

const question = { title: 'Leave?', label: 'Leave', children: '' }
const PLAIN = { button: 0, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }

/** Clicks a link. Returns the question that is asked, if any. */
async function click(link: Link, event: object = {}) {
  $dialog.set(undefined)
  let isPrevented = false
  listeners.get('click')!({
    target: link,
    ...PLAIN,
    defaultPrevented: false,
    preventDefault: () => (isPrevented = true),
    ...event,
  })
  await new Promise(resolve => setTimeout(resolve))
  expect($dialog.get() !== undefined).toBe(isPrevented)
  return $dialog.get() as ReactElement<{ onAction: () => unknown }> | undefined
}

test.each([
  ['another screen', '/dashboard/media', {}, {}, true],
  ['a part of another screen', '/dashboard/help#faq-approvals', {}, {}, true],
  ['a part of this screen', '#times', {}, {}, false],
  ['this screen with another search', '/dashboard/settings?section=business', {}, {}, false],
  ['a new tab', '/dashboard/media', { target: '_blank' }, {}, false],
  ['a new tab by Ctrl', '/dashboard/media', {}, { ctrlKey: true }, false],
  ['a new window by Shift', '/dashboard/media', {}, { shiftKey: true }, false],
  ['a click with the middle button', '/dashboard/media', {}, { button: 1 }, false],
  ['a download', '/uploads/report.pdf', { download: '' }, {}, false],
  ['a page that is loaded', '/upgrade', { rel: 'external noreferrer' }, {}, false],
  ['another site', 'https://facebook.com/', {}, {}, false],
  ['a click that something else has handled', '/dashboard/media', {}, { defaultPrevented: true }, false],
] as const)('for %s asks only if that loses content', async (_, href, attributes, event, asks) => {
  let isUnsaved = true
  const stop = leaveGuard({ losesContent: () => isUnsaved, discard() {}, question })()
  expect((await click(new Link(href, attributes), event)) !== undefined).toBe(asks)
  isUnsaved = false
  expect(await click(new Link(href, attributes), event)).toBeUndefined()
  stop()
})

test('discards the content and opens the part of the screen that was asked for', async () => {
  let isDiscarded = false
  const stop = leaveGuard({ losesContent: () => true, discard: () => void (isDiscarded = true), question })()
  const asked = await click(new Link('/dashboard/help?search=times#faq-approvals'))
  await asked!.props.onAction()
  stop()
  expect([isDiscarded, $router.get()]).toMatchObject([
    true,
    { route: 'help', search: { search: 'times' }, hash: '#faq-approvals' },
  ])
  $router.open('/dashboard')
})

test('asks on the same screen if its link closes what is beside it', async () => {
  const leaves = ({ search }: Pick<URL, 'search'>) => !search.includes('new=')
  const stop = leaveGuard({ losesContent: () => true, leaves, discard() {}, question })()
  expect(await click(new Link('?post=1'))).toBeDefined()
  expect(await click(new Link('?new=now&draft=1'))).toBeUndefined()
  stop()
})
