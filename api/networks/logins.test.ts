import { afterAll, beforeEach, describe, expect, test } from 'bun:test'

import { type FacebookPage } from '#api/networks/facebook/pages.ts'
import { readConfig } from '#api/runtime/config.ts'
import type { NetworkError } from './core/network.ts'
import { facebookLogin } from './facebook/login.ts'
import { instagramLogin } from './instagram/login.ts'

/** Responses by path that the sandbox never returns. */
let responses: Record<string, unknown> = {}
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const content = responses[new URL(request.url).pathname]
    return new Response(
      typeof content === 'string'
        ? content
        : JSON.stringify(content ?? { error: { code: 803, message: 'Unknown' } }),
    )
  },
})
afterAll(() => server.stop(true))

const NOON = new Date('2030-01-01T12:00:00Z')
const url = server.url.origin
const config = readConfig({
  APP_SECRET: 'a secret of the tests, long enough',
  META_APP_ID: '1234',
  META_APP_SECRET: 'secret',
  INSTAGRAM_APP_ID: '5678',
  INSTAGRAM_APP_SECRET: 'secret',
  FACEBOOK_GRAPH_URL: url,
  INSTAGRAM_API_URL: url,
  INSTAGRAM_GRAPH_URL: url,
})
const facebook = facebookLogin(config, () => NOON)
const instagram = instagramLogin(config, () => NOON)

const messageOf = async (call: Promise<unknown>) =>
  await call.then(
    () => 'accepted',
    (error: NetworkError) => error.message,
  )

describe('checking a Page’s token', () => {
  const page: FacebookPage = {
    id: '17841400008460056123',
    name: 'Pat’s Page',
    picture: '',
    accessToken: 'EAAB',
    tasks: ['CREATE_CONTENT'],
  }
  const good = {
    app_id: '1234',
    type: 'PAGE',
    is_valid: true,
    user_id: '1',
    profile_id: page.id,
    scopes: ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts'],
  }
  const check = (wrong: object, changes: Partial<FacebookPage & { isNew: boolean }> = {}) => {
    responses = { '/v23.0/debug_token': { data: { ...good, ...wrong } } }
    return messageOf(facebook.checkPageToken({ ...page, isNew: true, ...changes }))
  }

  test('accepts a valid token', async () => {
    expect(await check({})).toBe('accepted')
    expect(await check({}, { tasks: undefined })).toBe('accepted')
  })

  test('accepts an id as a number beyond 2^53', async () => {
    responses = { '/v23.0/debug_token': `{"data":${JSON.stringify(good).replace(`"${page.id}"`, page.id)}}` }
    expect(await messageOf(facebook.checkPageToken({ ...page, isNew: true }))).toBe('accepted')
  })

  test('accepts a permission for this Page, or for everything', async () => {
    const scope = 'pages_manage_posts'
    expect(await check({ granular_scopes: [{ scope, target_ids: ['1', page.id] }] })).toBe('accepted')
    expect(await check({ granular_scopes: [{ scope }, { scope: 'email', target_ids: ['1'] }] })).toBe(
      'accepted',
    )
    const elsewhere = { granular_scopes: [{ scope, target_ids: ['1'] }] }
    expect(await check(elsewhere, { isNew: false })).toBe('accepted')
  })

  test.each([
    ['another app’s', { app_id: '999' }, {}, 'not made for us'],
    ['invalid', { is_valid: false }, {}, 'no longer valid'],
    ['a person’s', { type: 'USER' }, {}, 'a Page other than'],
    ['a neighbouring Page’s', { profile_id: '17841400008460056124' }, {}, 'a Page other than'],
    [
      'without permission to publish',
      { scopes: ['pages_show_list', 'pages_read_engagement'] },
      {},
      'every permission',
    ],
    [
      'with permission to publish only to other Pages',
      {
        granular_scopes: [
          { scope: 'pages_show_list', target_ids: ['1', page.id] },
          { scope: 'pages_manage_posts', target_ids: ['1'] },
        ],
      },
      {},
      'but not to Pat’s Page',
    ],
    [
      'of a person without permission to create posts',
      {},
      { tasks: ['ANALYZE'] },
      'permission to create posts',
    ],
    ['missing', {}, { accessToken: '' }, 'no access'],
  ])('rejects a token that is %s', async (_name, wrong, changes, message) => {
    expect(await check(wrong, changes)).toContain(message)
  })
})

describe('exchanging a sign-in’s token', () => {
  beforeEach(() => {
    responses = { '/v23.0/oauth/access_token': { access_token: 'EAABlong', expires_in: 5_183_944 } }
  })
  const inspected = (data: object) =>
    (responses['/v23.0/debug_token'] = {
      data: { app_id: '1234', type: 'USER', is_valid: true, user_id: '42', ...data },
    })

  test('returns a token of sixty days', async () => {
    inspected({})
    expect(await facebook.exchangeToken({ accessToken: 'EAABshort', userId: '42' })).toEqual({
      userId: '42',
      accessToken: 'EAABlong',
      expiresAt: new Date(NOON.getTime() + 5_183_944_000),
    })
  })

  test('supports a token that doesn’t expire', async () => {
    inspected({})
    responses['/v23.0/oauth/access_token'] = { access_token: 'EAABsystem' }
    expect(await facebook.exchangeCode({ code: 'x', redirectUri: 'https://a/' })).toMatchObject({
      expiresAt: undefined,
    })
  })

  test.each([
    ['another person’s', { user_id: '43' }],
    ['another app’s', { app_id: '999' }],
    ['a Page’s', { type: 'PAGE' }],
    ['invalid', { is_valid: false }],
  ])('rejects a token that is %s', async (_name, data) => {
    inspected(data)
    expect(await messageOf(facebook.exchangeToken({ accessToken: 'EAABshort', userId: '42' }))).toContain(
      'Please connect again',
    )
  })
})

describe('signing in to Instagram', () => {
  const longLived = {
    '/access_token': { access_token: 'IGAAlong', token_type: 'bearer', expires_in: 5_184_000 },
  }
  const grant = {
    access_token: 'IGAAshort',
    permissions: 'instagram_business_basic,instagram_business_content_publish',
  }

  test.each([
    [
      'wrapped',
      `{"data":[${JSON.stringify({ ...grant, user_id: 0 }).replace(':0', ':17841400008460056123')}]}`,
    ],
    ['flat', JSON.stringify({ ...grant, user_id: 0 }).replace(':0', ':17841400008460056123')],
    [
      'flat, with a list of permissions',
      JSON.stringify({
        ...grant,
        permissions: grant.permissions.split(','),
        user_id: '17841400008460056123',
      }),
    ],
  ])('reads a token that is %s', async (_name, reply) => {
    responses = { '/oauth/access_token': reply, ...longLived }
    expect(await instagram.exchangeCode({ code: 'x#_', redirectUri: 'https://a/' })).toEqual({
      accessToken: 'IGAAlong',
      expiresAt: new Date('2030-03-02T12:00:00Z'),
    })
  })

  test('requires permission to publish', async () => {
    responses = {
      '/oauth/access_token': { data: [{ ...grant, user_id: 1, permissions: 'instagram_business_basic' }] },
      ...longLived,
    }
    expect(await messageOf(instagram.exchangeCode({ code: 'x', redirectUri: 'https://a/' }))).toContain(
      'permission to publish',
    )
  })

  test.each(['Business', 'MEDIA_CREATOR', 'Media_Creator'])(
    'accepts an account of type %s',
    async account_type => {
      responses = { '/v23.0/me': { data: [{ user_id: '1', username: 'pat', account_type }] } }
      expect(await instagram.readProfile('IGAA')).toMatchObject({
        userId: '1',
        name: 'pat',
        username: 'pat',
        followers: null,
      })
    },
  )

  test('explains how to convert a personal account', async () => {
    responses = { '/v23.0/me': { user_id: '1', username: 'pat', account_type: 'PERSONAL' } }
    expect(await messageOf(instagram.readProfile('IGAA'))).toMatch(
      /^@pat is a personal Instagram account.*Switch it to Business or Creator/,
    )
  })
})
