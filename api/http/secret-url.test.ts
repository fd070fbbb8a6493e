import { expect, test } from 'bun:test'

import { media } from '#api/db/schema/posts/media.ts'
import { createWorld } from '#api/test/access/world.ts'
import type { Review } from '#shared/posts/review-links.ts'

type Parameter = { name: string; in: string }
type Operation = { security?: unknown[]; parameters?: Parameter[] }

/** Query parameters that grant access. */
const SECRETS = ['ticket', 'signature', 'token', 'code', 'password']
/** Calls without a login whose URL has a parameter, but no secret. */
const PUBLIC = ['GET /uploads/{fileName}']

const isSecretUrl = (path: string, { security = [], parameters = [] }: Operation) =>
  (security.length === 0 && path.includes('{')) || parameters.some(({ name }) => SECRETS.includes(name))

test('keeps every URL with a secret, and its response, from caches, search engines and other sites', async () => {
  const { api, world } = await createWorld()
  const { paths } = (await (await api.request('openapi.json')).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const secret = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => isSecretUrl(path, operation))
      .map(([method, { parameters = [] }]) => ({ method: method.toUpperCase(), path, parameters })),
  )
  const calls = secret.filter(({ method, path }) => !PUBLIC.includes(`${method} ${path}`))
  for (const prefix of [
    '/report/',
    '/api/review/',
    '/api/connect/',
    '/api/invitations/',
    '/api/feeds/',
    '/api/auth/wordpress',
  ])
    expect(calls.filter(({ path }) => path.startsWith(prefix))).not.toEqual([])

  const expectKept = async (path: string, init: { method?: string; json?: object } = {}) => {
    const { headers, status } = await api.request(path, init)
    expect({
      path,
      status,
      cache: headers.get('Cache-Control'),
      robots: headers.get('X-Robots-Tag'),
      referrer: headers.get('Referrer-Policy'),
    }).toEqual({
      path,
      status,
      cache: 'private, no-store',
      robots: 'noindex, nofollow',
      referrer: 'no-referrer',
    })
  }
  for (const { method, path, parameters } of calls) {
    const query = parameters
      .filter(each => each.in === 'query')
      .map(({ name }) => `${name}=${name === 'viewer' ? 'link:x' : 'k'.repeat(52)}`)
    const url = `${path.replace('{file}', 'original.jpg').replaceAll(/\{[^}]*\}/g, 'k'.repeat(52))}?${query.join('&')}`
    await expectKept(url, { method, ...(method === 'POST' && { json: {} }) })
  }

  const created = await api.call(`businesses/${world.domainId}/review-links`, {
    json: { postIds: [world.postId] },
  })
  const token = ((await created.json()) as { url: string }).url.split('/').at(-1)
  await expectKept(`review/${token}`)
  const { data } = (await (await api.request(`review/${token}`)).json()) as { data: Review }
  for (const { url } of data.posts.flatMap(post => post.networks.flatMap(each => each.media)))
    await expectKept(url.slice(url.indexOf('/api/')))
  const feed = await api.call(`calendarFeeds/${world.domainId}`, { method: 'POST' })
  await expectKept(new URL(((await feed.json()) as { url: string }).url).pathname)
  const exported = await api.call('users/exportLink', { method: 'POST' })
  const { pathname, search } = new URL(((await exported.json()) as { url: string }).url)
  await expectKept(pathname + search)
  expect(await api.ctx.db.$count(media)).toBeGreaterThan(0)
})
