import { beforeAll, describe, expect, test } from 'bun:test'

import { PIXEL } from './media.ts'

export interface WordPressServer {
  /** URL of the site, without a slash at its end. */
  url: string
  /** Creates a user with an application password. */
  newUser: (
    role: 'editor' | 'author' | 'contributor' | 'subscriber',
  ) => Promise<{ user: string; password: string }>
  /** Returns the page's redirect after the user has agreed. */
  authorize: (url: string) => Promise<string>
}

interface Reply {
  status: number
  body: any
  headers: Headers
}

interface Call {
  method?: 'GET' | 'POST' | 'DELETE'
  query?: Record<string, string>
  json?: unknown
  form?: FormData
  as?: { user: string; password: string } | null
}

/** Blocks as WordPress's editor writes them. */
const ARTICLE = `<!-- wp:heading -->
<h2 class="wp-block-heading">Do <em>first</em></h2>
<!-- /wp:heading -->

<!-- wp:list -->
<ul class="wp-block-list"><!-- wp:list-item -->
<li><strong>Turn off</strong><br>the water<!-- wp:list {"ordered":true} -->
<ol class="wp-block-list"><!-- wp:list-item -->
<li>at the tap</li>
<!-- /wp:list-item --></ol>
<!-- /wp:list --></li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li>wait</li>
<!-- /wp:list-item --></ul>
<!-- /wp:list -->

<!-- wp:heading {"level":3} -->
<h3 class="wp-block-heading">Then</h3>
<!-- /wp:heading -->

<!-- wp:quote -->
<blockquote class="wp-block-quote"><!-- wp:paragraph -->
<p>Fast &amp; tidy</p>
<!-- /wp:paragraph --></blockquote>
<!-- /wp:quote -->

<!-- wp:paragraph -->
<p>Or <a href="https://a.example/?a=1&amp;b=2">call us</a></p>
<!-- /wp:paragraph -->`

let slugs = 0
const newSlug = () => `contract-${Date.now().toString(36)}-${slugs++}`

/**
 * What the product relies on, observed on WordPress 6.5.5. The sandbox's double passes the same tests (`wordpress.test.ts`) as the
 * real one (`bun run test:wordpress`).
 */
export function describeWordPressServer(open: () => Promise<WordPressServer>) {
  let server: WordPressServer
  let author: { user: string; password: string }
  let root: string

  async function call(
    path: string,
    { method, query = {}, json, form, as = author }: Call = {},
  ): Promise<Reply> {
    const url = new URL(root)
    const route = url.searchParams.get('rest_route')
    if (route === null) url.pathname = url.pathname.replace(/\/$/, '') + path
    else url.searchParams.set('rest_route', route.replace(/\/$/, '') + (path || '/'))
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const response = await fetch(url, {
      method: method ?? (json === undefined && !form ? 'GET' : 'POST'),
      headers: {
        ...(as && { Authorization: `Basic ${btoa(`${as.user}:${as.password}`)}` }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
      },
      body: form ?? (json === undefined ? null : JSON.stringify(json)),
    })
    return { status: response.status, body: await response.json(), headers: response.headers }
  }

  const draft = async (more: object = {}) =>
    (await call('/wp/v2/posts', { json: { status: 'draft', title: 'Hello', slug: newSlug(), ...more } })).body
  const publish = (id: number, more: object = {}) =>
    call(`/wp/v2/posts/${id}`, { json: { status: 'publish', slug: '', ...more } })
  const read = (id: number) => call(`/wp/v2/posts/${id}`, { query: { context: 'edit' } })
  function picture(fields: Record<string, string>, file = new File([PIXEL], 'a.png', { type: 'image/png' })) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('file', file)
    return call('/wp/v2/media', { form })
  }

  beforeAll(async () => {
    server = await open()
    author = await server.newUser('author')
    const home = await fetch(`${server.url}/`)
    root = /<([^>]+)>; rel="https:\/\/api\.w\.org\/"/.exec(home.headers.get('Link') ?? '')?.[1] ?? ''
  })

  describe('the site', () => {
    test('names its API in a header, and its page for applications', async () => {
      expect(root).toStartWith(server.url)
      const { body } = await call('', { as: null })
      expect(body.namespaces).toContain('wp/v2')
      expect(body.authentication['application-passwords'].endpoints.authorization).toBe(
        `${server.url}/wp-admin/authorize-application.php`,
      )
    })

    test('returns to the app with a password for the user who agreed', async () => {
      const url = new URL(`${server.url}/wp-admin/authorize-application.php`)
      url.searchParams.set('app_name', newSlug())
      url.searchParams.set('app_id', crypto.randomUUID())
      url.searchParams.set('success_url', 'https://app.example/back?state=a.b')
      const back = new URL(await server.authorize(url.href))
      expect(back.origin + back.pathname).toBe('https://app.example/back')
      const {
        state,
        site_url: site,
        user_login: user = '',
        password = '',
      } = Object.fromEntries(back.searchParams)
      expect([state, site]).toEqual(['a.b', server.url])
      const me = await call('/wp/v2/users/me', { query: { context: 'edit' }, as: { user, password } })
      expect([me.status, me.body.username]).toEqual([200, user])
      // The names of a user's applications are unique.
      expect(await server.authorize(url.href)).toBe('')
    })

    test('says what its user may do', async () => {
      const { body } = await call('/wp/v2/users/me', { query: { context: 'edit' } })
      expect(body).toMatchObject({
        id: expect.any(Number),
        name: expect.any(String),
        username: author.user,
        capabilities: { publish_posts: true, upload_files: true },
      })
      const as = await server.newUser('contributor')
      const other = await call('/wp/v2/users/me', { query: { context: 'edit' }, as })
      expect(other.body.capabilities.publish_posts).toBeUndefined()
    })

    test('rejects calls without a password, or with another one', async () => {
      for (const as of [null, { ...author, password: 'another' }]) {
        expect(await call('/wp/v2/users/me', { as })).toMatchObject({
          status: 401,
          body: { code: 'rest_not_logged_in' },
        })
        expect((await call('/wp/v2/posts', { json: { title: 'x', status: 'draft' }, as })).status).toBe(401)
      }
    })

    test('deletes the password that a call uses', async () => {
      const as = await server.newUser('author')
      const own = '/wp/v2/users/me/application-passwords'
      const { body } = await call(`${own}/introspect`, { as })
      expect((await call(`${own}/${body.uuid}`, { method: 'DELETE', as })).status).toBe(200)
      expect((await call('/wp/v2/users/me', { as })).status).toBe(401)
    })

    test('has no other routes', async () => {
      expect(await call('/wp/v2/nothing')).toMatchObject({ status: 404, body: { code: 'rest_no_route' } })
    })
  })

  describe('drafts', () => {
    test('are found by their slug, which a second one doesn’t get', async () => {
      const slug = newSlug()
      const [first, second] = [await draft({ slug }), await draft({ slug })]
      expect([first.slug, second.slug]).toEqual([slug, `${slug}-2`])
      const found = await call('/wp/v2/posts', {
        query: {
          slug: `${slug},${slug}-2`,
          status: 'any',
          context: 'edit',
          orderby: 'id',
          order: 'asc',
          _fields: 'id,status',
        },
      })
      expect(found.body).toEqual([
        { id: first.id, status: 'draft' },
        { id: second.id, status: 'draft' },
      ])
    })

    test('are published by their id, once, also by a repeated call', async () => {
      const { id, slug } = await draft({ title: 'Burst pipes in winter' })
      const [first, second] = [await publish(id), await publish(id)]
      expect([first.status, second.status]).toEqual([200, 200])
      expect(first.body).toMatchObject({ id, status: 'publish' })
      expect(second.body).toMatchObject({ id, date_gmt: first.body.date_gmt, link: first.body.link })
      expect(first.body.slug).toStartWith('burst-pipes-in-winter')
      expect((await call('/wp/v2/posts', { query: { slug, status: 'any' } })).body).toEqual([])
      expect((await read(id)).body.status).toBe('publish')
    })

    test('keep their text, and read markup in it', async () => {
      const content =
        '<!-- wp:paragraph -->\n<p>a &amp; b &lt;c&gt;<br>&#091;x&#093;</p>\n<!-- /wp:paragraph -->'
      const { id } = await draft({ title: 'a &lt;b&gt; &amp; c', content, excerpt: 'Short &amp; sweet' })
      const { body } = await read(id)
      expect(body.content.raw).toBe(content)
      expect(body.content.rendered).not.toContain('wp:paragraph')
      expect(body.title.rendered).not.toContain('<b>')
    })

    test('keep headings, lists, quotes and links of their blocks as they were written', async () => {
      const { id } = await draft()
      await publish(id, { content: ARTICLE })
      const { body } = await read(id)
      expect(body.content.raw).toBe(ARTICLE)
      expect(body.content.rendered).not.toContain('<!--')
      for (const shown of [
        /<h2 class="wp-block-heading">Do <em>first<\/em><\/h2>/,
        /<h3 class="wp-block-heading">Then<\/h3>/,
        /<ul class="wp-block-list">\s*<li><strong>Turn off<\/strong><br>the water\s*<ol class="wp-block-list">\s*<li>at the tap<\/li>/,
        /<blockquote class="wp-block-quote[ "][^>]*>\s*<p>Fast &amp; tidy<\/p>\s*<\/blockquote>/,
        /<a href="https:\/\/a.example\/\?a=1&amp;b=2">call us<\/a>/,
      ])
        expect(body.content.rendered).toMatch(shown)
    })

    test('show other quotation marks than were written', async () => {
      const { id } = await draft()
      const { body } = await publish(id, { title: "It's", content: "It's", context: 'edit' })
      for (const text of [body.title, body.content]) expect(text.raw).toBe("It's")
      for (const text of [body.title, body.content]) expect(text.rendered).toContain('It&#8217;s')
    })

    test('are listed only to people who have signed in, by a parameter', async () => {
      const refused = await call('/wp/v2/posts', { query: { status: 'any' }, as: null })
      expect([refused.status, refused.body.code]).toEqual([400, 'rest_invalid_param'])
      expect(refused.body.data.details.status).toMatchObject({
        code: 'rest_forbidden_status',
        data: { status: 401 },
      })
    })

    test('are listed to everybody, also with a revoked password, but as they were written only to authors', async () => {
      await publish((await draft()).id)
      const list = (as: Call['as'], query = {}) => call('/wp/v2/posts', { query, as: as ?? null })
      const revoked = { user: author.user, password: 'revoked' }
      for (const as of [null, revoked]) {
        expect((await list(as)).status).toBe(200)
        expect(await list(as, { context: 'edit' })).toMatchObject({
          status: 401,
          body: { code: 'rest_forbidden_context' },
        })
      }
      expect(await list(await server.newUser('subscriber'), { context: 'edit' })).toMatchObject({
        status: 403,
        body: { code: 'rest_forbidden_context' },
      })
    })

    test('need a title, a text or an excerpt, and a known status', async () => {
      const create = (json: object) => call('/wp/v2/posts', { json })
      expect(await create({ status: 'draft' })).toMatchObject({
        status: 400,
        body: { code: 'empty_content' },
      })
      expect(await create({ title: 'x', status: 'public' })).toMatchObject({
        status: 400,
        body: { code: 'rest_invalid_param', data: { params: { status: expect.any(String) } } },
      })
      expect(await create({ title: 'x', tags: ['a'] })).toMatchObject({
        status: 400,
        body: { code: 'rest_invalid_param' },
      })
    })

    test('are deleted for good, or moved to the bin, from where publishing restores them', async () => {
      const [accounts, binned] = [await draft(), await draft()]
      const remove = (id: number, query: Record<string, string> = {}) =>
        call(`/wp/v2/posts/${id}`, { method: 'DELETE', query })
      expect((await remove(accounts.id, { force: 'true' })).body.deleted).toBe(true)
      for (const reply of [
        await remove(accounts.id, { force: 'true' }),
        await read(accounts.id),
        await publish(accounts.id),
      ])
        expect(reply).toMatchObject({ status: 404, body: { code: 'rest_post_invalid_id' } })
      expect((await remove(binned.id)).body.status).toBe('trash')
      expect(await remove(binned.id)).toMatchObject({ status: 410, body: { code: 'rest_already_trashed' } })
      expect((await publish(binned.id)).body).toMatchObject({ id: binned.id, status: 'publish' })
    })

    test('are published only by users who may', async () => {
      const as = await server.newUser('contributor')
      const { body } = await call('/wp/v2/posts', { json: { title: 'Mine', status: 'draft' }, as })
      expect(await call(`/wp/v2/posts/${body.id}`, { json: { status: 'publish' }, as })).toMatchObject({
        status: 403,
        body: { code: 'rest_cannot_publish' },
      })
      const { id } = await draft()
      expect(await call(`/wp/v2/posts/${id}`, { json: { title: 'x' }, as })).toMatchObject({
        status: 403,
        body: { code: 'rest_cannot_edit' },
      })
      const reader = await server.newUser('subscriber')
      expect(await call('/wp/v2/posts', { json: { title: 'x', status: 'draft' }, as: reader })).toMatchObject(
        {
          status: 403,
          body: { code: 'rest_cannot_create' },
        },
      )
    })
  })

  describe('pictures', () => {
    test('belong to a draft, with an alt text, and are found by it', async () => {
      const [{ id }, slug] = [await draft(), newSlug()]
      const added = await picture({ post: String(id), slug, alt_text: 'A square' })
      expect([added.status, added.body]).toMatchObject([
        201,
        { slug, alt_text: 'A square', source_url: expect.stringMatching(/^https?:/) },
      ])
      const again = await picture({ post: String(id), slug, alt_text: 'A square' })
      expect(again.body.slug).toBe(`${slug}-2`)
      const found = await call('/wp/v2/media', {
        query: {
          parent: String(id),
          context: 'edit',
          orderby: 'id',
          order: 'asc',
          _fields: 'id,slug,source_url',
        },
      })
      expect(found.body.map((file: { id: number }) => file.id)).toEqual([added.body.id, again.body.id])
      const published = await publish(id, { featured_media: added.body.id })
      expect(published.body.featured_media).toBe(added.body.id)
    })

    test('stay when their draft is deleted, and are deleted for good only', async () => {
      const { id } = await draft()
      const { body } = await picture({ post: String(id) })
      const remove = (query: Record<string, string>) =>
        call(`/wp/v2/media/${body.id}`, { method: 'DELETE', query })
      expect(await remove({})).toMatchObject({ status: 501, body: { code: 'rest_trash_not_supported' } })
      await call(`/wp/v2/posts/${id}`, { method: 'DELETE', query: { force: 'true' } })
      expect((await remove({ force: 'true' })).body.deleted).toBe(true)
      expect(await remove({ force: 'true' })).toMatchObject({
        status: 404,
        body: { code: 'rest_post_invalid_id' },
      })
    })

    test('are pictures, added by users who may', async () => {
      const page = new File(['hello'], 'a.php', { type: 'image/png' })
      expect(await picture({}, page)).toMatchObject({
        status: 500,
        body: { code: 'rest_upload_unknown_error' },
      })
      expect(await call('/wp/v2/media', { json: {} })).toMatchObject({
        status: 400,
        body: { code: 'rest_upload_no_content_disposition' },
      })
    })
  })

  describe('comments', () => {
    const title = () => `A & B ${newSlug()}`
    const list = async (query: Record<string, string>, as?: Call['as']) =>
      await call('/wp/v2/comments', { query, ...(as !== undefined && { as }) })
    const comment = (json: object, as?: Call['as']) =>
      call('/wp/v2/comments', { json, ...(as !== undefined && { as }) })
    async function open() {
      const { id } = await draft({ title: title().replace('&', '&amp;') })
      await publish(id)
      return id as number
    }

    test('of somebody unknown wait for approval, which editors give and take back', async () => {
      const post = await open()
      const [visitor, editor] = [await server.newUser('subscriber'), await server.newUser('editor')]
      const added = await comment({ post, content: 'Is it &lt;b&gt; &amp; "new"?\nYes' }, visitor)
      expect([added.status, added.body.status]).toEqual([201, 'hold'])
      const { id } = added.body
      expect((await list({ post: String(post) }, null)).body).toEqual([])
      const change = (status: string, as: Call['as']) =>
        call(`/wp/v2/comments/${id}`, { json: { status }, as: as ?? null })
      expect((await change('approve', visitor)).body.code).toBe('rest_cannot_edit')
      expect((await change('approve', editor)).body.status).toBe('approved')
      // With some databases, a repeat is an error that changes nothing.
      expect([200, 500]).toContain((await change('approve', editor)).status)
      expect((await list({ post: String(post) }, null)).body).toMatchObject([
        { id, author_name: visitor.user },
      ])
      const { body } = await call(`/wp/v2/comments/${id}`, { query: { context: 'edit' }, as: editor })
      expect(body).toMatchObject({ id, post, parent: 0, status: 'approved', author: expect.any(Number) })
      expect(body.content.raw).toBe('Is it &lt;b&gt; &amp; "new"?\nYes')
      expect((await change('hold', editor)).body.status).toBe('hold')
      const query = { post: String(post), status: 'all', context: 'edit' }
      expect((await list(query, editor)).body).toMatchObject([{ id, status: 'hold' }])
    })

    test('are listed newest first with their posts, to editors also those that wait', async () => {
      const post = await open()
      const [visitor, editor] = [await server.newUser('subscriber'), await server.newUser('editor')]
      const { body: first } = await comment({ post, content: 'First' }, visitor)
      const { body: answer } = await comment({ post, content: 'Answer', parent: first.id }, editor)
      expect(answer).toMatchObject({ status: 'approved', parent: first.id })
      const listed = await list(
        {
          post: String(post),
          status: 'all',
          per_page: '100',
          orderby: 'date_gmt',
          order: 'desc',
          _embed: 'up',
          _fields: 'post,_links,_embedded',
        },
        editor,
      )
      expect(listed.body).toMatchObject([{ post }, { post }])
      const [shown] = listed.body
      const up = shown._embedded.up.find((each: { type: string }) => each.type === 'post')
      expect(up).toMatchObject({ id: post, title: { rendered: expect.stringContaining('A ') } })
      expect(up.link).toStartWith('http')
      const replies = await list({ parent: String(first.id), status: 'all', context: 'edit' }, editor)
      expect(replies.body).toMatchObject([{ id: answer.id, content: { raw: 'Answer' } }])
      expect((await list({ post: String(post), context: 'edit' })).body.code).toBe('rest_forbidden_context')
    })

    test('are refused twice, without a text, and to people who haven’t signed in', async () => {
      const [post, editor] = [await open(), await server.newUser('editor')]
      expect((await comment({ post, content: 'Once' }, editor)).status).toBe(201)
      expect(await comment({ post, content: 'Once' }, editor)).toMatchObject({
        status: 409,
        body: { code: 'comment_duplicate' },
      })
      expect((await comment({ post, content: '' }, editor)).body.code).toBe('rest_comment_content_invalid')
      expect(await comment({ post, content: 'Hello' }, null)).toMatchObject({
        status: 401,
        body: { code: 'rest_comment_login_required' },
      })
    })

    test('go to the bin with their post', async () => {
      const [post, editor] = [await open(), await server.newUser('editor')]
      const { body } = await comment({ post, content: 'Hello' }, editor)
      expect((await call(`/wp/v2/posts/${post}`, { method: 'DELETE', as: editor })).status).toBe(200)
      const query = { post: String(post), status: 'all', context: 'edit' }
      expect((await list(query, editor)).body).toEqual([])
      const read = await call(`/wp/v2/comments/${body.id}`, { query: { context: 'edit' }, as: editor })
      expect([read.status, read.body.status]).toEqual([200, 'post-trashed'])
    })

    test('go to the bin, once', async () => {
      const [post, editor] = [await open(), await server.newUser('editor')]
      const { body } = await comment({ post, content: 'Spam' }, editor)
      const remove = () => call(`/wp/v2/comments/${body.id}`, { method: 'DELETE', as: editor })
      expect((await remove()).body.status).toBe('trash')
      expect(await remove()).toMatchObject({ status: 410, body: { code: 'rest_already_trashed' } })
      const query = { post: String(post), status: 'all', context: 'edit' }
      expect((await list(query, editor)).body).toEqual([])
      const read = (id: number) => call(`/wp/v2/comments/${id}`, { query: { context: 'edit' }, as: editor })
      expect((await read(body.id)).body.status).toBe('trash')
      expect(await read(999_999)).toMatchObject({ status: 404, body: { code: 'rest_comment_invalid_id' } })
    })
  })

  test('tells its authors which users may write posts', async () => {
    const users = await Promise.all(
      (['editor', 'contributor', 'subscriber'] as const).map(role => server.newUser(role)),
    )
    const me = async (as: Call['as']) => (await call('/wp/v2/users/me', { as: as ?? null })).body.id as number
    const ids = await Promise.all([author, ...users].map(me))
    const query = { who: 'authors', include: ids.join(','), per_page: '100', _fields: 'id' }
    const { status, body } = await call('/wp/v2/users', { query })
    const inOrder = (all: number[]) => all.toSorted((a, b) => a - b)
    const listed = body.map(({ id }: { id: number }) => id) as number[]
    expect([status, inOrder(listed)]).toEqual([200, inOrder(ids.slice(0, 3))])
    for (const [as, status] of [
      [users[2]!, 403],
      [null, 401],
    ] as const)
      expect(await call('/wp/v2/users', { query, as })).toMatchObject({
        status,
        body: { code: 'rest_forbidden_who' },
      })
  })

  test('lists its posts by page, with their pictures', async () => {
    const { id } = await draft()
    const { body } = await picture({ post: String(id), alt_text: 'A square' })
    await publish(id, { featured_media: body.id })
    const list = (query: Record<string, string>) =>
      call('/wp/v2/posts', {
        query: {
          per_page: '1',
          _embed: 'wp:featuredmedia',
          _fields: 'id,date_gmt,link,title,content,_links,_embedded',
          ...query,
        },
      })
    const [shown] = (await list({})).body
    expect(shown).toMatchObject({
      id,
      link: expect.any(String),
      _embedded: { 'wp:featuredmedia': [{ alt_text: 'A square' }] },
    })
    expect(await list({ page: '999' })).toMatchObject({
      status: 400,
      body: { code: 'rest_post_invalid_page_number' },
    })
    expect((await list({ per_page: '101' })).body.code).toBe('rest_invalid_param')
  })

  test('has categories, and tags that are added once', async () => {
    const categories = await call('/wp/v2/categories', {
      query: { orderby: 'count', order: 'desc', per_page: '100', _fields: 'id,name' },
    })
    expect(categories.body[0]).toEqual({ id: expect.any(Number), name: expect.any(String) })
    const after = await call('/wp/v2/categories', { query: { page: '99', per_page: '100' } })
    expect([after.status, after.body]).toEqual([200, []])
    const name = `Pipes & ${newSlug()}`
    const added = await call('/wp/v2/tags', { json: { name } })
    expect([added.status, added.body.name]).toEqual([201, name.replace('&', '&amp;')])
    expect(await call('/wp/v2/tags', { json: { name } })).toMatchObject({
      status: 400,
      body: { code: 'term_exists' },
    })
    expect(await call('/wp/v2/tags', { json: { name: '<b></b>' } })).toMatchObject({
      status: 500,
      body: { code: 'empty_term_name' },
    })
    const found = await call('/wp/v2/tags', { query: { search: name.slice(8), _fields: 'id,name' } })
    expect(found.body).toEqual([{ id: added.body.id, name: added.body.name }])
    const { id } = await draft()
    const { body } = await publish(id, {
      tags: [added.body.id, 999_999],
      categories: [categories.body[0].id],
    })
    expect([body.tags, body.categories]).toEqual([[added.body.id], [categories.body[0].id]])
  })
}
