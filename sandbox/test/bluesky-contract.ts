import { beforeAll, describe, expect, test } from 'bun:test'

import { PIXEL } from './media.ts'

export interface BlueskyServer {
  /** Without a slash at its end. */
  url: string
  /** Creates an account with an app password. */
  newAccount: () => Promise<{ did: string; handle: string; appPassword: string }>
}

interface Reply {
  status: number
  body: any
}

interface Call {
  method?: 'GET' | 'POST'
  query?: Record<string, string>
  json?: unknown
  file?: { bytes: Uint8Array<ArrayBuffer>; type: string }
  token?: string
}

const POST = 'app.bsky.feed.post'
const ALPHABET = '234567abcdefghijklmnopqrstuvwxyz'

let keys = 0
/** Returns a new TID. */
function newKey(): string {
  let bits = (BigInt(Date.now()) * 1000n + BigInt(keys++)) << 10n
  let key = ''
  for (let letter = 0; letter < 13; letter++) {
    key = ALPHABET.charAt(Number(bits & 31n)) + key
    bits >>= 5n
  }
  return key
}

/**
 * What the product relies on, observed on the reference server (`@atproto/pds` 0.4.217). The sandbox's double passes the same tests
 * (`bluesky.test.ts`) as the real one (`bun run test:bluesky`).
 */
export function describeBlueskyServer(open: () => Promise<BlueskyServer>) {
  let server: BlueskyServer
  let account: Awaited<ReturnType<BlueskyServer['newAccount']>>
  let token = ''

  async function call(
    nsid: string,
    { method, query = {}, json, file, token: bearer }: Call = {},
  ): Promise<Reply> {
    const url = `${server.url}/xrpc/${nsid}?${new URLSearchParams(query)}`
    const type = file?.type ?? (json === undefined ? undefined : 'application/json')
    const response = await fetch(url, {
      method: method ?? (json === undefined && !file ? 'GET' : 'POST'),
      headers: {
        ...(bearer && { Authorization: `Bearer ${bearer}` }),
        ...(type && { 'Content-Type': type }),
      },
      body: file ? file.bytes : json === undefined ? null : JSON.stringify(json),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
  }

  const signIn = (password: string) =>
    call('com.atproto.server.createSession', { json: { identifier: account.handle, password } })
  const refresh = (bearer: string) =>
    call('com.atproto.server.refreshSession', { method: 'POST', token: bearer })
  const put = (record: object, rkey = newKey()) =>
    call('com.atproto.repo.putRecord', {
      token,
      json: { repo: account.did, collection: POST, rkey, record: { $type: POST, ...record } },
    })
  const read = (rkey: string) =>
    call('com.atproto.repo.getRecord', { query: { repo: account.did, collection: POST, rkey } })
  const upload = async (bytes: Uint8Array<ArrayBuffer>, type = 'image/png') =>
    (await call('com.atproto.repo.uploadBlob', { token, file: { bytes, type } })).body.blob
  const post = (more: object = {}) => ({ text: 'Hello', createdAt: '2026-11-21T12:00:00.000Z', ...more })

  beforeAll(async () => {
    server = await open()
    account = await server.newAccount()
    token = (await signIn(account.appPassword)).body.accessJwt
  })

  describe('sessions', () => {
    test('begin with an app password, and name the account', async () => {
      const { status, body } = await signIn(account.appPassword)
      expect([status, body.did, body.handle]).toEqual([200, account.did, account.handle])
      const shown = await call('com.atproto.server.getSession', { token: body.accessJwt })
      expect(shown.body).toMatchObject({ did: account.did, handle: account.handle })
    })

    test('reject another password', async () => {
      expect(await signIn('another')).toMatchObject({
        status: 401,
        body: { error: 'AuthenticationRequired' },
      })
    })

    test('reject tokens that are missing, unknown or of the other kind', async () => {
      const { accessJwt, refreshJwt } = (await signIn(account.appPassword)).body
      const session = (bearer?: string) =>
        call('com.atproto.server.getSession', bearer ? { token: bearer } : {})
      expect(await session()).toMatchObject({ status: 401, body: { error: 'AuthMissing' } })
      expect(await session('x.y.z')).toMatchObject({ status: 400, body: { error: 'InvalidToken' } })
      expect(await session(refreshJwt)).toMatchObject({ status: 400, body: { error: 'InvalidToken' } })
      expect(await refresh(accessJwt)).toMatchObject({ status: 400, body: { error: 'InvalidToken' } })
    })

    test('give the same next refresh token again, in case its response was lost', async () => {
      const { refreshJwt } = (await signIn(account.appPassword)).body
      const [first, second] = [await refresh(refreshJwt), await refresh(refreshJwt)]
      expect([first.status, second.status]).toEqual([200, 200])
      expect(idOf(second.body.refreshJwt)).toBe(idOf(first.body.refreshJwt))
      expect((await refresh(first.body.refreshJwt)).status).toBe(200)
    })

    test('end when they are deleted', async () => {
      const { refreshJwt } = (await signIn(account.appPassword)).body
      const ended = await call('com.atproto.server.deleteSession', { method: 'POST', token: refreshJwt })
      expect(ended.status).toBe(200)
      expect(await refresh(refreshJwt)).toMatchObject({ status: 400, body: { error: 'ExpiredToken' } })
    })
  })

  describe('records', () => {
    test('are the same after a repeated call', async () => {
      const key = newKey()
      const [first, second] = [await put(post(), key), await put(post(), key)]
      expect([first.status, second.status]).toEqual([200, 200])
      expect(first.body.uri).toBe(`at://${account.did}/${POST}/${key}`)
      expect([second.body.uri, second.body.cid]).toEqual([first.body.uri, first.body.cid])
      expect((await read(key)).body).toMatchObject({ cid: first.body.cid, value: { text: 'Hello' } })
    })

    test('are replaced by a call with another text', async () => {
      const key = newKey()
      const { cid } = (await put(post(), key)).body
      const changed = await put(post({ text: 'Changed' }), key)
      expect(changed.body.cid).not.toBe(cid)
      expect((await read(key)).body).toMatchObject({ cid: changed.body.cid, value: { text: 'Changed' } })
    })

    test('are not found before, nor after a deletion, which can be repeated', async () => {
      const key = newKey()
      expect(await read(key)).toMatchObject({ status: 400, body: { error: 'RecordNotFound' } })
      await put(post(), key)
      const json = { repo: account.did, collection: POST, rkey: key }
      for (let time = 0; time < 2; time++)
        expect((await call('com.atproto.repo.deleteRecord', { token, json })).status).toBe(200)
      expect(await read(key)).toMatchObject({ status: 400, body: { error: 'RecordNotFound' } })
    })

    test('need a key in the format of a TID, and a token for the repository', async () => {
      for (const key of ['hello', 'a b']) expect((await put(post(), key)).body.error).toBe('InvalidRequest')
      const other = await server.newAccount()
      const json = { repo: other.did, collection: POST, rkey: newKey(), record: { $type: POST, ...post() } }
      expect(await call('com.atproto.repo.putRecord', { token, json })).toMatchObject({
        status: 401,
        body: { error: 'AuthenticationRequired' },
      })
      expect(await call('com.atproto.repo.putRecord', { json })).toMatchObject({
        status: 401,
        body: { error: 'AuthMissing' },
      })
    })

    test('have up to 300 graphemes and 3,000 bytes', async () => {
      const family = '👨‍👩‍👧‍👦'
      expect((await put(post({ text: family.repeat(100) }))).status).toBe(200)
      expect(await refusal({ text: 'x'.repeat(301) })).toContain(
        'grapheme too big (maximum 300, got 301) at $.record.text',
      )
      expect(await refusal({ text: family.repeat(130) })).toContain('string too big (maximum 3000')
    })

    test('reply to a post', async () => {
      const { uri, cid } = (await put(post())).body
      const parent = { uri, cid }
      expect((await put(post({ reply: { root: parent, parent } }))).status).toBe(200)
      expect(await refusal({ reply: { root: { uri: 'x', cid }, parent } })).toContain(
        '$.record.reply.root.uri',
      )
    })

    test('like a post, and hide replies to one, unless the settings changed meanwhile', async () => {
      const key = newKey()
      const { uri, cid } = (await put(post(), key)).body
      const createdAt = '2026-11-21T12:00:00.000Z'
      const write = (collection: string, rkey: string, record: object, swap: object = {}) =>
        call('com.atproto.repo.putRecord', {
          token,
          json: { repo: account.did, collection, rkey, record: { $type: collection, ...record }, ...swap },
        })
      const readFrom = (collection: string, rkey: string) =>
        call('com.atproto.repo.getRecord', { query: { repo: account.did, collection, rkey } })
      const [like, gate] = ['app.bsky.feed.like', 'app.bsky.feed.threadgate']
      const likeKey = newKey()
      const liked = await write(like, likeKey, { subject: { uri, cid }, createdAt })
      expect(liked.body.uri).toBe(`at://${account.did}/${like}/${likeKey}`)
      expect((await write(like, newKey(), { createdAt })).body.error).toBe('InvalidRequest')
      const json = { repo: account.did, collection: like, rkey: likeKey }
      expect((await call('com.atproto.repo.deleteRecord', { token, json })).status).toBe(200)
      expect((await readFrom(like, likeKey)).body.error).toBe('RecordNotFound')
      const settings = { post: uri, createdAt, hiddenReplies: [uri] }
      const first = await write(gate, key, settings, { swapRecord: null })
      expect(first.status).toBe(200)
      const none = { ...settings, hiddenReplies: [] }
      for (const swapRecord of [null, cid]) {
        expect(await write(gate, key, none, { swapRecord })).toMatchObject({
          status: 400,
          body: { error: 'InvalidSwap' },
        })
        // The same record again is no change.
        expect((await write(gate, key, settings, { swapRecord })).body.cid).toBe(first.body.cid)
      }
      const changed = await write(gate, key, none, { swapRecord: first.body.cid })
      expect(changed.status).toBe(200)
      expect((await readFrom(gate, key)).body).toMatchObject({
        cid: changed.body.cid,
        value: { hiddenReplies: [] },
      })
      expect((await write(gate, key, { ...settings, hiddenReplies: ['x'] })).body.error).toBe(
        'InvalidRequest',
      )
    })

    const refusal = async (more: object): Promise<string> => {
      const { status, body } = await put(post(more))
      expect([status, body.error]).toEqual([400, 'InvalidRequest'])
      return body.message
    }
    const facet = (feature: object, byteStart = 0) => ({
      facets: [{ index: { byteStart, byteEnd: 5 }, features: [feature] }],
    })

    test('mark links, mentions and hashtags', async () => {
      const { did } = account
      for (const feature of [
        { $type: 'app.bsky.richtext.facet#link', uri: 'https://a.example/?b=c' },
        { $type: 'app.bsky.richtext.facet#mention', did },
        { $type: 'app.bsky.richtext.facet#tag', tag: 'x'.repeat(64) },
      ])
        expect((await put(post(facet(feature)))).status).toBe(200)
      const at = '$.record.facets[0].features[0]'
      const link = { $type: 'app.bsky.richtext.facet#link', uri: 'a example' }
      expect(await refusal(facet(link))).toContain(`${at}.uri`)
      expect(await refusal(facet({ ...link, uri: 'https://a.example' }, -1))).toContain(
        '$.record.facets[0].index.byteStart',
      )
      const mention = { $type: 'app.bsky.richtext.facet#mention', did: account.handle }
      expect(await refusal(facet(mention))).toContain(`${at}.did`)
      const tag = { $type: 'app.bsky.richtext.facet#tag', tag: 'x'.repeat(65) }
      expect(await refusal(facet(tag))).toContain(`${at}.tag`)
    })

    test('name a time and languages', async () => {
      expect(await refusal({ createdAt: 'yesterday' })).toContain('$.record.createdAt')
      expect(await refusal({ createdAt: undefined })).toContain('Missing required key "createdAt"')
      expect(await refusal({ langs: ['english!!'] })).toContain('$.record.langs[0]')
      expect(await refusal({ langs: ['en', 'de', 'fr', 'it'] })).toContain('array too big (maximum 3, got 4)')
    })

    test('show up to four pictures of a megabyte, each with an alt text', async () => {
      const image = await upload(PIXEL)
      const pictures = (images: object[]) => ({ embed: { $type: 'app.bsky.embed.images', images } })
      const one = { image, alt: 'A square', aspectRatio: { width: 1, height: 1 } }
      expect((await put(post(pictures([one, one, one, one])))).status).toBe(200)
      expect(await refusal(pictures(Array.from({ length: 5 }, () => one)))).toContain('$.record.embed.images')
      expect(await refusal(pictures([{ image }]))).toContain('Missing required key "alt"')
      expect(await refusal(pictures([{ ...one, aspectRatio: { width: 0, height: 1 } }]))).toContain(
        '$.record.embed.images[0].aspectRatio.width',
      )
      const large = await upload(new Uint8Array(1_500_000))
      expect(await refusal(pictures([{ ...one, image: large }]))).toContain(
        'blob too big (maximum 1000000, got 1500000)',
      )
      const unknown = {
        ...image,
        ref: { $link: 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku' },
      }
      expect((await put(post(pictures([{ ...one, image: unknown }])))).body.error).toBe('BlobNotFound')
    })

    test('show a video, which is an MP4', async () => {
      const picture = await upload(PIXEL)
      expect(await refusal({ embed: { $type: 'app.bsky.embed.video', video: picture } })).toContain(
        'video/mp4',
      )
    })

    test('show a card of a link, with a title and a description', async () => {
      const thumb = await upload(PIXEL)
      const card = (external: object) => ({ embed: { $type: 'app.bsky.embed.external', external } })
      const whole = { uri: 'https://a.example', title: 'A page', description: '', thumb }
      expect((await put(post(card(whole)))).status).toBe(200)
      expect(await refusal(card({ uri: whole.uri, title: whole.title }))).toContain('"description"')
      const large = await upload(new Uint8Array(1_500_000))
      expect(await refusal(card({ ...whole, thumb: large }))).toContain('blob too big (maximum 1000000')
    })
  })

  test('recognises the type of an upload by its bytes, and gives the same file the same reference', async () => {
    const [first, second] = [await upload(PIXEL), await upload(PIXEL, 'video/mp4')]
    expect(first).toMatchObject({ $type: 'blob', mimeType: 'image/png', size: PIXEL.length })
    expect(second).toEqual(first)
    const anonymous = await call('com.atproto.repo.uploadBlob', {
      file: { bytes: PIXEL, type: 'image/png' },
    })
    expect(anonymous).toMatchObject({ status: 401, body: { error: 'AuthMissing' } })
  })

  test('finds the DID of a handle', async () => {
    const resolve = (handle: string) => call('com.atproto.identity.resolveHandle', { query: { handle } })
    expect((await resolve(account.handle)).body).toEqual({ did: account.did })
    expect(await resolve('nobody.test')).toMatchObject({ status: 400, body: { error: 'InvalidRequest' } })
  })
}

/** Returns a token's own id. */
const idOf = (jwt: string): unknown =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()).jti
