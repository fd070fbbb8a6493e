import { expect, test } from 'bun:test'

import { AddressError, addressGuard } from './address-guard.ts'

const PUBLIC = '93.184.215.14'
const names: Record<string, string[]> = {
  'pat.example': [PUBLIC],
  'inside.example': ['10.0.0.5'],
  'both.example': [PUBLIC, '192.168.1.1'],
  'mapped.example': ['::ffff:10.0.0.5'],
}
const guard = addressGuard({ resolve: async host => names[host] ?? [] })

const whyNot = async (url: string, by = guard): Promise<string | undefined> => {
  try {
    await by.checkUrl(url)
    return undefined
  } catch (error) {
    if (!(error instanceof AddressError)) throw error
    return `${error.kind}: ${error.message}`
  }
}

test.each([
  'https://pat.example',
  'http://pat.example:8080/a?b#c',
  `http://${PUBLIC}`,
  'http://[2606:2800:21f:cb07::1]/',
  'https://pat.example./',
])('accepts the public website %s', async url => {
  expect(await whyNot(url)).toBeUndefined()
})

test.each([
  ['http://127.0.0.1', 'this machine itself'],
  ['http://127.0.0.1:3000/', 'this machine itself'],
  ['http://127.1', 'this machine itself'],
  ['http://2130706433', 'this machine itself'],
  ['http://0177.0.0.1', 'this machine itself'],
  ['http://0x7f.1', 'this machine itself'],
  ['http://0x7f000001', 'this machine itself'],
  ['http://①②⑦.⓪.⓪.①', 'this machine itself'],
  ['http://127.0.0.1.', 'this machine itself'],
  ['http://0.0.0.0', 'this machine itself'],
  ['http://0.1.2.3', 'this machine itself'],
  ['http://[::1]', 'this machine itself'],
  ['http://[::]', 'this machine itself'],
  ['http://[::ffff:127.0.0.1]', 'this machine itself'],
  ['http://[::127.0.0.1]', 'reserved'],
  ['http://10.0.0.5', 'a private network'],
  ['http://172.16.0.1', 'a private network'],
  ['http://192.168.1.1', 'a private network'],
  ['http://[fc00::1]', 'a private network'],
  ['http://[fd12:3456::1]', 'a private network'],
  ['http://[fec0::1]', 'a private network'],
  ['http://[::ffff:10.0.0.5]', 'a private network'],
  ['http://100.64.0.1', 'private network'],
  ['http://169.254.1.1', 'link-local'],
  ['http://[fe80::1]', 'link-local'],
  ['http://169.254.169.254/latest/meta-data/', 'metadata'],
  ['http://2852039166', 'metadata'],
  ['http://[::ffff:169.254.169.254]', 'metadata'],
  ['http://[fd00:ec2::254]', 'metadata'],
  ['http://100.100.100.200', 'metadata'],
  ['http://168.63.129.16', 'metadata'],
  ['http://224.0.0.1', 'multicast'],
  ['http://[ff02::1]', 'multicast'],
  ['http://255.255.255.255', 'broadcast'],
  ['http://240.0.0.1', 'reserved'],
  ['http://198.18.0.1', 'reserved'],
  ['http://192.0.2.1', 'reserved'],
  ['http://[64:ff9b::7f00:1]', 'reserved'],
  ['http://[64:ff9b:1::1]', 'reserved'],
  ['http://[2002:7f00:1::]', 'reserved'],
  ['http://[2001:0:1::1]', 'reserved'],
  ['http://[2001:db8::1]', 'reserved'],
])('rejects %s, which leads to %s', async (url, reason) => {
  expect(await whyNot(url)).toMatch(
    new RegExp(`^refused: .*${reason}.*We only open websites that anybody can open`),
  )
})

test.each([
  ['ftp://pat.example', 'http:// or https://'],
  ['file:///etc/passwd', 'http:// or https://'],
  ['javascript:alert(1)', 'http:// or https://'],
  ['http://pat:secret@pat.example', 'the user name and the password'],
  ['http://pat.example:22', 'port 22'],
  ['http://pat.example:6379', 'port 6379'],
  ['not an address', 'can’t be opened'],
])('rejects %s because of %s', async (url, reason) => {
  expect(await whyNot(url)).toMatch(new RegExp(`^refused: .*${reason}`))
})

test.each(['nobody.example', 'inside.example', 'both.example', 'mapped.example'])(
  'gives %s the same message as an unknown name, so that private names stay secret',
  async host => {
    expect(await whyNot(`https://${host}`)).toBe(
      `unknown: We can’t find ${host} on the public internet. Check that the address is spelt right.`,
    )
  },
)

test('accepts this machine if the operator allows it', async () => {
  const open = addressGuard({ allowPrivate: true })
  expect(await whyNot('http://127.0.0.1:4010', open)).toBeUndefined()
  expect(await whyNot('file:///etc/passwd', open)).toMatch(/^refused/)
})

test('rejects a port without resolving the name', async () => {
  let lookups = 0
  const counting = addressGuard({ resolve: async () => (lookups++, [PUBLIC]) })
  expect(await whyNot('http://pat.example:22', counting)).toContain('port 22')
  expect(lookups).toBe(0)
})
