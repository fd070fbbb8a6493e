import { expect, test } from 'bun:test'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { connectingApp } from '#api/test/connecting.ts'

const app = await connectingApp()
const { ctx, owner, connectWordPress, consent, world } = app
type Owner = Awaited<ReturnType<typeof owner>>

const newSite = (role?: string) => world<{ person: string }>('login', { provider: 'wordpress', role })
const address = (site: string) => `${app.sandbox.url}/wordpress/${site}`
/** A user's applications must have different names, and ours have the time. */
const passASecond = () => app.clock.advance(1000)
/** Returns the passwords that the site's page has made for us. */
const passwordsOf = (person: string) =>
  siteOf(person).users[0]!.passwords.flatMap(({ name, password }) => (name === 'control' ? [] : password))
const siteOf = (person: string) => app.sandbox.world.wordpress.get(person)!

async function start({ call }: Owner, site: string) {
  const response = await call('auth/wordpress/start', { json: { site } })
  const { url = '', message = '' } = (await response.json()) as { url?: string; message?: string }
  return {
    url,
    message,
    status: response.status,
    cookie: response.headers.get('Set-Cookie')?.split(';')[0] ?? '',
  }
}

test('connects a website through its own page, in the browser that started it', async () => {
  const pat = await owner()
  const { person } = await newSite()
  const { url, cookie } = await start(pat, address(person))
  expect(url).toStartWith(`${address(person)}/wp-admin/authorize-application.php?app_name=`)
  const { path } = await consent(url, person)
  const elsewhere = await app.request(path)
  expect([elsewhere.status, await elsewhere.text()]).toEqual([
    400,
    expect.stringContaining('<header>Currawong</header>'),
  ])
  const back = await app.request(path, { headers: { cookie } })
  expect([back.status, back.headers.get('Location')]).toEqual([
    302,
    `${ctx.config.siteUrl}/dashboard/social-hub?connected=wordpress`,
  ])
  const again = await app.request(path, { headers: { cookie } })
  expect(again.headers.get('Location')).toEndWith('/dashboard/social-hub?failed=wordpress')
  const details = await pat.call('auth/accountDetails', { json: { provider: 'wordpress' } })
  expect(await details.json()).toMatchObject({
    data: {
      accountConnected: true,
      name: "Pat's Plumbing",
      link: address(person),
    },
  })
})

test('keeps the password encrypted and out of responses', async () => {
  const pat = await owner()
  const { person } = await connectWordPress(pat)
  const secrets = siteOf(person).users.flatMap(({ passwords }) => passwords.map(({ password }) => password))
  const details = await pat.call('auth/accountDetails', { json: { provider: 'wordpress' } })
  const rows = JSON.stringify(await ctx.db.select().from(accounts))
  for (const text of [await details.text(), rows])
    for (const secret of secrets) expect(text).not.toContain(secret)
})

test('explains why a website was not connected', async () => {
  const pat = await owner()
  for (const [site, expected] of [
    ['', 'Enter your website'],
    ['http://example.com:8080', 'Enter the website’s address'],
    ['https://127.0.0.1', 'isn’t a server that we may open'],
    ['localhost', 'public internet'],
    [`${app.sandbox.url}/wordpress`, 'isn’t a WordPress website'],
  ] as const)
    expect([site, (await start(pat, site)).message]).toEqual([site, expect.stringContaining(expected)])
  const { person } = await newSite()
  const { url, cookie } = await start(pat, address(person))
  const declined = await app.request((await consent(url, 'cancel')).path, { headers: { cookie } })
  expect([declined.status, declined.headers.get('Location')]).toEqual([
    302,
    `${ctx.config.siteUrl}/dashboard/social-hub?failed=wordpress`,
  ])
  expect(decodeURIComponent(declined.headers.get('Set-Cookie')!)).toMatch(
    /^sign_in_failure=.* was not connected, because permission was not given\. .*; Max-Age=60; Path=\/dashboard; (Secure; )?SameSite=Lax$/,
  )
})

test('connects only users who may publish', async () => {
  const pat = await owner()
  const { person } = await newSite('contributor')
  const { url, cookie } = await start(pat, address(person))
  const back = await app.request((await consent(url, person)).path, { headers: { cookie } })
  expect(decodeURIComponent(back.headers.get('Set-Cookie')!)).toContain('may not publish on this website')
  expect(passwordsOf(person)).toEqual([])
})

test('deletes the password on the website when it is disconnected', async () => {
  const pat = await owner()
  const { person } = await connectWordPress(pat)
  expect(passwordsOf(person)).toHaveLength(1)
  const json = { provider: 'wordpress' }
  expect((await pat.call('auth/disconnectSocialAccount', { method: 'DELETE', json })).status).toBe(200)
  expect(passwordsOf(person)).toEqual([])
})

test('deletes only the password of the business that is disconnected', async () => {
  const [pat, sam] = [await owner(), await owner()]
  const { person } = await connectWordPress(pat)
  passASecond()
  await connectWordPress(sam, person)
  const [first, second] = passwordsOf(person)
  expect(second).toBeDefined()
  const json = { provider: 'wordpress' }
  await pat.call('auth/disconnectSocialAccount', { method: 'DELETE', json })
  expect(passwordsOf(person)).toEqual([second!])
  expect(first).not.toBe(second)
})

test('deletes the former password when a website is connected again, or another one is', async () => {
  const pat = await owner()
  const { person } = await connectWordPress(pat)
  const [first] = passwordsOf(person)
  passASecond()
  await connectWordPress(pat, person)
  expect(passwordsOf(person)).toHaveLength(1)
  expect(passwordsOf(person)).not.toContain(first)
  const other = await connectWordPress(pat)
  expect([passwordsOf(person).length, passwordsOf(other.person).length]).toEqual([0, 1])
})

test('lists the names that an article may have, and the website’s posts, which can be deleted', async () => {
  const pat = await owner()
  const { person } = await connectWordPress(pat)
  const names = await pat.call('auth/wordpress/names')
  expect(await names.json()).toMatchObject({
    data: { categories: expect.arrayContaining(['News', 'Tips']), tags: ['Plumbing'] },
  })
  const [user] = siteOf(person).users
  await fetch(`${address(person)}/wp-json/wp/v2/posts`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa(`${user!.login}:${user!.passwords[0]!.password}`)}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ title: 'By hand', content: '<p>Written there</p>', status: 'publish' }),
  })
  const list = async () =>
    ((await (await pat.call('accounts/wordpress/posts')).json()) as { data: { id: string }[] }).data
  const [post] = await list()
  expect(post).toMatchObject({ message: 'By hand\n\nWritten there', canEdit: false, canDelete: true })
  expect((await pat.call(`accounts/wordpress/posts/${post!.id}`, { method: 'DELETE' })).status).toBe(200)
  expect(siteOf(person).entries.get(Number(post!.id))?.status).toBe('trash')
  expect(await list()).toEqual([])
  expect((await pat.call(`accounts/wordpress/posts/${post!.id}`, { method: 'DELETE' })).status).toBe(404)
})
