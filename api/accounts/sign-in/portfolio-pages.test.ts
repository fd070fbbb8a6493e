import { beforeAll, expect, test } from 'bun:test'

import { connectingApp, type ConnectingApp } from '#api/test/connecting.ts'

let app: ConnectingApp
beforeAll(async () => {
  app = await connectingApp()
})

type Connected = { data: { selectedPage?: { name: string } } }
type Listed = { data: { name: string }[] }

/** Connects a new user who manages these Pages, and returns the names that they may choose from. */
async function connect(login: object) {
  const owner = await app.owner()
  const { authResponse } = await app.logIn({ provider: 'facebook', ...login })
  const response = await owner.call('auth/facebook', { json: authResponse })
  const list = async () =>
    ((await (await owner.call('auth/getPagesInfo')).json()) as Listed).data.map(({ name }) => name)
  return {
    status: response.status,
    connected: (await response.json()) as Connected,
    list,
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

test('still lists the other Pages when one portfolio can’t be read', async () => {
  const { list } = await connect({
    pages: ['Own'],
    portfolios: [{ owned: ['Lost'], client: ['Lost too'] }, { owned: ['Other'] }],
  })
  await app.world('faults', { provider: 'facebook', operation: 'owned_pages', kind: 'error', code: 10 })
  await app.world('faults', {
    provider: 'facebook',
    operation: 'client_pages',
    kind: 'error',
    code: 2,
    status: 500,
  })
  expect(await list()).toEqual(['Own', 'Other'])
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
