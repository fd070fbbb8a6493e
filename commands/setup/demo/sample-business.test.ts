import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { deliveries } from '#api/db/schema/posts/posts.ts'
import { HUNG_AFTER_MS } from '#api/test/clock.ts'
import { copyKnownFiles } from '#api/test/media/known-files.ts'
import type { Client } from '#shared/businesses/clients.ts'
import type { UpcomingSlot } from '#shared/calendar/slots.ts'
import type { InboxItem } from '#shared/inbox.ts'
import type { Insights } from '#shared/insights.ts'
import type { Report } from '#shared/reports/report.ts'
import { freePort } from '../../../e2e/free-port.ts'
import { startSandbox } from '../../../sandbox/start.ts'
import { sandboxSettings } from '../start-services.ts'
import { type ClockedApi, openClockedApi } from './clocked-api.ts'
import { makeDemo } from './demo.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'currawong-demo-'))
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let environment: Record<string, string>
let demo: Awaited<ReturnType<typeof makeDemo>>

beforeAll(async () => {
  copyKnownFiles()
  sandbox = await startSandbox()
  environment = {
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    PORT: String(await freePort()),
    ...sandboxSettings(sandbox.url, sandbox.smtpUrl),
  }
  await interruptDemo()
  demo = await makeDemo(environment, sandbox.url)
}, HUNG_AFTER_MS)

afterAll(async () => {
  await sandbox.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Makes the demo until the sandbox fails on its first days, and leaves a post that is going out. */
async function interruptDemo() {
  let calls = 0
  const failing = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: request =>
      ++calls > 5
        ? new Response(null, { status: 503 })
        : fetch(sandbox.url + new URL(request.url).pathname, request),
  })
  demo = await makeDemo(environment)
  await expect(makeDemo(environment, failing.url.origin)).rejects.toThrow('503')
  await failing.stop(true)
  demo = await makeDemo(environment)
  await signedIn(async (api, token) => {
    expect(await businesses(api, token)).toMatchObject([{ isSample: true }])
    await sendToGoogle(api, token, new Date(Date.now() + 3_600_000))
    const going = { state: 'publishing', attempt: 1, wakeAt: new Date(Date.now() + 60_000) } as const
    await api.ctx.db.update(deliveries).set(going).where(eq(deliveries.state, 'scheduled'))
  })
}

/** Opens the api as the next start would, and signs in as the demo owner. */
async function signedIn(
  use: (api: ClockedApi, token: string) => Promise<void>,
  { password = demo.password, email = demo.email } = {},
) {
  const api = await openClockedApi(environment)
  try {
    const { body } = await api.call<{ token: string }>('users/login', {
      json: { email, password },
    })
    await use(api, body.token)
  } finally {
    await api.close()
  }
}

type Business = { _id: string; businessName: string; isSample?: true; performanceData: unknown[] }
const businesses = async ({ call }: ClockedApi, token: string) =>
  (await call<{ data: Business[] }>('users/getUserDomain', { token })).body.data

async function sendToGoogle({ call }: ClockedApi, token: string, at?: Date) {
  const json = {
    platforms: [{ platform: 'google', message: 'Our first post' }],
    textOnly: true,
    timestamp: new Date().toISOString(),
  }
  const form = new FormData()
  form.set('data', JSON.stringify(json))
  form.set('isScheduled', String(at !== undefined))
  form.set('scheduledTime', at ? String(Math.floor(+at / 1000)) : '')
  return (await call<{ postId: string }>('auth/createPosts', { form, token })).body.postId
}

test('starts from the beginning after an interruption while a post was going out', () =>
  signedIn(async (api, token) => {
    expect(await businesses(api, token)).toMatchObject([{ isSample: true }])
    const { body } = await api.call<{ data: unknown[] }>('posts?limit=100', { token })
    expect(body.data).toHaveLength(37)
    const templates = await api.call<{ data: unknown[] }>('templates', { token })
    expect(templates.body.data).toHaveLength(3)
  }))

test('adds a business with posts in every state, drafts, accounts, figures and scores', () =>
  signedIn(async (api, token) => {
    const read = async <Body>(path: string) => (await api.call<Body>(path, { token })).body
    const [sample, ...others] = await businesses(api, token)
    expect(sample).toMatchObject({
      businessName: 'Harbour Bakehouse',
      isSample: true,
      performanceData: expect.any(Array),
    })
    expect(others).toEqual([])
    const { data: posts } = await read<{ data: { deliveries: { state: string }[] }[] }>('posts?limit=100')
    const count = (state: string) =>
      posts.filter(({ deliveries }) => deliveries.every(delivery => delivery.state === state)).length
    expect({
      published: count('published'),
      scheduled: count('scheduled'),
      held: count('held'),
      failed: count('failed'),
    }).toEqual({ published: 20, scheduled: 15, held: 1, failed: 1 })
    expect((await read<{ data: unknown[] }>('drafts')).data).toHaveLength(2)
    expect(await read('inbox/counts')).toMatchObject({ data: { open: 6 } })
    const { data: items } = await read<{ data: InboxItem[] }>('inbox?state=all&limit=100')
    expect(items.filter(({ hidden }) => hidden)).toHaveLength(1)
    expect(items.filter(({ notes }) => notes > 0)).toHaveLength(1)
    const tomorrow = Date.now() + 24 * 3_600_000
    const week = {
      from: new Date(tomorrow).toISOString(),
      to: new Date(tomorrow + 6 * 24 * 3_600_000).toISOString(),
    }
    const upcoming = await read<{ data: UpcomingSlot[] }>(`slots/upcoming?${new URLSearchParams(week)}`)
    expect(upcoming.data.filter(({ postId }) => postId === null)).toHaveLength(2)
    expect(upcoming.data.length).toBeGreaterThanOrEqual(7)

    const { data: insights } = await read<{ data: Insights }>(`insights?domainId=${sample?._id ?? ''}`)
    expect(insights.conversation.ratings.length).toBeGreaterThan(1)
    expect(insights.conversation.answers).toMatchObject({ count: 1, medianMs: 2 * 3_600_000 })
    expect(insights.accounts.map(({ network, previous }) => [network, previous?.length])).toEqual([
      ['facebook', 31],
      ['instagram', 31],
    ])

    for (const { series } of insights.accounts)
      for (const { engagement } of series.slice(0, -1)) expect(engagement).toBeGreaterThan(0)

    const published = await (await fetch(`${sandbox.url}/_sandbox/published`)).json()
    expect(new Set((published as { network: string }[]).map(({ network }) => network))).toEqual(
      new Set(['facebook', 'instagram', 'google']),
    )
    expect(await (await fetch(sandbox.url)).text()).toContain('Scroll day!')
  }))

test('adds templates, hashtag sets, a discussion with the agency, and last month’s report', () =>
  signedIn(async (api, token) => {
    const read = async <Body>(path: string) => (await api.call<{ data: Body[] }>(path, { token })).body.data
    const names = async (path: string) => (await read<{ name: string }>(path)).map(({ name }) => name)
    expect(await names('templates')).toEqual(['Order reminder', 'Out of the oven', 'Sold out'])
    expect(await names('hashtag-sets')).toEqual(['Bread', 'Every day', 'Weekend'])

    const [sample] = await businesses(api, token)
    const [report] = await read<{ _id: string; state: string }>(`reports?domainId=${sample?._id}`)
    expect(report?.state).toBe('released')
    const { body } = await api.call<{ data: Report }>(`reports/${report?._id}`, { token })
    expect(body.data.content.posts.total).toBeGreaterThan(6)
    expect(body.data.note).not.toBe('')

    const posts = await read<{ _id: string; deliveries: { message: string }[] }>('posts?limit=100')
    const discussed = posts.find(({ deliveries }) => deliveries[0]?.message.startsWith('Soup'))
    const comments = await read<{ name: string }>(`posts/${discussed?._id}/comments`)
    expect(comments.map(({ name }) => name)).toEqual(['Agency', 'Demo Owner', 'Agency'])
  }))

test('gives the agency clients that each need something else', () =>
  signedIn(
    async (api, token) => {
      const { body } = await api.call<{ data: Client[] }>('clients?timeZone=Australia/Melbourne', { token })
      const needs = body.data.map(({ businessName, counts, accounts }) => [
        businessName,
        accounts,
        ...Object.entries(counts).flatMap(([key, count]) => (count > 0 ? `${count} ${key}` : [])),
      ])
      expect(needs).toEqual([
        ['Bayside Sailing School', 1, '2 held', '1 signedOut'],
        ['Harbour Bakehouse', 3, '1 held', '1 failed', '6 unanswered'],
        ['Lemon Tree Catering', 1, '2 unanswered'],
        ['Corner Post Cafe', 1, '2 inReview', '1 changesRequested'],
        ['Wattle Street Dental', 0],
      ])
    },
    { email: demo.agencyEmail },
  ))

test('leaves the limits of Google to the newcomer’s own posts', () =>
  signedIn(async (api, token) => {
    const postId = await sendToGoogle(api, token)
    await api.publishDue()
    const { body: post } = await api.call<{ data: { deliveries: { state: string }[] } }>(`posts/${postId}`, {
      token,
    })
    expect(post.data.deliveries.map(({ state }) => state)).toEqual(['published'])
  }))

test('adds nothing at a second start', async () => {
  const again = await makeDemo(environment, sandbox.url)
  await signedIn(async (api, token) => {
    expect(await businesses(api, token)).toHaveLength(1)
  }, again)
  demo = again
})

test('doesn’t add the sample business again after its owner has cleared it', async () => {
  await signedIn(async (api, token) => {
    const [sample] = await businesses(api, token)
    await api.call(`users/deleteUserDomain/${sample?._id}`, { method: 'DELETE', token })
    const { body } = await api.call<{ data: unknown[] }>('posts?limit=100', { token })
    expect(body.data).toEqual([])
  })
  demo = await makeDemo(environment, sandbox.url)
  await signedIn(async (api, token) => expect(await businesses(api, token)).toEqual([]))
})

test('adds no sample business in production', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'currawong-demo-'))
  const production = {
    ...environment,
    NODE_ENV: 'production',
    DATA_DIR: folder,
    APP_SECRET: 'a secret of the tests, long enough',
  }
  await makeDemo(production, sandbox.url)
  expect(await Bun.file(join(folder, 'sample-business')).exists()).toBe(false)
  rmSync(folder, { recursive: true, force: true })
})
