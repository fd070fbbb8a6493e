import { afterAll, beforeAll, expect, test } from 'bun:test'

import { connectLinksApp } from '#api/test/connect-links.ts'
import type { ConnectState } from '#shared/connect-links.ts'
import { serveSite } from '#site/test/browser.ts'
import { isDone, loadInvitation, nextStep, startSignIn, takeNotice } from './store.ts'

const { location, history } = globalThis
let app: Awaited<ReturnType<typeof connectLinksApp>>
let undo: () => void
let token: string
const visited: string[] = []
beforeAll(async () => {
  app = await connectLinksApp()
  undo = serveSite(app)
  token = (await app.makeLink(await app.owner('Harbour Bakehouse'), ['facebook', 'google'])).token
})
afterAll(() => {
  Object.assign(globalThis, { location, history })
  undo()
})

const visit = (pathname: string, search = '') =>
  Object.assign(globalThis, {
    location: { pathname, search, assign: (url: string) => visited.push(url) },
    history: { state: null, replaceState: (_: unknown, __: string, path: string) => visit(path) },
  })

test('shows the networks of the link, and opens the network’s dialog', async () => {
  visit(`/connect/${token}`)
  const shown = await loadInvitation()
  if (shown.state !== 'ready') throw new Error(`The page is ${shown.state}.`)
  expect(shown.invitation.business.name).toBe('Harbour Bakehouse')
  expect(isDone(shown.invitation)).toBe(false)
  expect(await startSignIn('facebook')).toBeUndefined()
  expect(visited[0]).toContain('/dialog/oauth')
  expect(await startSignIn('instagram')).toBe(
    'There is nothing to connect at this address. Ask the person who sent it to you for a new link.',
  )
})

test('continues with the choice after a sign-in, then with the first network that isn’t connected', () => {
  const step = (...states: ConnectState[]) =>
    states.indexOf(
      nextStep({ networks: states.map(state => ({ network: 'facebook', state, name: '' })) })?.state ??
        'connected',
    )
  expect(step('open', 'choosing', 'choosing')).toBe(1)
  expect(step('connected', 'open', 'open')).toBe(1)
  expect(nextStep({ networks: [{ network: 'facebook', state: 'connected', name: '' }] })).toBeUndefined()
})

test('shows the same message for every link that doesn’t work', async () => {
  visit('/connect/nothing')
  expect(await loadInvitation()).toEqual({ state: 'gone' })
})

test('shows the network’s failure once, and ignores a message that a stranger put into the URL', () => {
  visit(`/connect/${token}`, '?network=facebook&outcome=declined')
  expect(takeNotice()?.message).toBe(
    'Facebook wasn’t connected, because you didn’t allow it. You can try again.',
  )
  expect(takeNotice()).toBeUndefined()
  visit(`/connect/${token}`, '?network=facebook&outcome=connected')
  expect(takeNotice()).toBeUndefined()
  visit(`/connect/${token}`, '?network=facebook&outcome=toString')
  expect(takeNotice()).toBeUndefined()
})
