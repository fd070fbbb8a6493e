import { expect, test } from 'bun:test'
import sharp from 'sharp'

import { findLinkedAccount } from '#api/accounts/tokens/tokens.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import type { IntentLog } from '#api/networks/core/network.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import { NO_EXTRAS, type PostExtras } from '#shared/posts/extras.ts'
import { draftKey } from './posts.ts'
import { wordpressPublishing } from './publish.ts'
import { serializeAccess } from './request.ts'

const app = await publishingApp({ networks: ['wordpress'] })
const site = () => [...app.sandbox.world.wordpress.values()][0]!
const entries = (type: 'post' | 'attachment') =>
  [...site().entries.values()].flatMap(entry => (entry.type === type ? { ...entry } : []))

const on = (message: string, extras?: PostExtras) => [
  { platform: 'wordpress' as const, message, ...(extras && { extras }) },
]
const article = (title: string, parts: Partial<PostExtras['article']> = {}): PostExtras => ({
  ...NO_EXTRAS,
  kind: 'article',
  title,
  article: { excerpt: '', categories: [], tags: [], ...parts },
})
/** Publishes an article as one of the site's own people does. */
async function createArticle(message: string) {
  const { login, passwords } = site().users[0]!
  const response = await fetch(`${app.sandbox.url}/wordpress/${site().slug}/wp-json/wp/v2/posts`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${btoa(`${login}:${passwords[0]!.password}`)}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ title: message, content: `<p>${message}</p>`, status: 'publish' }),
  })
  expect(response.status).toBe(201)
}
const publishedWith = async (message: string) =>
  (await app.published()).find(post => post.message === message) as
    | (Awaited<ReturnType<typeof app.published>>[number] & { title: string })
    | undefined

test('publishes an article with its pictures, categories and tags', async () => {
  const message = 'Turn off <the> water [first].\n\nThen call us: https://plumbing.example/?a=1&b=2'
  const post = await app.accept({
    platforms: on(
      message,
      article('Burst pipes & you', {
        excerpt: 'What to do first',
        categories: ['Tips'],
        tags: ['Plumbing', 'Winter & ice'],
      }),
    ),
    media: [await picture('red'), await picture('navy')],
    altTexts: ['A pipe', 'A tap'],
  })
  await app.run()
  expect(await app.delivery(post, 'wordpress')).toMatchObject({
    state: 'published',
    permalink: expect.stringMatching(/\/wordpress\/[\w-]+\/burst-pipes-you\/$/),
  })
  const [entry] = entries('post')
  const names = (ids: number[]) => ids.map(id => site().terms.get(id)?.name)
  expect([entry!.title, entry!.excerpt]).toEqual(['Burst pipes &amp; you', 'What to do first'])
  expect(entry!.content).toStartWith(
    '<!-- wp:paragraph -->\n<p>Turn off &lt;the&gt; water &#091;first&#093;.</p>\n<!-- /wp:paragraph -->',
  )
  expect(entry!.content).toContain(
    '<a href="https://plumbing.example/?a=1&amp;b=2">https://plumbing.example/?a=1&amp;b=2</a>',
  )
  expect([names(entry!.categories), names(entry!.tags)]).toEqual([['Tips'], ['Plumbing', 'Winter & ice']])
  const files = entries('attachment')
  expect(files.map(({ altText, parent }) => [altText, parent])).toEqual([
    ['A pipe', entry!.id],
    ['A tap', entry!.id],
  ])
  expect(entry!.featuredMedia).toBe(files[0]!.id)
  expect(entry!.content).toContain(`wp-image-${files[1]!.id}`)
  expect(entry!.content).not.toContain(`wp-image-${files[0]!.id}`)
})

test('takes the beginning of the text as the title of an article without one', async () => {
  await app.accept({ platforms: on('Open late\nUntil nine on Thursdays.'), textOnly: true })
  await app.run()
  expect((await publishedWith('Open late\nUntil nine on Thursdays.'))?.title).toBe('Open late')
})

test('formats an article, recognises it by its text, and leaves the marks out of what we say about it', async () => {
  const message = '# Burst pipes\nTurn **off**:\n- the *tap*\n- the [heater](https://plumbing.example)'
  const since = app.ctx.now()
  await app.accept({ platforms: on(message), textOnly: true })
  await app.run()
  const entry = entries('post').at(-1)!
  expect(entry.title).toBe('Burst pipes')
  expect(entry.content).toBe(`<!-- wp:paragraph -->
<p>Turn <strong>off</strong>:</p>
<!-- /wp:paragraph -->

<!-- wp:list -->
<ul class="wp-block-list"><!-- wp:list-item -->
<li>the <em>tap</em></li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li>the <a href="https://plumbing.example">heater</a></li>
<!-- /wp:list-item --></ul>
<!-- /wp:list -->`)
  const [account] = await app.ctx.db.select().from(accounts)
  const { token } = (await findLinkedAccount(app.ctx, account!.id))!
  const late = await app.ctx.networks.wordpress.latePosts!.list(
    {
      deliveryId: 'x',
      accountId: account!.providerId,
      token,
      message,
      pictures: 0,
      extras: null,
      since,
      until: app.ctx.now(),
    },
    app.ctx.now,
  )
  expect(late.filter(({ isAsSent }) => isAsSent)).toEqual([
    { id: `${account!.providerId}/${entry.id}`, isAsSent: true },
  ])
  const { data } = (await (await app.call('notifications')).json()) as { data: { message: string }[] }
  expect(data[0]!.message).toStartWith('“Burst pipes Turn off: - the tap - the heater” is on WordPress')
})

test('leaves one article and no other files when calls get no response', async () => {
  for (const operation of ['draft', 'media', 'media', 'publish'])
    for (const kind of ['drop-before', 'drop-after', 'commit-then-500']) {
      const before = { posts: entries('post').length, files: entries('attachment').length }
      const message = `${operation} ${kind} ${before.posts}`
      await app.fault({ provider: 'wordpress', operation, kind })
      const post = await app.accept({ platforms: on(message), media: [await picture('red')] })
      await app.run()
      for (let minutes = 0; minutes < 30; minutes++) {
        app.clock.advance(60_000)
        await app.run()
      }
      expect([message, (await app.delivery(post, 'wordpress')).state]).toEqual([message, 'published'])
      expect([message, entries('post').length, entries('attachment').length]).toEqual([
        message,
        before.posts + 1,
        before.files + 1,
      ])
    }
})

test('deletes the draft and its files when the post finally fails', async () => {
  const before = site().entries.size
  await app.fault({ provider: 'wordpress', operation: 'publish', kind: 'error', code: 400, status: 400 })
  const post = await app.accept({ platforms: on('Refused'), media: [await picture('red')] })
  await app.run()
  expect(await app.delivery(post, 'wordpress')).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('Your website refused this'),
  })
  expect(site().entries.size).toBe(before)
  await app.call(`posts/${post}/retry`, { json: {} })
  await app.run()
  expect((await app.delivery(post, 'wordpress')).state).toBe('published')
})

test('creates another draft if somebody deletes the first', async () => {
  await app.fault({ provider: 'wordpress', operation: 'publish', kind: 'error', code: 429, status: 429 })
  const post = await app.accept({ platforms: on('Deleted in between'), textOnly: true })
  await app.run()
  const draft = entries('post').find(({ status }) => status === 'draft')
  site().entries.delete(draft!.id)
  for (let hours = 0; hours < 3; hours++) {
    app.clock.advance(3_600_000)
    await app.run()
  }
  expect((await app.delivery(post, 'wordpress')).state).toBe('published')
  expect(await publishedWith('Deleted in between')).toBeDefined()
})

test('sends a smaller picture, as JPEG, to a website that doesn’t take the first', async () => {
  const pictureOf = async (type: 'jpeg' | 'png', side: number) => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
    const picture = sharp({ create: { width: side, height: side, channels: 3, background: 'red', noise } })
    return new File(
      [new Uint8Array(await picture[type](type === 'jpeg' ? { quality: 95 } : {}).toBuffer())],
      `a.${type}`,
      { type: `image/${type}` },
    )
  }
  const publish = async (message: string, media: File, code: number, times: number) => {
    await app.fault({ provider: 'wordpress', operation: 'media', kind: 'error', code, times })
    const post = await app.accept({ platforms: on(message), media: [media] })
    await app.run()
    await app.clearFaults()
    const { state, reason } = await app.delivery(post, 'wordpress')
    const { file } = state === 'published' ? entries('attachment').at(-1)! : { file: null }
    return { state, reason, file }
  }
  const large = await publish('Limit of nginx', await pictureOf('jpeg', 1500), 413, 1)
  expect(large.reason).toBe('')
  expect(large.file?.bytes).toBeWithin(100_000, 1_000_001)
  const png = await publish('No PNG', await pictureOf('png', 300), 413, 1)
  expect(png.file?.type).toBe('image/jpeg')
  const small = await pictureOf('jpeg', 300)
  expect(await publish('Nothing helps', small, 413, 3)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('Choose a smaller picture'),
  })
})

test('leaves out a tag of which the website can’t make a name', async () => {
  await app.accept({
    platforms: on('Tagged', article('A title', { tags: ['<>', '<b></b>', 'Plumbing'] })),
    textOnly: true,
  })
  await app.run()
  const entry = entries('post').find(({ content }) => content.includes('Tagged'))
  expect(entry!.tags.map(id => site().terms.get(id)?.name)).toContain('Plumbing')
})

test('refuses a category that the website no longer has', async () => {
  const post = await app.accept({
    platforms: on('Nowhere', article('A title', { categories: ['Gone'] })),
    textOnly: true,
  })
  await app.run()
  expect((await app.delivery(post, 'wordpress')).reason).toContain('no longer has the category “Gone”')
})

test('fails with the reason if the website keeps the article as pending, and never adds a second one', async () => {
  const before = entries('post').length
  site().moderates = true
  const post = await app.accept({ platforms: on('Needs approval'), media: [await picture('red')] })
  await app.run()
  expect(await app.delivery(post, 'wordpress')).toMatchObject({
    state: 'failed',
    reason: 'The website keeps it as pending: someone there must approve it.',
  })
  const retry = async () => {
    await app.call(`posts/${post}/retry`, { json: {} })
    await app.run()
    return (await app.delivery(post, 'wordpress')).state
  }
  expect(await retry()).toBe('failed')
  site().moderates = false
  expect(await retry()).toBe('published')
  expect(entries('post')).toHaveLength(before + 1)
})

test('ends an attempt on a slow website, and continues with what it has uploaded', async () => {
  const files = entries('attachment').length
  const addEntry = site().entries.set
  site().entries.set = function (id, entry) {
    app.clock.advance(61_000)
    return addEntry.call(this, id, entry)
  }
  const colours = ['red', 'navy', 'green', 'black', 'white'] as const
  const post = await app.accept({
    platforms: on('Slowly'),
    media: await Promise.all(colours.map(colour => picture(colour))),
  })
  await app.run()
  expect(await app.delivery(post, 'wordpress')).toMatchObject({ state: 'scheduled', reasonCode: 'timeout' })
  const uploaded = entries('attachment').length - files
  expect(uploaded).toBeWithin(1, 4)
  for (let attempts = 0; attempts < 5; attempts++) {
    app.clock.advance(3_600_000)
    await app.run()
  }
  site().entries.set = addEntry
  expect((await app.delivery(post, 'wordpress')).state).toBe('published')
  expect(entries('attachment')).toHaveLength(files + 5)
})

test('holds posts once the password is deleted, and sends them after a new sign-in', async () => {
  await app.expire('wordpress')
  const post = await app.accept({ platforms: on('Signed out'), textOnly: true })
  await app.run()
  expect(await app.delivery(post, 'wordpress')).toMatchObject({
    state: 'held',
    reasonCode: 'needs_reconnect',
  })
  await app.connect.wordpress()
  await app.run()
  expect((await app.delivery(post, 'wordpress')).state).toBe('published')
})

test('takes only an article of the call’s own time for a late one, the oldest first', async () => {
  const { now } = app.ctx
  const message = "We're open at nine -- says 'Pat'."
  const [account] = await app.ctx.db.select().from(accounts)
  const token = (await findLinkedAccount(app.ctx, account!.id))!.token
  const shown = async () => {
    await createArticle(message)
    return `${account!.providerId}/${site().lastId}`
  }
  const old = await shown()
  app.clock.advance(3_600_000)
  const since = now()
  const [first, second] = [await shown(), (app.clock.advance(60_000), await shown())]
  app.clock.advance(3_600_000)
  const late = await shown()
  const posts = await app.ctx.networks.wordpress.latePosts!.list(
    {
      deliveryId: 'x',
      accountId: account!.providerId,
      token,
      message,
      pictures: 0,
      extras: null,
      since,
      until: new Date(+since + 600_000),
    },
    now,
  )
  expect(old).not.toBe(first)
  expect(posts).toEqual([
    { id: first, isAsSent: true },
    { id: second, isAsSent: true },
    { id: late, isAsSent: false },
  ])
})

test('deletes nothing for good where a website has no bin', async () => {
  await createArticle('Stays')
  const id = site().lastId
  await app.fault({ provider: 'wordpress', operation: 'delete', kind: 'error', code: 501 })
  const response = await app.call(`accounts/wordpress/posts/${id}`, { method: 'DELETE' })
  expect([response.ok, await response.text()]).toEqual([false, expect.stringContaining('has no bin')])
  expect(site().entries.get(id)?.status).toBe('publish')
})

test('deletes few entries, whatever a website lists', async () => {
  let deleted = 0
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch({ method, url }) {
      if (method === 'DELETE') return Response.json({ deleted: ++deleted })
      const isFiles = url.includes('/media')
      const one = isFiles ? { slug: `${draftKey('x')}-a`, source_url: '' } : { status: 'draft' }
      return Response.json(Array.from({ length: 500 }, (_, index) => ({ id: index + 1, ...one })))
    },
  })
  const token = serializeAccess({ root: '/wp-json/', user: 'pat', password: 'x' })
  const wordpress = { ownUrl: server.url.origin, allowPrivate: false }
  const clock = { now: () => new Date(), recall: () => undefined, forget: async () => {} }
  const intentLog = clock as unknown as IntentLog
  await wordpressPublishing(wordpress).discard!({ id: 'x', token }, intentLog)
  await server.stop(true)
  expect(deleted).toBe(20 * 21)
})
