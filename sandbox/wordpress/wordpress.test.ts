import { describe, expect, test } from 'bun:test'

import { openSandbox } from '../test/sandbox.ts'
import { describeWordPressServer } from '../test/wordpress-contract.ts'
import { newPassword } from './sites.ts'

const sandbox = await openSandbox()
const { person } = await sandbox.control('login', { provider: 'wordpress', name: 'Contract' })

describe('the sandbox’s server', () =>
  describeWordPressServer(async () => ({
    url: `${sandbox.url}/wordpress/${person}`,
    async newUser(role) {
      const { users } = sandbox.world.wordpress.get(person)!
      const login = `${role}${users.length}`
      const user = { id: users.length + 1, login, name: login, role, passwords: [] }
      users.push(user)
      return { user: login, password: newPassword(user, { name: 'ours' }) }
    },
    async authorize(url) {
      const { headers } = await fetch(`${url}&sandbox_consent=${person}`, { redirect: 'manual' })
      return headers.get('Location') ?? ''
    },
  })))

test('shows an article with its picture, and forgets expired passwords', async () => {
  const { person, user, password } = await sandbox.control('login', { provider: 'wordpress', name: 'Bakery' })
  const rest = (path: string, json: object) =>
    sandbox.ask(`/wordpress/${person}/wp-json/wp/v2/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${btoa(`${user}:${password}`)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(json),
    })
  const { body } = await rest('posts', {
    title: 'Rye &amp; spelt',
    content: '<p>Fresh</p>',
    status: 'publish',
  })
  const [post] = await sandbox.published()
  expect(post).toMatchObject({
    network: 'wordpress',
    title: 'Rye & spelt',
    message: 'Fresh',
    id: String(body.id),
  })
  expect((await sandbox.ask(new URL(post.permalink).pathname)).text).toContain('Rye &amp; spelt')
  await sandbox.control('expire', { provider: 'wordpress', person })
  expect((await rest('posts', { title: 'x' })).status).toBe(401)
})
