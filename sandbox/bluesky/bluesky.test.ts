import { describe, expect, test } from 'bun:test'

import { describeBlueskyServer } from '../test/bluesky-contract.ts'
import { openSandbox } from '../test/sandbox.ts'

const sandbox = await openSandbox()

describe('the sandbox’s server', () =>
  describeBlueskyServer(async () => ({
    url: `${sandbox.url}/bluesky`,
    async newAccount() {
      const { person, ...account } = await sandbox.control('login', { provider: 'bluesky' })
      return { did: person, ...account }
    },
  })))

async function signedIn() {
  const { person: did, handle, appPassword } = await sandbox.control('login', { provider: 'bluesky' })
  const call = async (nsid: string, json?: unknown, token?: string) => {
    const { status, body } = await sandbox.ask(`/bluesky/xrpc/${nsid}`, {
      method: json === undefined ? 'GET' : 'POST',
      headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    return { status, body }
  }
  const { body } = await call('com.atproto.server.createSession', {
    identifier: handle,
    password: appPassword,
  })
  const tokens = body as { accessJwt: string; refreshJwt: string }
  const refresh = (token: string) => call('com.atproto.server.refreshSession', {}, token)
  const put = (record: object) =>
    call(
      'com.atproto.repo.putRecord',
      {
        repo: did,
        collection: 'app.bsky.feed.post',
        rkey: '3lbeeeeeeee22',
        record: { createdAt: '2026-11-21T12:00:00Z', ...record },
      },
      tokens.accessJwt,
    )
  return { did, handle, call, tokens, refresh, put }
}

const HOURS = 3_600_000

test('ends access tokens after two hours, and used refresh tokens two hours after their use', async () => {
  const { call, tokens, refresh } = await signedIn()
  const next = (await refresh(tokens.refreshJwt)).body
  sandbox.advance(2 * HOURS + 1000)
  const session = await call('com.atproto.server.getSession', undefined, tokens.accessJwt)
  expect(session).toMatchObject({ status: 400, body: { error: 'ExpiredToken' } })
  expect((await refresh(tokens.refreshJwt)).body.error).toBe('ExpiredToken')
  expect((await refresh(next.refreshJwt)).status).toBe(200)
})

test('rejects facets that don’t fit the text, which servers leave to readers', async () => {
  const { put } = await signedIn()
  const tag = { $type: 'app.bsky.richtext.facet#tag', tag: 'x' }
  const facet = (byteStart: number, byteEnd: number) => ({ index: { byteStart, byteEnd }, features: [tag] })
  const refusal = async (...facets: object[]) => (await put({ text: 'é #x', facets })).body.message
  expect(await refusal(facet(3, 5))).toBeUndefined()
  expect(await refusal(facet(3, 6))).toContain('Facet beyond the text')
  expect(await refusal(facet(5, 3))).toContain('Facet beyond the text')
  expect(await refusal(facet(1, 5))).toContain('Facet cuts a character')
  expect(await refusal(facet(3, 5), facet(4, 5))).toContain('Facets overlap')
})

test('shows posts with their counts and own replies, and forgets an expired app password', async () => {
  const { did, handle, put, refresh, tokens } = await signedIn()
  await put({ text: 'Hello' })
  const [post] = await sandbox.published()
  await sandbox.control('engage', { id: post.id, likes: 3, comments: 2, shares: 1 })
  const feed = await sandbox.get('/bluesky/xrpc/app.bsky.feed.getAuthorFeed', {
    actor: did,
    filter: 'posts_no_replies',
  })
  expect(feed.body.feed[0].post).toMatchObject({ likeCount: 3, replyCount: 2, repostCount: 1 })
  expect((await sandbox.ask(new URL(post.permalink).pathname)).text).toContain(handle)
  await sandbox.control('expire', { provider: 'bluesky', person: did })
  expect((await refresh(tokens.refreshJwt)).body.error).toBe('ExpiredToken')
})
