import { expect, test } from 'bun:test'

import { clip, picture, publishingApp } from '#api/test/publishing.ts'

const app = await publishingApp({ networks: ['bluesky'], env: { ALLOW_PRIVATE_AUDITS: '1' } })

const on = (message: string, firstComment?: string) => [
  { platform: 'bluesky' as const, message, ...(firstComment && { firstComment }) },
]
/** Returns the record of the post with a text. */
function recordWith(text: string) {
  const records = [...app.sandbox.world.bluesky.posts.values()].map(({ record }) => JSON.parse(record))
  return records.find(record => record.text === text)
}

test('publishes pictures with their alt texts and sizes, and marks links', async () => {
  const message = 'We are open late https://bakery.example #bread'
  const post = await app.accept({
    platforms: on(message),
    media: [await picture('red'), await picture('navy')],
    altTexts: ['A loaf', 'A roll'],
  })
  await app.run()
  const { state, permalink } = await app.delivery(post, 'bluesky')
  expect([state, permalink]).toEqual([
    'published',
    expect.stringMatching(/\/profile\/did:plc:\w+\/post\/[2-7a-z]{13}$/),
  ])
  const { embed, facets, langs } = recordWith(message)
  expect(embed.images).toMatchObject([
    { alt: 'A loaf', aspectRatio: { width: 320, height: 320 } },
    { alt: 'A roll', aspectRatio: { width: 320, height: 320 } },
  ])
  expect([facets.length, langs]).toEqual([2, ['en']])
})

test('adds the card of the page behind a link, with its picture, if there are no files', async () => {
  const file = await picture('teal')
  const pages: Record<string, () => Response> = {
    '/menu': () => page('<title>Menu</title><meta property="og:image" content="/menu.jpg">'),
    '/large': () => page('<title>Large</title><meta property="og:image" content="/large.jpg">'),
    '/menu.jpg': () => new Response(file),
    '/large.jpg': () => new Response(new Uint8Array(1_000_001)),
  }
  const page = (html: string) => new Response(html, { headers: { 'Content-Type': 'text/html' } })
  await using server = Bun.serve({
    port: 0,
    fetch: request => pages[new URL(request.url).pathname]?.() ?? new Response('', { status: 404 }),
  })
  const publish = async (path: string, withPicture = false) => {
    const uri = `http://127.0.0.1:${server.port}${path}`
    const media = withPicture ? { media: [await picture('red')] } : { textOnly: true }
    await app.accept({ platforms: on(`See ${uri}`), ...media })
    await app.run()
    return { uri, embed: recordWith(`See ${uri}`).embed }
  }
  const { uri, embed } = await publish('/menu')
  expect(embed).toEqual({
    $type: 'app.bsky.embed.external',
    external: {
      uri,
      title: 'Menu',
      description: '',
      thumb: expect.objectContaining({ mimeType: 'image/jpeg', size: file.size }),
    },
  })
  expect((await publish('/large')).embed.external).toMatchObject({ title: 'Large' })
  expect((await publish('/large?again')).embed.external).not.toHaveProperty('thumb')
  expect((await publish('/missing')).embed).toBeUndefined()
  expect((await publish('/menu?picture', true)).embed.$type).toBe('app.bsky.embed.images')
})

test('publishes a video', async () => {
  await app.accept({ platforms: on('A film'), media: [await clip()] })
  await app.run()
  expect(recordWith('A film').embed).toMatchObject({
    $type: 'app.bsky.embed.video',
    video: { mimeType: 'video/mp4' },
    aspectRatio: { width: expect.any(Number), height: expect.any(Number) },
  })
})

test('adds the first comment as a reply', async () => {
  const post = await app.accept({ platforms: on('Read on', 'Book on our site'), textOnly: true })
  await app.run()
  app.clock.advance(10_000)
  await app.run()
  expect((await app.delivery(post, 'bluesky')).firstComment).toMatchObject({ state: 'added' })
  const shown = (await app.published()).find(({ message }) => message === 'Read on')
  expect(shown!.ownComments).toEqual(['Book on our site'])
})

test('rejects a text of more than 300 graphemes, and takes one of 300', async () => {
  const family = '👨‍👩‍👧‍👦'
  const send = (message: string) => app.send({ platforms: on(message), textOnly: true })
  expect((await send(family.repeat(100) + 'x'.repeat(200))).status).toBe(200)
  expect((await send('x'.repeat(301))).status).toBe(400)
  expect((await send(family.repeat(125))).status).toBe(400)
})

test('edits and retries never publish a second post, even if the first call is executed late', async () => {
  await app.fault({ provider: 'bluesky', operation: 'putRecord', kind: 'late', ms: 90_000 } as never)
  const post = await app.accept({ platforms: on('Only once'), textOnly: true })
  await app.run()
  for (let minute = 0; minute < 5; minute++) {
    app.clock.advance(60_000)
    await app.run()
  }
  expect((await app.delivery(post, 'bluesky')).state).toBe('published')
  expect((await app.published()).filter(({ message }) => message === 'Only once')).toHaveLength(1)
})

test('renews the session by the app password if its refresh token was lost', async () => {
  for (const token of app.sandbox.world.bluesky.tokens.values()) token.expiresAt = new Date(0)
  const post = await app.accept({ platforms: on('Renewed'), textOnly: true })
  await app.run()
  app.clock.advance(10_000)
  await app.run()
  expect((await app.delivery(post, 'bluesky')).state).toBe('published')
})

test('asks to reconnect once the app password is revoked', async () => {
  await app.world('expire', { provider: 'bluesky' })
  const post = await app.accept({ platforms: on('Held'), textOnly: true })
  await app.run()
  expect(await app.delivery(post, 'bluesky')).toMatchObject({ state: 'held', reasonCode: 'needs_reconnect' })
  expect((await app.connect.bluesky()).status).toBe(200)
  await app.run()
  expect((await app.delivery(post, 'bluesky')).state).toBe('published')
})
