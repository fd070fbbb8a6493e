import { beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { connectingApp, type ConnectingApp } from '#api/test/connecting.ts'
import { ACCOUNT_MESSAGES, MAX_ACCOUNTS_BASIC_PLAN } from '#shared/accounts.ts'

let app: ConnectingApp
beforeAll(async () => {
  app = await connectingApp()
})

type Body = { success: boolean; message: string; data: Record<string, any> }
const bodyOf = async (response: Response | Promise<Response>) => (await (await response).json()) as Body

const details = async (owner: { call: ConnectingApp['request'] }) =>
  (await bodyOf(owner.call('auth/accountDetails', { json: { provider: 'google' } }))).data

test('connects the only location of a sign-in, and shows it with the person’s e-mail', async () => {
  const owner = await app.owner()
  const { response } = await app.connectGoogle(owner, { locations: ['Harbour Bakehouse'], name: 'Mia Chen' })
  expect((await bodyOf(response)).data).toMatchObject({
    accountConnected: true,
    provider: 'google',
    status: 'connected',
    name: 'Harbour Bakehouse',
    profile: { name: 'Harbour Bakehouse', picture: '', email: expect.stringContaining('@gmail.example') },
    email: expect.stringContaining('@gmail.example'),
    location: expect.stringContaining('12 Wattle Street'),
    phone: '(03) 9555 0123',
    link: expect.stringContaining('/google/maps/'),
  })
  expect(await details(owner)).toMatchObject({
    name: 'Harbour Bakehouse',
    email: expect.stringContaining('@'),
  })
})

test('redirects to Google with PKCE, and returns the code in two parts', async () => {
  const owner = await app.owner()
  const { person } = await app.logIn({ provider: 'google' })
  const back = await app.consentToGoogle(owner, person)
  const query = new URL(back.dialog).searchParams
  expect(query.get('code_challenge_method')).toBe('S256')
  expect(query.get('access_type')).toBe('offline')
  expect(query.get('redirect_uri')).toBe(`${app.ctx.config.publicUrl}/api/auth/google`)
  expect(back.screen).toMatch(/^\/dashboard\/social-hub\/success\/4\/0A\w+$/)
  const elsewhere = await app.consentToGoogle(owner, person, 'google-business-profile')
  expect(elsewhere.screen).toStartWith('/dashboard/google-business-profile/success/')
})

test('starts the sign-in with a session in the header', async () => {
  const owner = await app.owner()
  const response = await owner.call('auth/google/auth')
  expect(response.status).toBe(302)
  expect(response.headers.get('Location')).toContain('/google/accounts/o/oauth2/v2/auth?')
  const nobody = await app.request('auth/google/auth')
  expect(nobody.headers.get('Location')).toEndWith('/dashboard/social-hub/expired/-/-')
})

test('accepts a code once, only from the session whose browser received it', async () => {
  const [owner, other] = [await app.owner(), await app.owner('Another')]
  const { person, code } = await app.logIn({ provider: 'google' })
  const save = (call: typeof owner.call, google_code: string) =>
    call('auth/google/save-info', { json: { google_code } })
  const mine = await app.consentToGoogle(owner, person)

  expect(await bodyOf(save(other.call, mine.google_code))).toMatchObject({
    success: false,
    message: ACCOUNT_MESSAGES.stateExpired,
  })
  expect((await save(owner.call, code)).status).toBe(400)
  expect((await save(owner.call, mine.google_code)).status).toBe(200)
  expect((await save(owner.call, mine.google_code)).status).toBe(400)
})

test('accepts the redirect once, only in the browser that started the sign-in', async () => {
  const owner = await app.owner()
  const { person } = await app.logIn({ provider: 'google' })
  const { path, cookie } = await app.consentToGoogle(owner, person)
  const browsers: Record<string, string>[] = [{}, { cookie: `oauth_browser=${'a'.repeat(52)}` }, { cookie }]
  for (const headers of browsers) {
    const again = await app.request(path, { headers })
    expect(again.headers.get('Location')).toEndWith('/dashboard/social-hub/expired/-/-')
  }
})

test('returns with a message after the user declines or the sign-in expires', async () => {
  const owner = await app.owner()
  expect((await app.consentToGoogle(owner, 'cancel')).screen).toBe('/dashboard/social-hub/declined/-/-')
  const { person } = await app.logIn({ provider: 'google' })
  const { google_code } = await app.consentToGoogle(owner, person)
  app.clock.advance(11 * 60_000)
  const late = await bodyOf(owner.call('auth/google/save-info', { json: { google_code } }))
  expect(late.message).toBe(ACCOUNT_MESSAGES.stateExpired)
})

test('lets the user choose one of several locations, and change it later', async () => {
  const owner = await app.owner()
  const { response } = await app.connectGoogle(owner, { locations: ['North', 'South'], name: 'Mia Chen' })
  expect((await bodyOf(response)).data).toEqual({ accountConnected: false })
  const locations = async () => await (await owner.call('auth/google/locations')).json()
  const list = await locations()
  expect(list).toMatchObject({
    showLocationSelection: true,
    data: [
      { name: 'North', account: 'Mia Chen', isSelected: false },
      { name: 'South', isSelected: false },
    ],
  })
  const choose = (id: string) => owner.call('auth/google/location', { json: { id } })
  const chosen = await bodyOf(choose(list.data[1].id))
  expect(chosen).toMatchObject({ message: 'Location connected successfully', data: { name: 'South' } })
  expect(chosen.data.email).toContain('@')
  expect(await locations()).toMatchObject({
    showLocationSelection: false,
    data: [{ isSelected: false }, { isSelected: true }],
  })
  expect((await bodyOf(choose(list.data[0].id))).data.name).toBe('North')
  expect((await bodyOf(choose('accounts/1/locations/2'))).message).toBe(ACCOUNT_MESSAGES.locationNotListed)
})

test('lists all of hundreds of locations', async () => {
  const owner = await app.owner()
  await app.connectGoogle(owner, { locations: 230 })
  const { data } = (await (await owner.call('auth/google/locations')).json()) as { data: unknown[] }
  expect(data).toHaveLength(230)
})

test('lists the other locations when Google refuses one account group, and names that group', async () => {
  const owner = await app.owner()
  const groups = [
    { name: 'Closed Franchise', locations: 3, closed: true },
    { name: 'Harbour Group', locations: ['North'] },
  ]
  const { response } = await app.connectGoogle(owner, { locations: 0, groups })
  expect((await bodyOf(response)).data).toEqual({ accountConnected: false })
  expect(await (await owner.call('auth/google/locations')).json()).toMatchObject({
    showLocationSelection: true,
    data: [{ name: 'North', account: 'Harbour Group' }],
    unlisted: [{ name: 'Closed Franchise', reason: expect.stringContaining('Ask its owner') }],
  })
})

test('lists what it has read when Google limits calls in the middle', async () => {
  const owner = await app.owner()
  await app.connectGoogle(owner, {
    locations: 120,
    groups: [{ name: 'Harbour Group', locations: ['North'] }],
  })
  await app.world('faults', { provider: 'google', operation: 'locations', kind: 'delay-after', times: 2 })
  await app.world('faults', { provider: 'google', operation: 'locations', kind: 'quota' })
  const list = (await (await owner.call('auth/google/locations')).json()) as Record<string, any[]>
  expect(list.data?.length).toBeGreaterThan(100)
  expect(list.unlisted).toMatchObject([{ reason: expect.stringContaining('limiting how many calls') }])
})

test('fails when Google refuses every account group', async () => {
  const owner = await app.owner()
  const groups = [{ name: 'Closed Franchise', closed: true }]
  const { response } = await app.connectGoogle(owner, { locations: 0, groups })
  expect([response.status, (await bodyOf(response)).message]).toEqual([
    400,
    expect.stringContaining('Google no longer lets us'),
  ])
})

test('shows that a location takes no posts from apps, and doesn’t connect it', async () => {
  const owner = await app.owner()
  const locations = [{ name: 'A chain', takesPosts: false }, { name: 'A cafe' }]
  await app.connectGoogle(owner, { locations })
  const list = await (await owner.call('auth/google/locations')).json()
  expect(list.data).toMatchObject([
    { name: 'A chain', blocked: expect.stringContaining('doesn’t accept posts from apps') },
    { name: 'A cafe' },
  ])
  expect(list.data[1].blocked).toBeUndefined()
  const chosen = await owner.call('auth/google/location', { json: { id: list.data[0].id } })
  expect([chosen.status, (await bodyOf(chosen)).message]).toEqual([400, list.data[0].blocked])
})

test('keeps asking for the location when the connected one is in a group that Google refuses', async () => {
  const owner = await app.owner()
  const login = { locations: ['North'], groups: [{ name: 'Harbour Group', locations: ['South'] }] }
  const { person } = await app.connectGoogle(owner, login)
  const list = await (await owner.call('auth/google/locations')).json()
  await owner.call('auth/google/location', { json: { id: list.data[1].id } })
  for (const account of app.sandbox.world.business.accounts.values())
    if (account.personId === person && account.kind) account.kind = 'closed-group'
  await app.connectGoogle(owner, { person })
  expect(await (await owner.call('auth/google/locations')).json()).toMatchObject({
    showLocationSelection: true,
    data: [{ name: 'North', isSelected: false }],
    unlisted: [{ name: 'Harbour Group' }],
  })
})

test('connects a location to one business only', async () => {
  const owner = await app.owner('First')
  const { person } = await app.connectGoogle(owner, { locations: ['Harbour Bakehouse'] })
  await owner.selectDomain(await owner.addDomain('Second'))
  const { response } = await app.connectGoogle(owner, { person })
  expect([response.status, (await bodyOf(response)).message]).toEqual([
    409,
    ACCOUNT_MESSAGES.locationTaken('Harbour Bakehouse', 'First'),
  ])
})

test('says that the user manages no location, and counts Google towards the plan’s limit', async () => {
  const owner = await app.owner()
  const none = await app.connectGoogle(owner, { locations: 0 })
  expect((await bodyOf(none.response)).message).toBe(ACCOUNT_MESSAGES.noLocations)
  for (let i = 0; i < MAX_ACCOUNTS_BASIC_PLAN; i++) {
    await owner.selectDomain(await owner.addDomain(`Business ${i}`))
    expect((await app.connectGoogle(owner)).response.status).toBe(200)
  }
  await owner.selectDomain(await owner.addDomain('One more'))
  const full = await owner.call('auth/google/start', { json: {} })
  expect([full.status, (await bodyOf(full)).message]).toEqual([409, ACCOUNT_MESSAGES.tooMany(null)])
})

test('says which permission is missing', async () => {
  const owner = await app.owner()
  const { person } = await app.logIn({ provider: 'google' })
  const started = await owner.call('auth/google/start', { json: {} })
  const cookie = started.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const onward = await app.request('auth/google/auth', { headers: { cookie } })
  const dialog = new URL(onward.headers.get('Location')!)
  dialog.searchParams.set('scope', 'openid email')
  const { path } = await app.consent(dialog.href, person)
  const back = await app.request(path, { headers: { cookie } })
  const [, , , , ...codes] = new URL(back.headers.get('Location')!).pathname.split('/')
  const saved = await owner.call('auth/google/save-info', { json: { google_code: codes.join('/') } })
  expect((await bodyOf(saved)).message).toContain('did not give us permission')
})

test('revokes the grant at Google when its last location is disconnected', async () => {
  const owner = await app.owner()
  const { person } = await app.connectGoogle(owner, { locations: ['North', 'South'] })
  const { data } = (await (await owner.call('auth/google/locations')).json()) as { data: { id: string }[] }
  await owner.call('auth/google/location', { json: { id: data[0]!.id } })
  await owner.selectDomain(await owner.addDomain('Second'))
  await app.connectGoogle(owner, { person })
  await owner.call('auth/google/location', { json: { id: data[1]!.id } })

  type RecordedRequest = { path: string; form: { token?: string } }
  const before = (await app.world<RecordedRequest[]>('requests')).length
  const endedGrants = async () =>
    (await app.world<RecordedRequest[]>('requests'))
      .slice(before)
      .filter(({ path }) => path === '/google/revoke').length
  const disconnect = () =>
    owner.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'google' } })
  expect((await bodyOf(disconnect())).message).toBe('Google Business Profile disconnected successfully')
  expect(await endedGrants()).toBe(0)
  await owner.selectDomain(owner.domainId)
  await disconnect()
  expect(await endedGrants()).toBe(1)
})

test('renews an access token after its hour, and keeps the refresh token', async () => {
  const owner = await app.owner()
  await app.connectGoogle(owner)
  const stored = async () =>
    (await app.ctx.db.select().from(accounts).where(eq(accounts.domainId, owner.domainId)))[0]!
  const before = await stored()
  app.clock.advance(2 * 60 * 60_000)
  expect(await details(owner)).toMatchObject({ accountConnected: true, status: 'connected' })
  const after = await stored()
  expect(after.encryptedToken).not.toBe(before.encryptedToken)
  expect(after.encryptedUserToken).toBe(before.encryptedUserToken)
  expect(after.tokenExpiresAt! > app.clock.now()).toBe(true)
})

test('asks to reconnect when the grant has ended, until it is renewed', async () => {
  const owner = await app.owner()
  const { person } = await app.connectGoogle(owner)
  await app.world('expire', { provider: 'google', person })
  app.clock.advance(2 * 60 * 60_000)
  expect(await details(owner)).toMatchObject({ status: 'needs_reconnect' })
  expect((await app.mail(owner.email))[0]?.subject).toStartWith('Google Business Profile signed us out of')
  await app.connectGoogle(owner, { person })
  expect(await details(owner)).toMatchObject({ status: 'connected' })
})

test.each([
  ['unverified', 'not verified at Google'],
  ['pending', 'still verifying this location'],
  ['waiting', 'reviewing this location'],
  ['conflict', 'Somebody else owns this location'],
  ['suspended', 'has suspended this location'],
])('refuses a location that its owner may not post for (%s), and explains why', async (voice, says) => {
  const owner = await app.owner()
  const { response } = await app.connectGoogle(owner, { locations: [{ name: 'A cafe', voice }] })
  expect(response.status).toBe(400)
  expect((await bodyOf(response)).message).toContain(says)
  expect((await details(owner)).accountConnected).toBe(false)
})

test('connects a location when Google does not share its verification', async () => {
  await app.world('faults', { provider: 'google', operation: 'voice', kind: 'error', code: 403 })
  const owner = await app.owner()
  const { response } = await app.connectGoogle(owner, {
    locations: [{ name: 'A cafe', voice: 'unverified' }],
  })
  expect(response.status).toBe(200)
})
