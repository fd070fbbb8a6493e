import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { accounts, connectLinks, connectLinkUses, oauthStates } from '#api/db/schema/businesses/accounts.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { sweep } from '#api/jobs/jobs.ts'
import { atEnd } from '#api/test/at-end.ts'
import { connectLinksApp } from '#api/test/connect-links.ts'
import type { WorldPerson } from '#api/test/connecting.ts'
import { addMember } from '#api/test/members.ts'
import type { BlueskyPerson } from '#api/test/networks/bluesky.ts'

const HOUR = 60 * 60_000

test('connects the only Page of somebody without an account, and notifies the team', async () => {
  const app = await connectLinksApp()
  const ada = await app.owner('Harbour Bakehouse')
  const { token } = await app.makeLink(ada, ['facebook', 'google'])
  const phone = app.browser()
  expect(await phone.open(token)).toMatchObject({
    business: { name: 'Harbour Bakehouse' },
    by: 'Pat Lee',
    networks: [
      { network: 'facebook', state: 'open' },
      { network: 'google', state: 'open' },
    ],
  })
  const { person } = await app.logIn({ provider: 'facebook', pages: ['Bakehouse'] })
  expect(await phone.signIn(token, 'facebook', person)).toBe('connected')
  expect((await phone.open(token)).networks[0]).toEqual({
    network: 'facebook',
    state: 'connected',
    name: 'Bakehouse',
  })
  expect(await app.accountsOf(ada.domainId)).toMatchObject([
    { network: 'facebook', status: 'connected', name: 'Bakehouse', userId: ada.userId, viaLink: true },
  ])
  expect(await app.ctx.db.select().from(notifications)).toMatchObject([
    { title: 'Facebook is connected', domainId: ada.domainId },
  ])
  const stored = JSON.stringify([
    await app.ctx.db.select().from(connectLinks),
    await app.ctx.db.select().from(connectLinkUses),
  ])
  expect(stored).not.toContain(token)
})

test('lets its own browser choose among several Pages, once', async () => {
  const app = await connectLinksApp()
  const ada = await app.owner()
  const { token } = await app.makeLink(ada)
  const { person } = await app.logIn({ provider: 'facebook', pages: ['Bakehouse', 'Private things'] })
  const [phone, stranger] = [app.browser(), app.browser()]
  expect(await phone.signIn(token, 'facebook', person)).toBe('choose')
  expect((await phone.open(token)).networks).toMatchObject([{ state: 'choosing' }])
  expect(await app.accountsOf(ada.domainId)).toEqual([])

  const options = await phone.options(token, 'facebook')
  expect(options?.map(({ name }) => name)).toEqual(['Bakehouse', 'Private things'])
  const [bakehouse, other] = options!
  expect((await stranger.open(token)).networks).toMatchObject([{ state: 'open' }])
  expect(await stranger.options(token, 'facebook')).toBeUndefined()
  expect(await stranger.choose(token, 'facebook', bakehouse!.id)).toBe(400)
  expect(await phone.choose(token, 'facebook', '1')).toBe(400)

  const both = await Promise.all([
    phone.choose(token, 'facebook', bakehouse!.id),
    phone.choose(token, 'facebook', other!.id),
  ])
  expect(both.toSorted()).toEqual([200, 409])
  expect(await app.accountsOf(ada.domainId)).toHaveLength(1)
  expect((await phone.start(token, 'facebook')).status).toBe(409)
})

test('connects a network once when two sign-ins complete at the same time', async () => {
  const app = await connectLinksApp()
  const { token } = await app.makeLink(await app.owner())
  const phone = app.browser()
  const paths: string[] = []
  for (const pages of [['Bakehouse'], ['Mill']]) {
    const { person } = await app.logIn({ provider: 'facebook', pages })
    paths.push((await app.consent((await phone.start(token, 'facebook')).url, person)).path)
  }
  const outcomes = await Promise.all(paths.map(phone.comeBack))
  expect(outcomes.toSorted()).toEqual(['connected', 'expired'])
  expect(await app.ctx.db.select().from(accounts)).toHaveLength(1)
})

test('shows no member the other Pages of a sign-in with a link', async () => {
  const app = await connectLinksApp()
  const ada = await app.owner()
  const { token } = await app.makeLink(ada)
  const { person } = await app.logIn({ provider: 'facebook', pages: ['Bakehouse', 'Private things'] })
  const phone = app.browser()
  await phone.signIn(token, 'facebook', person)
  const [bakehouse] = (await phone.options(token, 'facebook'))!
  await phone.choose(token, 'facebook', bakehouse!.id)
  const details = await ada.call('auth/accountDetails', { json: { provider: 'facebook' } })
  const pages = await ada.call('auth/getPagesInfo')
  const shown = (await details.text()) + (await pages.text())
  expect(shown).toContain('Bakehouse')
  expect(shown).not.toContain('Private things')
})

test('connects Instagram and Google', async () => {
  const app = await connectLinksApp()
  const ada = await app.owner()
  const { token } = await app.makeLink(ada, ['google', 'instagram'])
  const phone = app.browser()
  const instagram = await app.logIn({ provider: 'instagram' })
  expect(await phone.signIn(token, 'instagram', instagram.person)).toBe('connected')
  const google = await app.logIn({ provider: 'google', locations: ['Pier', 'Mill'] })
  expect(await phone.signIn(token, 'google', google.person)).toBe('choose')
  const [, mill] = (await phone.options(token, 'google'))!
  expect(await phone.choose(token, 'google', mill!.id)).toBe(200)
  expect((await app.accountsOf(ada.domainId)).map(({ network }) => network).toSorted()).toEqual([
    'google',
    'instagram',
  ])
})

test('connects a Bluesky account on its own server’s page, which the visitor names by its handle', async () => {
  // At an https URL, Bluesky's servers read a document here. They find it as by DNS.
  const app = await connectLinksApp({ env: { PUBLIC_URL: 'https://currawong.test' } })
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => app.request(new URL(url).pathname.replace('/api/', '')),
  })
  atEnd(() => server.stop(true))
  app.sandbox.world.blueskyOAuth.hosts.set('https://currawong.test', server.url.origin)
  const ada = await app.owner()
  const { token } = await app.makeLink(ada, ['bluesky'])
  const phone = app.browser()
  const { person, handle } = await app.world<BlueskyPerson>('login', { provider: 'bluesky' })
  expect(await phone.start(token, 'bluesky')).toMatchObject({
    status: 400,
    message: 'Enter your handle, such as name.bsky.social.',
  })
  expect(await phone.start(token, 'bluesky', { handle: 'nobody.example' })).toMatchObject({ status: 400 })
  expect(await phone.signIn(token, 'bluesky', 'cancel', { handle })).toBe('declined')
  expect(await phone.signIn(token, 'bluesky', person, { handle })).toBe('connected')
  expect((await phone.open(token)).networks).toMatchObject([{ network: 'bluesky', state: 'connected' }])
  expect(await app.accountsOf(ada.domainId)).toMatchObject([
    { network: 'bluesky', status: 'connected', username: handle, userId: ada.userId, viaLink: true },
  ])
})

test('lets the visitor choose when Google lists only a part, and names the rest and its reason', async () => {
  const app = await connectLinksApp()
  const ada = await app.owner()
  const { token } = await app.makeLink(ada, ['google'])
  const phone = app.browser()
  const groups = [{ name: 'Closed Franchise', closed: true }]
  const { person } = await app.logIn({ provider: 'google', locations: ['Pier'], groups })
  expect(await phone.signIn(token, 'google', person)).toBe('choose')
  expect(await (await phone.request(`connect/${token}/google/options`)).json()).toMatchObject({
    data: [{ name: 'Pier' }],
    unlisted: [{ name: 'Closed Franchise', reason: expect.stringContaining('Ask its owner') }],
  })
})

test('explains a failed sign-in, and allows another attempt', async () => {
  const app = await connectLinksApp()
  const ada = await app.owner()
  const { token } = await app.makeLink(ada)
  const phone = app.browser()
  expect(await phone.signIn(token, 'facebook', 'cancel')).toBe('declined')
  const { person } = await app.logIn({ provider: 'facebook', pages: 0 })
  expect(await phone.signIn(token, 'facebook', person)).toBe('nothing')
  const other = await app.logIn({ provider: 'facebook', pages: 1 })
  expect(await phone.signIn(token, 'facebook', other.person)).toBe('connected')
})

test('names no other business when a Page is taken', async () => {
  const app = await connectLinksApp()
  const ada = await app.owner('Secret client')
  const { person } = await app.connectFacebook(ada, ['Bakehouse'])
  const { token } = await app.makeLink(ada, ['facebook'], await ada.addDomain('Harbour Bakehouse'))
  const phone = app.browser()
  expect(await phone.signIn(token, 'facebook', person.person)).toBe('taken')
  expect((await phone.open(token)).networks).toMatchObject([{ state: 'open' }])
})

test('connects nothing in a browser that didn’t start the sign-in, or with another link’s token', async () => {
  const app = await connectLinksApp()
  const [ada, eve] = [await app.owner(), await app.owner()]
  const { token } = await app.makeLink(ada)
  const evil = await app.makeLink(eve)
  const { person } = await app.logIn({ provider: 'facebook', pages: 1 })
  const [phone, thief] = [app.browser(), app.browser()]
  // The thief lures the person into a dialog that the thief started.
  const lure = await thief.start(evil.token, 'facebook')
  const { path } = await app.consent(lure.url, person)
  expect(await phone.comeBack(path)).toBeUndefined()
  // The thief comes back with the person's state under the thief's own link.
  const { url } = await phone.start(token, 'facebook')
  const stolen = await app.consent(url, person)
  for (const planted of [evil.token, token]) {
    thief.plant(stolen.state, planted)
    expect(await thief.comeBack(stolen.path)).toBe('expired')
  }
  expect(await app.ctx.db.select().from(accounts)).toEqual([])
  expect(await phone.comeBack(stolen.path)).toBe('connected')
  expect(await app.accountsOf(ada.domainId)).toHaveLength(1)
})

test('rejects a link’s state in a member’s sign-in, and a member’s state in a link’s sign-in', async () => {
  const app = await connectLinksApp()
  const [ada, eve] = [await app.owner(), await app.owner()]
  const { token } = await app.makeLink(ada, ['facebook', 'instagram'])
  const phone = app.browser()
  const { person } = await app.logIn({ provider: 'facebook', pages: 1 })
  const started = await phone.start(token, 'facebook')
  const { code, state, path } = await app.consent(started.url, person)
  for (const member of [ada, eve])
    expect((await member.call('auth/facebook', { json: { code, state } })).status).toBe(400)
  expect(await phone.comeBack(path)).toBe('connected')

  const instagram = await app.logIn({ provider: 'instagram' })
  const own = await app.start(eve, 'instagram')
  const back = await app.consent(own.url, instagram.person)
  phone.plant(back.state, token)
  expect(await phone.comeBack(back.path)).toBe('expired')
  expect(await app.accountsOf(ada.domainId)).toHaveLength(1)
})

test('separates two links in two tabs of one browser', async () => {
  const app = await connectLinksApp()
  const ada = await app.owner('Mill')
  const pier = await ada.addDomain('Pier')
  const [first, second] = [await app.makeLink(ada), await app.makeLink(ada, ['facebook'], pier)]
  const phone = app.browser()
  const mine = await app.logIn({ provider: 'facebook', pages: ['Mill Page'] })
  const other = await app.logIn({ provider: 'facebook', pages: ['Pier Page'] })
  const moved = await app.consent((await phone.start(first.token, 'facebook')).url, mine.person)
  phone.plant(moved.state, second.token)
  expect(await phone.comeBack(moved.path)).toBe('expired')
  const tabs = [await phone.start(first.token, 'facebook'), await phone.start(second.token, 'facebook')]
  const later = await app.consent(tabs[1]!.url, other.person)
  const earlier = await app.consent(tabs[0]!.url, mine.person)
  expect(await phone.comeBack(later.path)).toBe('connected')
  expect(await phone.comeBack(earlier.path)).toBe('connected')
  expect(await app.accountsOf(ada.domainId)).toMatchObject([{ name: 'Mill Page' }])
  expect(await app.accountsOf(pier)).toMatchObject([{ name: 'Pier Page' }])
})

test('connects nothing once the link is revoked, between start and return or before the choice', async () => {
  const app = await connectLinksApp()
  const ada = await app.owner()
  const { person } = await app.logIn({ provider: 'facebook', pages: 2 })
  const [phone, tablet] = [app.browser(), app.browser()]
  const first = await app.makeLink(ada)
  const { path } = await app.consent((await phone.start(first.token, 'facebook')).url, person)
  await first.revoke()
  expect(await phone.comeBack(path)).toBeNull()

  const second = await app.makeLink(ada)
  expect(await tablet.signIn(second.token, 'facebook', person)).toBe('choose')
  const [page] = (await tablet.options(second.token, 'facebook'))!
  await second.revoke()
  expect(await tablet.choose(second.token, 'facebook', page!.id)).toBe(404)
  expect(await app.ctx.db.select().from(accounts)).toEqual([])
  expect(await app.ctx.db.select().from(connectLinkUses)).toEqual([])
})

test('sends the same response for unknown, revoked and expired links, and for those of a former editor', async () => {
  const app = await connectLinksApp()
  const [ada, kim] = [await app.owner(), await app.owner()]
  await addMember(app.ctx, { domainId: ada.domainId, userId: kim.userId, role: 'editor' })
  const phone = app.browser()
  const responseFor = async (token: string) => {
    const response = await phone.request(`connect/${token}`)
    const { requestId: _, ...body } = (await response.json()) as Record<string, unknown>
    return { status: response.status, body }
  }
  const unknown = await responseFor('a'.repeat(52))
  expect(unknown.status).toBe(404)
  const [revoked, expired] = [await app.makeLink(ada), await app.makeLink(ada)]
  const theirs = await app.makeLink(kim, ['facebook'], ada.domainId)
  await revoked.revoke()
  expect(await responseFor(revoked.token)).toEqual(unknown)
  expect((await responseFor(theirs.token)).status).toBe(200)
  await app.ctx.db.update(members).set({ role: 'author' }).where(eq(members.userId, kim.userId))
  expect(await responseFor(theirs.token)).toEqual(unknown)
  app.clock.advance(7 * 24 * HOUR)
  expect(await responseFor(expired.token)).toEqual(unknown)
})

test('deletes sign-ins that wait too long for a choice', async () => {
  const app = await connectLinksApp()
  const { token } = await app.makeLink(await app.owner())
  const { person } = await app.logIn({ provider: 'facebook', pages: 2 })
  const phone = app.browser()
  await phone.signIn(token, 'facebook', person)
  app.clock.advance(HOUR + 1000)
  expect((await phone.open(token)).networks).toMatchObject([{ state: 'open' }])
  expect(await phone.options(token, 'facebook')).toBeUndefined()
  await sweep(app.ctx)
  expect(await app.ctx.db.select().from(connectLinkUses)).toEqual([])
  expect(await app.ctx.db.select().from(oauthStates)).toEqual([])
})

test('connects a WordPress website, whose URL the visitor enters, and deletes a password that isn’t used', async () => {
  const app = await connectLinksApp()
  const ada = await app.owner()
  const { token } = await app.makeLink(ada, ['wordpress'])
  const phone = app.browser()
  const { person } = await app.world<WorldPerson>('login', { provider: 'wordpress' })
  const handle = `${app.sandbox.url}/wordpress/${person}`
  expect(await phone.start(token, 'wordpress')).toMatchObject({
    status: 400,
    message: 'Enter your website, such as https://example.com.',
  })
  expect(await phone.signIn(token, 'wordpress', 'cancel', { handle })).toBe('declined')
  expect(await phone.signIn(token, 'wordpress', person, { handle })).toBe('connected')
  expect((await phone.open(token)).networks).toMatchObject([{ network: 'wordpress', state: 'connected' }])
  expect(await app.accountsOf(ada.domainId)).toMatchObject([
    { network: 'wordpress', status: 'connected', userId: ada.userId, viaLink: true },
  ])
  const passwordsOf = (site: string) =>
    app.sandbox.world.wordpress.get(site)!.users[0]!.passwords.filter(({ name }) => name !== 'control')
  expect(passwordsOf(person)).toHaveLength(1)

  const other = await app.makeLink(ada, ['wordpress'])
  const reader = await app.world<WorldPerson>('login', { provider: 'wordpress', role: 'contributor' })
  const theirs = { handle: `${app.sandbox.url}/wordpress/${reader.person}` }
  expect(await phone.signIn(other.token, 'wordpress', reader.person, theirs)).toBe('failed')
  expect(passwordsOf(reader.person)).toEqual([])

  const { url } = await phone.start(other.token, 'wordpress', { handle })
  const { path } = await app.consent(url, person)
  expect(passwordsOf(person)).toHaveLength(2)
  await other.revoke()
  expect(await phone.comeBack(path)).toBeNull()
  expect(passwordsOf(person)).toHaveLength(1)
})
