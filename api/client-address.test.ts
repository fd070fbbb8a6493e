import { expect, test } from 'bun:test'

import { clientAddress } from './client-address.ts'
import { testApp } from './test/app.ts'

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

test('a home with IPv6 has no more tries than one without', async () => {
  const { request } = await testApp()
  const verify = (address: string) =>
    request('users/verify-otp', { json: { email: `${Math.random()}@example.com`, otp: '1' }, address })
  for (let n = 1; n <= 30; n++) await verify(`2001:db8:1:2::${n}`)
  expect((await verify('2001:db8:1:2::99')).status).toBe(429)
  expect((await verify('2001:db8:1:3::99')).status).toBe(400)
})
