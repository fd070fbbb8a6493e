import { afterAll, beforeEach, describe, expect, test } from 'bun:test'

import { readConfig } from '#api/config.ts'
import { type FacebookPage } from '#api/networks/facebook/pages.ts'
import type { NetworkError } from './core/network.ts'
import { facebookLogin } from './facebook/login.ts'
import { instagramLogin } from './instagram/login.ts'

/** What the provider answers, by path; the sandbox never answers so wrongly. */
let answers: Record<string, unknown> = {}
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const answer = answers[new URL(request.url).pathname]
    return new Response(
      typeof answer === 'string'
        ? answer
        : JSON.stringify(answer ?? { error: { code: 803, message: 'Unknown' } }),
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

const wordsOf = async (asked: Promise<unknown>) =>
  await asked.then(
    () => 'accepted',
    (error: NetworkError) => error.message,
  )

describe('a Page’s token', () => {
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
  const check = (wrong: object, given: Partial<FacebookPage> = {}) => {
    answers = { '/v23.0/debug_token': { data: { ...good, ...wrong } } }
    return wordsOf(facebook.checkPageToken({ ...page, ...given }))
  }

  test('is accepted when everything fits', async () => {
    expect(await check({})).toBe('accepted')
    expect(await check({}, { tasks: undefined })).toBe('accepted')
  })

  test('is accepted when its id comes as a number beyond 2^53', async () => {
    answers = { '/v23.0/debug_token': `{"data":${JSON.stringify(good).replace(`"${page.id}"`, page.id)}}` }
    expect(await wordsOf(facebook.checkPageToken(page))).toBe('accepted')
  })

  test.each([
    ['another app’s', { app_id: '999' }, {}, 'not made for us'],
    ['dead', { is_valid: false }, {}, 'no longer valid'],
    ['a person’s', { type: 'USER' }, {}, 'another Page'],
    ['a neighbouring Page’s', { profile_id: '17841400008460056124' }, {}, 'another Page'],
    [
      'without permission to publish',
      { scopes: ['pages_show_list', 'pages_read_engagement'] },
      {},
      'every permission',
    ],
    ['of somebody who may not create posts', {}, { tasks: ['ANALYZE'] }, 'may not create posts'],
    ['missing', {}, { accessToken: '' }, 'no access'],
  ])('that is %s is refused', async (_name, wrong, given, words) => {
    expect(await check(wrong, given)).toContain(words)
  })
})

describe('a login’s token', () => {
  beforeEach(() => {
    answers = { '/v23.0/oauth/access_token': { access_token: 'EAABlong', expires_in: 5_183_944 } }
  })
  const inspected = (data: object) =>
    (answers['/v23.0/debug_token'] = {
      data: { app_id: '1234', type: 'USER', is_valid: true, user_id: '42', ...data },
    })

  test('of the person who signed in becomes one of sixty days', async () => {
    inspected({})
    expect(await facebook.exchangeToken({ accessToken: 'EAABshort', userId: '42' })).toEqual({
      userId: '42',
      accessToken: 'EAABlong',
      expiresAt: new Date(NOON.getTime() + 5_183_944_000),
    })
  })

  test('without an end has none here either', async () => {
    inspected({})
    answers['/v23.0/oauth/access_token'] = { access_token: 'EAABsystem' }
    expect(await facebook.exchangeCode({ code: 'x', redirectUri: 'https://a/' })).toMatchObject({
      expiresAt: undefined,
    })
  })

  test.each([
    ['another person’s', { user_id: '43' }],
    ['another app’s', { app_id: '999' }],
    ['a Page’s', { type: 'PAGE' }],
    ['dead', { is_valid: false }],
  ])('that is %s is refused', async (_name, data) => {
    inspected(data)
    expect(await wordsOf(facebook.exchangeToken({ accessToken: 'EAABshort', userId: '42' }))).toContain(
      'Please connect again',
    )
  })
})

describe('Instagram', () => {
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
  ])('tells its token %s', async (_name, reply) => {
    answers = { '/oauth/access_token': reply, ...longLived }
    expect(await instagram.exchangeCode({ code: 'x#_', redirectUri: 'https://a/' })).toEqual({
      accessToken: 'IGAAlong',
      expiresAt: new Date('2030-03-02T12:00:00Z'),
    })
  })

  test('must have been allowed to publish', async () => {
    answers = {
      '/oauth/access_token': { data: [{ ...grant, user_id: 1, permissions: 'instagram_business_basic' }] },
      ...longLived,
    }
    expect(await wordsOf(instagram.exchangeCode({ code: 'x', redirectUri: 'https://a/' }))).toContain(
      'permission to publish',
    )
  })

  test.each(['Business', 'MEDIA_CREATOR', 'Media_Creator'])(
    'takes an account of type %s',
    async account_type => {
      answers = { '/v23.0/me': { data: [{ user_id: '1', username: 'pat', account_type }] } }
      expect(await instagram.readProfile('IGAA')).toMatchObject({
        userId: '1',
        name: 'pat',
        username: 'pat',
        followers: null,
      })
    },
  )

  test('says how a personal account becomes one that can be published to', async () => {
    answers = { '/v23.0/me': { user_id: '1', username: 'pat', account_type: 'PERSONAL' } }
    expect(await wordsOf(instagram.readProfile('IGAA'))).toMatch(
      /^@pat is a personal Instagram account.*Switch it to Business or Creator/,
    )
  })
})
