import { expect, test } from 'bun:test'

import { picture, publishingApp } from '#api/test/publishing.ts'
import { NO_EXTRAS, type PostExtras } from '#shared/posts/extras.ts'

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

test('refuses a category that the website no longer has', async () => {
  const post = await app.accept({
    platforms: on('Nowhere', article('A title', { categories: ['Gone'] })),
    textOnly: true,
  })
  await app.run()
  expect((await app.delivery(post, 'wordpress')).reason).toContain('no longer has the category “Gone”')
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
