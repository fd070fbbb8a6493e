import { expect, test } from 'bun:test'

import { testApp } from '#api/test/app.ts'
import { limitAddress, clientAddress, widerNetwork } from './limits/limits.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['203.0.113.7:50123', '203.0.113.7'],
  ['[2001:db8:1:2::9]:50123', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
  ['local', 'local'],
])('%s counts as %s', (address, counted) => {
  expect(clientAddress(address)).toBe(counted)
})

test('counts all addresses of an IPv6 household as one client', async () => {
  const { request } = await testApp()
  const verify = (address: string) =>
    request('users/verify-otp', {
      json: { email: `${address.split(':').at(-1)}@example.com`, otp: '1' },
      address,
    })
  for (let n = 1; n <= 30; n++) await verify(`2001:db8:1:2::${n}`)
  expect((await verify('2001:db8:1:2::99')).status).toBe(429)
  expect((await verify('2001:db8:1:3::99')).status).toBe(400)
})

test.each([
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['0:0:0:0::/64', '0:0:0::/48'],
  ['203.0.113.7', undefined],
  ['local', undefined],
])('the wider network of %s is %p', (address, wider) => {
  expect(widerNetwork(address)).toBe(wider)
})

test('limits an IPv6 site to eight times the attempts of one network', async () => {
  const { ctx } = await testApp()
  const rule = { name: 'knock', max: 2, windowMs: 60_000 }
  const knock = (network: string) =>
    limitAddress({ ...ctx, userAgent: '', address: clientAddress(`${network}::1`) }, rule)
  for (let n = 0; n < 16; n++) await knock(`2001:db8:1:${n}`)
  await expect(knock('2001:db8:1:16')).rejects.toMatchObject({ code: 'rate_limited' })
  await knock('2001:db8:2:0')
})

test('limits attempts for one e-mail per site, not per network of the site', async () => {
  const { request } = await testApp()
  const logIn = async (address: string) =>
    (await request('users/login', { json: { email: 'pat@example.com', password: 'x' }, address })).status
  for (let n = 0; n < 10; n++) expect(await logIn(`2001:db8:1:${n}::1`)).toBe(401)
  expect(await logIn('2001:db8:1:99::1')).toBe(429)
  expect(await logIn('2001:db8:2:1::1')).toBe(401)
})
