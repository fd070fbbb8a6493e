import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'

import type { ContractClient } from './client.ts'
import { eventually } from './eventually.ts'
import { isWhole } from './faults/selection.ts'
import { picture } from './pictures.ts'
import { openTestbed } from './testbed.ts'

/** Exceeds the six connections that browsers open to a host by HTTP/1.1. `verify` opens fewer. */
const TABS = isWhole ? 7 : 3

const testbed = openTestbed()

/** Publishes a post, of which its author gets a notification. */
async function publish({ createPost, untilPublished }: ContractClient, message: string) {
  const files = [await picture('van.jpg', 200)]
  await untilPublished(await createPost({ message, files, networks: ['facebook'] }))
}

const unread = (page: Page, count: number) =>
  page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByText(`${count} unread`)
    .waitFor({ state: 'attached' })

/** Opens a tab of the dashboard, and waits for a response of the api, which a full browser would hold back. */
async function openTab(page: Page) {
  await page.goto(`${testbed.url}/dashboard/settings#notifications`)
  await page.getByRole('switch', { name: 'Marketing emails' }).waitFor()
}

test('shows events in several tabs over one connection, also after the tab that reads them has closed', async () => {
  const client = await testbed.newAuthor('tabs@example.com')
  const session = client.token()
  await testbed.visit('tabs', { viewport: 'desktop', session }, async ({ page: first, faults }) => {
    const context = first.context()
    const readers: Page[] = []
    context.on('request', request => {
      if (new URL(request.url()).pathname === '/api/events') readers.push(request.frame().page())
    })
    const pages = [first]
    while (pages.length < TABS) pages.push(await context.newPage())
    for (const page of pages) await openTab(page)
    expect(readers).toEqual([first])
    await publish(client, 'For everybody')
    await Promise.all(pages.map(page => unread(page, 1)))

    await first.close()
    const rest = pages.slice(1)
    await publish(client, 'While nobody reads')
    await Promise.all(rest.map(page => unread(page, 2)))
    await eventually('another reader', async () => readers.length === 2)
    await publish(client, 'For the rest')
    await Promise.all(rest.map(page => unread(page, 3)))
    expect(readers.length).toBe(2)
    expect(faults).toEqual([])
  })
})

test('takes over from a tab that is asleep', async () => {
  const client = await testbed.newAuthor('asleep@example.com')
  const session = client.token()
  await testbed.visit('asleep', { viewport: 'desktop', session }, async ({ page: first }) => {
    await openTab(first)
    const second = await first.context().newPage()
    await openTab(second)
    const devtools = await first.context().newCDPSession(first)
    await devtools.send('Debugger.enable')
    const asleep = new Promise(resolve => devtools.once('Debugger.paused', resolve))
    void devtools.send('Runtime.evaluate', { expression: 'debugger' }).catch(() => undefined)
    await asleep
    const takenOver = second.waitForRequest('**/api/events')
    await second.evaluate(() => dispatchEvent(new Event('focus')))
    await takenOver
    await publish(client, 'For those awake')
    await unread(second, 1)
    await devtools.detach()
  })
})

test('keeps the events of two accounts apart, and ends the stream at the sign-out', async () => {
  const [pat, robin] = [
    await testbed.newAuthor('pat@example.com'),
    await testbed.newAuthor('robin@example.com'),
  ]
  await testbed.visit('accounts', { viewport: 'desktop', session: pat.token() }, async ({ page: first }) => {
    const second = await first.context().newPage()
    await openTab(first)
    await openTab(second)
    // Another account signs in in the first tab; the second one follows.
    const token = robin.token()
    const reloaded = second.waitForEvent('load')
    await first.evaluate(signedIn => localStorage.setItem('token', signedIn), token)
    await reloaded
    await second.getByRole('switch', { name: 'Marketing emails' }).waitFor()
    await publish(pat, 'Pat’s own')
    await publish(robin, 'Robin’s own')
    await unread(second, 1)
    const locks = () => first.evaluate(async () => (await navigator.locks.query()).held?.length)
    const signedOut = Promise.all([first, second].map(page => page.waitForURL(`${testbed.url}/`)))
    // The browser sends the event to the first tab, which then leaves its page.
    await second.evaluate(() => {
      localStorage.clear()
      dispatchEvent(new StorageEvent('storage'))
    })
    await signedOut
    expect(await locks()).toBe(0)
  })
})
