import { beforeAll, expect, test } from 'bun:test'

import { connectingApp, type ConnectingApp } from '#api/test/connecting.ts'

let app: ConnectingApp
beforeAll(async () => {
  app = await connectingApp()
})

type Connected = { data: { selectedPage?: { name: string } } }
type Listed = { data: { name: string }[]; unlisted: { name: string; reason: string }[] }

/** Connects a new user who manages these Pages, and returns the names that they may choose from. */
async function connect(login: object) {
  const owner = await app.owner()
  const { authResponse } = await app.logIn({ provider: 'facebook', ...login })
  const response = await owner.call('auth/facebook', { json: authResponse })
  const listed = async () => (await (await owner.call('auth/getPagesInfo')).json()) as Listed
  const list = async () => (await listed()).data.map(({ name }) => name)
  return {
    status: response.status,
    connected: (await response.json()) as Connected,
    list,
    listed,
    names: await list(),
  }
}

test('connects a Page that is reachable only through a business portfolio', async () => {
  const { status, names, connected } = await connect({
    pages: 0,
    portfolios: [{ client: ['Harbour Bakehouse'] }],
  })
  expect(status).toBe(200)
  expect(names).toEqual(['Harbour Bakehouse'])
  expect(connected.data.selectedPage?.name).toBe('Harbour Bakehouse')
})

test('lists a user’s own Pages first, then every result page of each portfolio', async () => {
  const many = Array.from({ length: 130 }, (_, i) => `Shop ${i}`)
  const { names } = await connect({
    pages: ['Own'],
    portfolios: [{ owned: many, client: ['Client'] }, { owned: ['Other'] }],
  })
  expect(names).toEqual(['Own', ...many, 'Client', 'Other'])
})

test('still lists the other Pages when one portfolio can’t be read, and says which one and why', async () => {
  const { listed } = await connect({
    pages: ['Own'],
    portfolios: [{ name: 'Harbour Group', owned: ['Lost'], client: ['Lost too'] }, { owned: ['Other'] }],
  })
  await app.world('faults', { provider: 'facebook', operation: 'owned_pages', kind: 'error', code: 10 })
  await app.world('faults', {
    provider: 'facebook',
    operation: 'client_pages',
    kind: 'error',
    code: 2,
    status: 500,
  })
  const { data, unlisted } = await listed()
  expect(data.map(({ name }) => name)).toEqual(['Own', 'Other'])
  expect(unlisted).toEqual([
    {
      name: 'Harbour Group',
      reason: 'Facebook had trouble on its side. Please try again in a minute.',
    },
  ])
})

test('lists all Pages when Facebook asks for less data', async () => {
  const many = Array.from({ length: 130 }, (_, i) => `Shop ${i}`)
  const { listed } = await connect({ pages: many, portfolios: [{ owned: ['Other'] }] })
  for (const operation of ['accounts', 'businesses', 'owned_pages'])
    await app.world('faults', { provider: 'facebook', operation, kind: 'too-much-data', times: 50, max: 7 })
  const { data, unlisted } = await listed()
  expect(data.map(({ name }) => name)).toEqual([...many, 'Other'])
  expect(unlisted).toEqual([])
  await app.clearFaults()
})

test('lists the Pages of portfolios when the own ones are too much data for Facebook', async () => {
  const { listed } = await connect({ pages: ['Own'], portfolios: [{ owned: ['Other'] }] })
  const fault = { provider: 'facebook', operation: 'accounts', kind: 'too-much-data', times: 4 }
  await app.world('faults', fault)
  expect(await listed()).toMatchObject({
    data: [{ name: 'Other' }],
    unlisted: [{ name: 'Your own Pages', reason: expect.stringContaining('try again in a minute') }],
  })
})

test('does not choose the only listed Page when others may be missing', async () => {
  const owner = await app.owner()
  const { authResponse } = await app.logIn({
    provider: 'facebook',
    pages: ['Own'],
    portfolios: [{ owned: ['Hidden'] }],
  })
  await app.world('faults', { provider: 'facebook', operation: 'owned_pages', kind: 'error', code: 10 })
  const response = await owner.call('auth/facebook', { json: authResponse })
  expect(((await response.json()) as { data: object }).data).toEqual({ accountConnected: false })
})

test('shows a user’s own Pages when portfolios can’t be read at all', async () => {
  const { names } = await connect({
    pages: ['Own'],
    portfolios: [{ owned: ['Hidden'] }],
    scopes: ['public_profile', 'pages_show_list', 'pages_read_engagement', 'pages_manage_posts'],
  })
  expect(names).toEqual(['Own'])
})

test('requests the scopes for videos and portfolios', async () => {
  const { url } = await app.start(await app.owner(), 'facebook')
  const scopes = new URL(url).searchParams.get('scope')?.split(',')
  expect(scopes).toEqual(expect.arrayContaining(['publish_video', 'business_management']))
})
