import { expect, test } from 'bun:test'

import { NETWORK_IDS } from '#shared/networks.ts'
import { testClock } from '../clock.ts'
import { type PublishingApp, publishingApp } from '../publishing.ts'

const networks = [...NETWORK_IDS]

async function rowsByTable({ ctx }: PublishingApp) {
  const tables = await ctx.db.$client.execute("select name from sqlite_master where type = 'table'")
  const counts = tables.rows.map(async ({ name }) => {
    const { rows } = await ctx.db.$client.execute(`select count(*) as rows from "${name as string}"`)
    return [name, rows[0]!.rows]
  })
  return Object.fromEntries(await Promise.all(counts)) as Record<string, number>
}

/** Returns what the author sees of an account, without the ids that the sandbox draws. */
async function shownAccount(app: PublishingApp, provider: string) {
  const response = await app.call('auth/accountDetails', { json: { provider } })
  const text = (await response.text()).replaceAll(app.sandbox.url, 'http://sandbox')
  return JSON.parse(text.replaceAll(/\d{10,}|did:plc:\w+/g, 'id')) as unknown
}

const sizes = ({ sandbox }: PublishingApp) =>
  Object.entries(sandbox.world).map(([name, part]) => [
    name,
    part instanceof Map ? part.size : Array.isArray(part) ? part.length : typeof part,
  ])

test('copies the accounts that connecting through the routes would create', async () => {
  const connected = await publishingApp({ networks, clock: testClock() })
  const copy = await publishingApp({ networks })
  expect(copy.sandbox.url).not.toBe(connected.sandbox.url)
  expect(await rowsByTable(copy)).toEqual(await rowsByTable(connected))
  expect(sizes(copy)).toEqual(sizes(connected))
  for (const network of networks)
    expect(await shownAccount(copy, network)).toEqual(await shownAccount(connected, network))
})

test('keeps copies apart', async () => {
  const [changed, other] = [await publishingApp({ networks }), await publishingApp({ networks })]
  await changed.call('auth/disconnectSocialAccount', { method: 'DELETE', json: { provider: 'facebook' } })
  await changed.expire('instagram')
  await changed.accept({ platforms: [{ platform: 'google', message: 'Hello' }] })
  await changed.run()
  await other.accept()
  await other.run()
  expect((await changed.published()).map(({ network }) => network)).toEqual(['google'])
  expect((await other.published()).map(({ network }) => network).toSorted()).toEqual(networks.toSorted())
})

test('reconnects a copied account as the same person', async () => {
  const app = await publishingApp({ networks })
  for (const network of networks) {
    await app.expire(network)
    expect((await app.connect[network]()).ok).toBeTrue()
  }
  await app.accept()
  await app.run()
  expect(await app.published()).toHaveLength(networks.length)
  expect(await rowsByTable(app)).toMatchObject({ accounts: networks.length })
})
