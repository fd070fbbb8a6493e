import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { connectingApp, postedMessage } from '#api/test/connecting.ts'
import { ACCOUNT_MESSAGES, type AccountDetails, type PageInfo } from '#shared/accounts.ts'

const app = await connectingApp()
const { ctx, clock, owner, start, consent, logIn, connectFacebook, world, request } = app

type Pages = { showPageSelection: boolean; data: PageInfo[]; formerPage?: string }
type Failure = { code: string; message: string; fields?: Record<string, string> }
const body = async <Body>(response: Response | Promise<Response>) => (await (await response).json()) as Body
const details = async (response: Response | Promise<Response>) =>
  (await body<{ data: AccountDetails }>(response)).data
const rowsOf = (userId: string) => ctx.db.select().from(accounts).where(eq(accounts.userId, userId))

describe('through the dialog', () => {
  test('connects the only Page of a login to the business that was selected at the start', async () => {
    const pat = await owner()
    const { person } = await logIn({ provider: 'facebook', pages: ['Pat’s Page'] })
    const { url } = await start(pat, 'facebook')
    await pat.selectDomain(await pat.addDomain('Another'))
    const { code, state } = await consent(url, person)

    const connected = await details(pat.call('auth/facebook', { json: { code, state } }))
    expect(connected).toMatchObject({ accountConnected: true, status: 'connected', name: 'Pat’s Page' })
    const [account] = await rowsOf(pat.userId)
    expect(account).toMatchObject({ domainId: pat.domainId, status: 'connected' })
  })

  test('posts code and state to the opener on the site’s origin only', async () => {
    const pat = await owner()
    const { person } = await logIn({ provider: 'facebook' })
    const { path, code, state } = await consent((await start(pat, 'facebook')).url, person)
    const page = await request(path)
    expect(postedMessage(await page.text())).toEqual({
      message: { status: 'success', code, state },
      origin: 'http://currawong.test',
    })
    expect(page.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; script-src 'nonce-[^']+';/,
    )
    expect(page.headers.get('Cross-Origin-Opener-Policy')).toBe('unsafe-none')
  })

  test('says that the user declined', async () => {
    const pat = await owner()
    const { path } = await consent((await start(pat, 'facebook')).url, 'cancel')
    const { message } = postedMessage(await (await request(path)).text())
    expect(message).toEqual({ status: 'error', message: ACCOUNT_MESSAGES.declined('Facebook') })
  })

  test('escapes the query of the redirect in the page’s script', async () => {
    const page = await (
      await request(`auth/facebook?code=${encodeURIComponent('</script><script>alert(1)')}&state=x`)
    ).text()
    expect(page).not.toContain('</script><script>alert')
    expect(postedMessage(page).message.code).toBe('</script><script>alert(1)')
  })

  test('accepts a state once, for ten minutes, in the session that started it', async () => {
    const [pat, eve] = [await owner(), await owner()]
    const { person } = await logIn({ provider: 'facebook' })
    const fresh = async () => await consent((await start(pat, 'facebook')).url, person)
    const refused = { code: 'invalid', message: ACCOUNT_MESSAGES.stateExpired }

    const used = await fresh()
    expect((await pat.call('auth/facebook', { json: used })).status).toBe(200)
    expect(await body<Failure>(pat.call('auth/facebook', { json: used }))).toMatchObject(refused)

    const stolen = await fresh()
    expect(await body<Failure>(eve.call('auth/facebook', { json: stolen }))).toMatchObject(refused)
    expect(await rowsOf(eve.userId)).toEqual([])

    const session = await body<{ token: string }>(
      request('users/login', { json: { email: pat.email, password: pat.password } }),
    )
    const elsewhere = request('auth/facebook', { json: await fresh(), token: session.token })
    expect(await body<Failure>(elsewhere)).toMatchObject(refused)

    const old = await fresh()
    clock.advance(10 * 60_000)
    expect(await body<Failure>(pat.call('auth/facebook', { json: old }))).toMatchObject(refused)
  })

  test('accepts a state once when two requests send it at the same time', async () => {
    const pat = await owner()
    const { person } = await logIn({ provider: 'facebook' })
    const json = await consent((await start(pat, 'facebook')).url, person)
    const both = await Promise.all([1, 2].map(() => pat.call('auth/facebook', { json })))
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]))
  })

  test('says that Facebook rejected the code', async () => {
    const pat = await owner()
    const { person } = await logIn({ provider: 'facebook' })
    const { state } = await consent((await start(pat, 'facebook')).url, person)
    const { code } = await consent((await start(pat, 'facebook')).url, person)
    clock.advance(9 * 60_000)
    const late = await consent((await start(pat, 'facebook')).url, person)
    clock.advance(2 * 60_000)
    expect((await pat.call('auth/facebook', { json: { code, state } })).status).toBe(400)
    const failure = await body<Failure>(pat.call('auth/facebook', { json: { code, state: late.state } }))
    expect(failure).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('Please connect again'),
    })
    expect(await rowsOf(pat.userId)).toEqual([])
  })
})

describe('with several Pages', () => {
  test('connects the chosen Page with the provider’s data, not the browser’s', async () => {
    const pat = await owner()
    const { response } = await connectFacebook(pat, ['One', 'Two'])
    expect(await details(response)).toEqual({ accountConnected: false })

    const pages = await body<Pages>(pat.call('auth/getPagesInfo'))
    expect(pages).toMatchObject({ showPageSelection: true, data: [{ name: 'One' }, { name: 'Two' }] })
    const chosen = await details(
      pat.call('auth/updatePageInfo', { json: { id: pages.data[1]!.id, name: 'Something else' } }),
    )
    expect(chosen).toMatchObject({
      accountConnected: true,
      name: 'Two',
      selectedPage: pages.data[1]!,
      pagesInfo: pages.data,
    })
    expect((await body<Pages>(pat.call('auth/getPagesInfo'))).showPageSelection).toBe(false)
  })

  test('names the businesses that have Pages already, and the former Page that this login lacks', async () => {
    const pat = await owner()
    await connectFacebook(pat, ['Harbour Bakehouse'])
    const { person } = await connectFacebook(pat, ['One', 'Two'])
    const listed = await body<Pages>(pat.call('auth/getPagesInfo'))
    expect(listed).toMatchObject({ showPageSelection: true, formerPage: 'Harbour Bakehouse' })
    await pat.call('auth/updatePageInfo', { json: { id: listed.data[0]!.id } })
    expect(await body<Pages>(pat.call('auth/getPagesInfo'))).not.toHaveProperty('formerPage')

    await pat.selectDomain(await pat.addDomain('Corner Shop'))
    await pat.call('auth/facebook', { json: person.authResponse })
    const elsewhere = await body<Pages>(pat.call('auth/getPagesInfo'))
    expect(elsewhere.data.map(({ name, usedBy }) => [name, usedBy])).toEqual([
      ['One', 'Pat’s Plumbing'],
      ['Two', undefined],
    ])
  })

  test('rejects a Page that the login does not list', async () => {
    const [pat, eve] = [await owner(), await owner()]
    await connectFacebook(pat, 2)
    await connectFacebook(eve, 2)
    const [foreign] = (await body<Pages>(eve.call('auth/getPagesInfo'))).data
    const failure = await body<Failure>(
      pat.call('auth/updatePageInfo', { json: { id: foreign!.id, name: foreign!.name } }),
    )
    expect(failure).toMatchObject({ code: 'invalid', fields: { id: ACCOUNT_MESSAGES.notListed } })
    expect((await rowsOf(pat.userId))[0]).toMatchObject({ status: 'choosing', encryptedToken: null })
  })

  test('lists all of 130 Pages across result pages', async () => {
    const pat = await owner()
    await connectFacebook(pat, 130)
    const { data } = await body<Pages>(pat.call('auth/getPagesInfo'))
    expect(new Set(data.map(page => page.id)).size).toBe(130)
  })

  test('connects a Page to one business only', async () => {
    const pat = await owner('First')
    const { person } = await connectFacebook(pat, ['One', 'Two'])
    const { data } = await body<Pages>(pat.call('auth/getPagesInfo'))
    await pat.call('auth/updatePageInfo', { json: { id: data[0]!.id } })

    await pat.selectDomain(await pat.addDomain('Second'))
    await pat.call('auth/facebook', { json: person.authResponse })
    const failure = await body<Failure>(pat.call('auth/updatePageInfo', { json: { id: data[0]!.id } }))
    expect(failure).toMatchObject({ code: 'conflict', message: ACCOUNT_MESSAGES.pageTaken('One', 'First') })
    expect((await pat.call('auth/updatePageInfo', { json: { id: data[1]!.id } })).status).toBe(200)
  })
})

test('says what to do after a login without a Page, and stores nothing', async () => {
  const pat = await owner()
  const { response } = await connectFacebook(pat, 0)
  expect(await body<Failure>(response)).toMatchObject({ code: 'invalid', message: ACCOUNT_MESSAGES.noPages })
  expect(await rowsOf(pat.userId)).toEqual([])
})

test('rejects another person’s token and a forged one from the SDK', async () => {
  const pat = await owner()
  const [one, two] = [await logIn({ provider: 'facebook' }), await logIn({ provider: 'facebook' })]
  for (const json of [
    { accessToken: one.authResponse.accessToken, userID: two.authResponse.userID },
    { accessToken: 'EAABmadeup', userID: one.authResponse.userID },
  ]) {
    expect((await pat.call('auth/facebook', { json })).status).toBe(400)
  }
  expect(await rowsOf(pat.userId)).toEqual([])
})

test('rejects a login without permission to publish, and says so', async () => {
  const pat = await owner()
  const { authResponse } = await logIn({
    provider: 'facebook',
    scopes: ['public_profile', 'pages_show_list', 'pages_read_engagement'],
  })
  const failure = await body<Failure>(pat.call('auth/facebook', { json: authResponse }))
  expect(failure).toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('allow everything that it asks for'),
  })
})

test('rejects the token of a different Page and does not store it', async () => {
  const { login } = ctx.networks.facebook
  const swapped = {
    ...login,
    listPages: async (token: string) => {
      const { found, unlisted } = await login.listPages(token)
      return { found: [{ ...found[0]!, accessToken: found[1]!.accessToken }], unlisted }
    },
  }
  const mixedUp = await connectingApp({
    networks: { ...ctx.networks, facebook: { ...ctx.networks.facebook, login: swapped } },
    sandbox: app.sandbox,
  })
  const pat = await mixedUp.owner()
  const { authResponse } = await logIn({ provider: 'facebook', pages: ['One', 'Two'] })
  const failure = await body<Failure>(pat.call('auth/facebook', { json: authResponse }))
  expect(failure).toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('a Page other than One'),
  })
  expect(await mixedUp.ctx.db.$count(accounts)).toBe(0)
})

test('keeps the account when the same Page is connected again, and replaces it for another Page', async () => {
  const pat = await owner()
  const { person } = await connectFacebook(pat)
  const [first] = await rowsOf(pat.userId)
  await pat.call('auth/facebook', { json: person.authResponse })
  const [again] = await rowsOf(pat.userId)
  expect(again!.id).toBe(first!.id)
  expect(again!.encryptedToken).not.toBe(first!.encryptedToken)

  await connectFacebook(pat)
  const rows = await rowsOf(pat.userId)
  expect(rows).toHaveLength(1)
  expect(rows[0]!.id).not.toBe(first!.id)
})

test('reports a failing provider, and keeps what was connected', async () => {
  const pat = await owner()
  await connectFacebook(pat)
  const { authResponse } = await logIn({ provider: 'facebook' })
  await world('faults', { provider: 'facebook', operation: 'accounts', kind: 'error', code: 2, status: 500 })
  const failure = await body<Failure>(pat.call('auth/facebook', { json: authResponse }))
  expect(failure).toEqual({
    success: false,
    code: 'upstream',
    message: 'Facebook had trouble on its side. Please try again in a minute.',
  } as never)
  expect(await rowsOf(pat.userId)).toHaveLength(1)
})
