import { afterAll, afterEach, describe, expect, test } from 'bun:test'
import sharp from 'sharp'

import { findLinkedAccount } from '#api/accounts/tokens/tokens.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { readDueInboxes } from '#api/inbox/read-account.ts'
import { createActSender, createReplySender } from '#api/inbox/send.ts'
import { serializeBlocks } from '#api/networks/wordpress/blocks.ts'
import { drain } from '#api/test/app.ts'
import { endAll } from '#api/test/at-end.ts'
import { picture, publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import type { InboxItem } from '#shared/inbox.ts'
import type { InboxAct } from '#shared/networks/declaration.ts'
import { articleOf } from '#shared/posts/articles.ts'
import { NO_EXTRAS, type PostExtras } from '#shared/posts/extras.ts'
import { describeWordPressServer } from '../../sandbox/test/wordpress-contract.ts'
import { startFaultProxy } from '../faults/cuts/fault-proxy.ts'
import { settle } from '../faults/scenarios/settle.ts'
import { seeded } from '../faults/seeded.ts'
import { isShort, runCuts, runKills } from '../real-servers/fault-runs.ts'
import { startWordPress } from './site.ts'

const CUTS = isShort ? 12 : 200
const KILLS = isShort ? 4 : 60
const SEED = process.env.SEED ?? String(Date.now() % 1_000_000)

const real = await startWordPress()
afterAll(() => real.stop())
afterEach(endAll)

describe('a real WordPress', () =>
  describeWordPressServer(async () => {
    const editor = await real.newUser('editor')
    return { ...real, authorize: page => real.authorize(page, editor) }
  }))

/** Connects the site as a user, through its page for applications. */
async function connect(app: PublishingApp, site: string, role = 'author') {
  const user = await real.newUser(role)
  const started = await app.call('auth/wordpress/start', { json: { site } })
  const { url } = (await started.json()) as { url: string }
  const back = new URL(await real.authorize(url, user))
  const cookie = started.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const finished = await app.request(back.pathname + back.search, { headers: { cookie } })
  expect([finished.status, finished.headers.get('Location')]).toEqual([
    302,
    expect.stringContaining('connected='),
  ])
}

const on = (message: string, extras?: PostExtras) => [
  { platform: 'wordpress' as const, message, ...(extras && { extras }) },
]

/** Files that no public article shows, and drafts that nobody has published. */
async function leftovers() {
  const posts = await real.posts('publish')
  const shown = new Set(posts.map(post => post.featured_media))
  return {
    files: (await real.media()).filter(({ id }) => !shown.has(id)).length,
    drafts: (await real.posts('draft')).length,
  }
}

test('publishes an article with pictures, categories and tags, and deletes it', async () => {
  const app = await publishingApp({ networks: [], env: { WORDPRESS_URL: real.url } })
  await connect(app, real.url)
  app.clock.set(new Date())
  const names = await (await app.call('auth/wordpress/names')).json()
  expect(names).toMatchObject({ data: { categories: expect.arrayContaining(['Uncategorized']) } })
  const extras: PostExtras = {
    ...NO_EXTRAS,
    kind: 'article',
    title: 'Burst pipes & <you>',
    article: { excerpt: 'Short', categories: ['Uncategorized'], tags: ['Winter & ice', 'Pipes'] },
  }
  const post = await app.accept({
    platforms: on('Turn off [gallery] <b>the</b> water.\n\nhttps://a.example/?a=1&b=2', extras),
    media: [await picture('red'), await picture('navy')],
    altTexts: ['A pipe', 'A tap'],
  })
  await app.run()
  const { state, permalink, reason } = await app.delivery(post, 'wordpress')
  expect([state, reason]).toEqual(['published', ''])
  const page = await (await fetch(permalink!)).text()
  expect(page).toContain('Burst pipes &amp; &lt;you&gt;')
  expect(page).toContain('Turn off &#091;gallery&#093; &lt;b&gt;the&lt;/b&gt; water.')
  expect(page).toContain('<a href="https://a.example/?a=1&amp;b=2">')
  expect(page).toContain('alt="A tap"')
  const feed = (await (await app.call('accounts/wordpress/posts')).json()) as {
    data: { id: string; message: string }[]
  }
  expect(feed.data[0]!.message).toBe(
    'Burst pipes & <you>\n\nTurn off [gallery] <b>the</b> water.\n\nhttps://a.example/?a=1&b=2',
  )
  const removed = await app.call(`accounts/wordpress/posts/${feed.data[0]!.id}`, { method: 'DELETE' })
  expect(removed.status).toBe(200)
  expect((await fetch(permalink!)).status).toBe(404)
})

const FORMATTED = `# Burst *pipes*

Turn **off the *water*** \\*now\\* [gallery] <b>5 * 3</b>:
- at the **tap**
  under the sink
  1. turn
  2. wait
- [call *us*](https://a.example/?a=1&b=2)

### Then
> “Fast & tidy”
>
> - Mei
> - Pat

1. https://b.example/*x*
2. - 20 % off`

test('publishes headings, lists, quotes and links as blocks that WordPress reads, and finds the article by its text', async () => {
  const app = await publishingApp({ networks: [], env: { WORDPRESS_URL: real.url } })
  await connect(app, real.url)
  app.clock.set(new Date())
  const uninstall = await real.install(`
    function block_names( $blocks ) {
      $names = array();
      foreach ( $blocks as $block ) {
        if ( null === $block['blockName'] && '' === trim( $block['innerHTML'] ) ) continue;
        $names[] = array_merge( array( $block['blockName'] ), block_names( $block['innerBlocks'] ) );
      }
      return $names;
    }
    add_action( 'rest_api_init', fn() => register_rest_route( 'ours/v1', '/blocks', array(
      'permission_callback' => '__return_true',
      'callback' => function ( $request ) {
        $content = get_post( $request['id'] )->post_content;
        $blocks = parse_blocks( $content );
        return array( 'content' => $content, 'again' => serialize_blocks( $blocks ), 'names' => block_names( $blocks ) );
      },
    ) ) );`)
  const post = await app.accept({
    platforms: on(FORMATTED),
    media: [await picture('red'), await picture('navy')],
  })
  await app.run()
  const { state, permalink, reason } = await app.delivery(post, 'wordpress')
  expect([state, reason]).toEqual(['published', ''])
  const id = new URL(permalink!).searchParams.get('p')
  const { content, again, names } = (await (
    await fetch(`${real.url}/index.php?rest_route=/ours/v1/blocks&id=${id}`)
  ).json()) as { content: string; again: string; names: unknown }
  await uninstall()
  expect(again).toBe(content)
  expect(content).toStartWith(`${serializeBlocks(articleOf(FORMATTED, null).blocks, [])}\n\n<!-- wp:image `)
  const item = (...inner: unknown[]) => ['core/list-item', ...inner]
  expect(names).toEqual([
    ['core/paragraph'],
    ['core/list', item(['core/list', item(), item()]), item()],
    ['core/heading'],
    ['core/quote', ['core/paragraph'], ['core/list', item(), item()]],
    ['core/list', item(), item()],
    ['core/image'],
  ])
  const page = await (await fetch(permalink!)).text()
  expect(page).toContain('Burst pipes')
  expect(page).toContain(
    '<strong>off the <em>water</em></strong> *now* &#091;gallery&#093; &lt;b&gt;5 * 3&lt;/b&gt;:',
  )
  expect(page).toContain('<a href="https://a.example/?a=1&amp;b=2">call <em>us</em></a>')
  const [account] = await app.ctx.db.select().from(accounts)
  const late = await app.ctx.networks.wordpress.latePosts!.list(
    {
      deliveryId: 'x',
      accountId: account!.providerId,
      token: (await findLinkedAccount(app.ctx, account!.id))!.token,
      message: FORMATTED,
      pictures: 2,
      extras: null,
      since: new Date(Date.now() - 60_000),
      until: new Date(Date.now() + 60_000),
    },
    app.ctx.now,
  )
  expect(late.filter(({ isAsSent }) => isAsSent)).toHaveLength(1)
})

test('publishes on a site that takes no PNG or large pictures, and keeps a tag of markup out', async () => {
  const app = await publishingApp({ networks: [], env: { WORDPRESS_URL: real.url } })
  await connect(app, real.url)
  app.clock.set(new Date())
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const png = sharp({ create: { width: 700, height: 700, channels: 3, background: 'red', noise } }).png()
  const media = [new File([new Uint8Array(await png.toBuffer())], 'a.png', { type: 'image/png' })]
  const uninstall = await real.install(
    `add_filter( 'upload_mimes', fn( $types ) => array_diff( $types, array( 'image/png' ) ) );
     add_filter( 'wp_handle_upload_prefilter', function ( $file ) {
       return $file['size'] > 1000000 ? array_merge( $file, array( 'error' => 'Too large.' ) ) : $file;
     } );`,
  )
  const extras: PostExtras = {
    ...NO_EXTRAS,
    kind: 'article',
    title: "It's -- 'open'",
    article: { excerpt: '', categories: [], tags: ['<b></b>'] },
  }
  const post = await app.accept({ platforms: on("It's -- open :)", extras), media })
  await app.run()
  await uninstall()
  const { state, reason } = await app.delivery(post, 'wordpress')
  expect([state, reason]).toEqual(['published', ''])
  const [account] = await app.ctx.db.select().from(accounts)
  const late = await app.ctx.networks.wordpress.latePosts!.list(
    {
      deliveryId: 'x',
      accountId: account!.providerId,
      token: (await findLinkedAccount(app.ctx, account!.id))!.token,
      message: "It's -- open :)",
      pictures: 1,
      extras,
      since: new Date(Date.now() - 60_000),
      until: new Date(Date.now() + 60_000),
    },
    app.ctx.now,
  )
  expect(late.filter(({ isAsSent }) => isAsSent)).toHaveLength(1)
})

test('holds posts while the site takes no application passwords', async () => {
  const app = await publishingApp({ networks: [], env: { WORDPRESS_URL: real.url } })
  await connect(app, real.url)
  app.clock.set(new Date())
  const uninstall = await real.install(
    "add_filter( 'wp_is_application_passwords_available', '__return_false' );",
  )
  const post = await app.accept({ platforms: on('Later'), textOnly: true })
  await app.run()
  await uninstall()
  expect((await app.delivery(post, 'wordpress')).state).toBe('held')
})

/** The inbox of a business, whose calls are made at once. */
function inboxOf({ ctx, call, clock }: PublishingApp) {
  const run = async () => {
    await drain(createReplySender(ctx))
    await drain(createActSender(ctx))
  }
  return {
    run,
    async read() {
      clock.advance(3 * 3_600_000)
      await readDueInboxes(ctx)
      return ((await (await call('inbox?state=all')).json()) as { data: InboxItem[] }).data.toReversed()
    },
    async answer({ _id, version }: InboxItem, message: string) {
      await call(`inbox/${_id}/reply`, { json: { message, version } })
      await run()
    },
    async act({ _id }: InboxItem, act: InboxAct) {
      await call(`inbox/${_id}/act`, { json: { act } })
      await run()
    },
  }
}

test('reads, approves, answers once, holds back and bins the comments on an article', async () => {
  const proxy = await startFaultProxy()
  proxy.aimAt(real.url)
  const app = await publishingApp({ networks: [], env: { WORDPRESS_URL: proxy.url } })
  await connect(app, proxy.url, 'editor')
  app.clock.set(new Date())
  const post = await app.accept({ platforms: on('Ask us anything') })
  await app.run()
  const { permalink } = await app.delivery(post, 'wordpress')
  const id = Number(new URL(permalink!).searchParams.get('p'))
  const comments = `${real.url}/index.php?rest_route=/wp/v2/comments`
  async function comment(content: string) {
    // WordPress refuses a second comment of one person within seconds.
    const visitor = await real.newUser('subscriber')
    const response = await fetch(comments, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${btoa(`${visitor.user}:${visitor.password}`)}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ post: id, content }),
    })
    expect(response.status).toBe(201)
  }
  await comment('Is it "urgent" &amp; dear?')
  await comment('Buy followers')
  const { read: readAll, answer, act, run } = inboxOf(app)
  // A new site has a comment of its own.
  const read = async () => (await readAll()).filter(({ post }) => post?.text.includes('Ask us anything'))
  const [question, spam] = await read()
  expect([question, spam]).toMatchObject([
    { text: 'Is it "urgent" & dear?', hidden: true, state: 'open' },
    { text: 'Buy followers', hidden: true },
  ])
  expect(question!.post?.text).toContain('Ask us anything')
  for (const afterBytes of [0, 2000, 4000]) {
    void proxy.breakAt({ direction: 'response', afterBytes })
    await answer(question!, 'It’s "urgent" <now>')
    proxy.mend()
  }
  for (let time = 0; time < 5; time++) {
    app.clock.advance(2 * 60_000)
    await run()
  }
  await act(spam!, 'show')
  await act(spam!, 'hide')
  expect((await read())[1]).toMatchObject({ hidden: true, state: 'closed' })
  await act(spam!, 'delete')
  const [answered, ...others] = await read()
  expect(answered).toMatchObject({ hidden: false, state: 'answered', reply: { text: 'It’s "urgent" <now>' } })
  expect(answered!.reply?.by).not.toBeNull()
  expect(others).toEqual([])
  expect((await (await fetch(`${comments}&post=${id}`)).json()) as unknown[]).toHaveLength(2)
})

type Schema = { type?: string | string[]; enum?: unknown[]; items?: Schema; oneOf?: unknown }

test('makes only calls that the server’s own schema describes', async () => {
  const proxy = await startFaultProxy()
  proxy.aimAt(real.url)
  const { routes } = (await (await fetch(`${real.url}/index.php?rest_route=/wp/v2`)).json()) as {
    routes: Record<string, { endpoints: { methods: string[]; args: Record<string, Schema> | [] }[] }>
  }
  const app = await publishingApp({ networks: [] })
  await app.connect.wordpress()
  const extras: PostExtras = {
    ...NO_EXTRAS,
    kind: 'article',
    title: 'A title',
    article: { excerpt: 'Short', categories: ['News'], tags: ['Plumbing', 'New'] },
  }
  await app.fault({ provider: 'wordpress', operation: 'publish', kind: 'drop-before' })
  const post = await app.accept({ platforms: on('Hello', extras), media: [await picture('red')] })
  await settle(app, post, 'wordpress')
  await app.call('auth/wordpress/names')
  await app.call('accounts/wordpress/posts')
  const [published] = await app.published()
  for (const text of ['One', 'Two'])
    await app.world('comment', { on: `${published!.account}/${published!.id}`, text, hidden: true })
  const { read, act, answer } = inboxOf(app)
  const [first, second] = await read()
  await answer(first!, 'Hello')
  for (const name of ['show', 'hide', 'delete'] as const) await act(second!, name)
  const calls = app.sandbox.world.requests.filter(({ path }) => /\/wp-json\/wp\/v2\//.test(path))
  expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(['GET', 'POST', 'DELETE']))
  const problems = calls.flatMap(({ method, path, query, form }) => {
    const route = path.replace(/^.*\/wp-json/, '')
    const [, known] = Object.entries(routes).find(([pattern]) => toPattern(pattern).test(route)) ?? []
    const endpoint = known?.endpoints.find(({ methods }) => methods.includes(method))
    if (!endpoint) return [`${method} ${route}: no such call`]
    return Object.entries({ ...query, ...form }).flatMap(([name, value]) => {
      // Of every call, and of the uploaded file.
      if (['_fields', '_embed', 'file'].includes(name)) return []
      const schema = (endpoint.args as Record<string, Schema>)[name]
      if (!schema) return [`${method} ${route}: no parameter ${name}`]
      return fits(value, schema) ? [] : [`${method} ${route}: ${name}=${value}`]
    })
  })
  expect(problems).toEqual([])
  console.log(`${calls.length} calls fit the schema of the server`)
})

const toPattern = (route: string) => new RegExp(`^${route.replaceAll('(?P<', '(?<')}$`)

/** Compares a parameter, as text, with the part of the schema that matters to us. */
function fits(value: string, { type = [], enum: allowed, items }: Schema): boolean {
  const types = [type].flat()
  if (allowed && !allowed.includes(value)) return false
  if (types.includes('array')) {
    const list = value.startsWith('[') ? (JSON.parse(value) as unknown[]).map(String) : value.split(',')
    return list.every(each => !items || fits(each, items))
  }
  if (types.includes('integer')) return /^\d+$/.test(value)
  if (types.includes('boolean')) return ['true', 'false'].includes(value)
  return true
}

test(`publishes ${CUTS} articles once each, whose connections are cut`, async () => {
  const before = await leftovers()
  const random = seeded(`cuts ${SEED}`)
  const places = Array.from({ length: CUTS }, () => ({
    direction: random() < 0.5 ? ('request' as const) : ('response' as const),
    share: random(),
  }))
  const cut = await runCuts(real.url, places, async proxyUrl => {
    const app = await publishingApp({ networks: [], env: { WORDPRESS_URL: proxyUrl } })
    await connect(app, proxyUrl)
    return async message => {
      app.clock.set(new Date())
      const post = await app.accept({ platforms: on(message), media: [await picture('red')] })
      return (await settle(app, post, 'wordpress')).state
    }
  })
  await expectOnce(/^(Undisturbed|Cut \d+)$/, CUTS + 1, before)
  console.log(
    `seed ${SEED}: ${CUTS} articles, ${cut} of them cut: 0 doubles, 0 lost, no files or drafts left`,
  )
})

test(`publishes ${KILLS} articles once each, whose processes are killed`, async () => {
  const before = await leftovers()
  const random = seeded(`kills ${SEED}`)
  const places = Array.from({ length: KILLS }, (_, index) => ({
    direction: index % 2 === 0 ? ('request' as const) : ('response' as const),
    share: random(),
  }))
  await runKills(real.url, {
    network: 'wordpress',
    places,
    env: proxyUrl => ({ WORDPRESS_URL: proxyUrl }),
    connect,
  })
  await expectOnce(/^(Alive|Killed \d+)$/, KILLS + 1, before)
  console.log(`seed ${SEED}: ${KILLS} articles whose processes were killed: 0 doubles, 0 lost, nothing left`)
})

/** Expects one public article of each title, each with a picture, and nothing else. */
async function expectOnce(titles: RegExp, count: number, before: Awaited<ReturnType<typeof leftovers>>) {
  const posts = (await real.posts('publish')).filter(({ title }) => titles.test(title.raw))
  expect(new Set(posts.map(({ title }) => title.raw)).size).toBe(count)
  expect(posts.length).toBe(count)
  expect(posts.filter(post => !post.featured_media)).toEqual([])
  expect(await leftovers()).toEqual(before)
}
