import { expect, test } from 'bun:test'
import { eq, like } from 'drizzle-orm'

import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { users } from '#api/db/schema/people/auth.ts'
import { postComments, reviewLinks } from '#api/db/schema/posts/approvals.ts'
import { deliveries, deliverySteps, posts, PUBLISH_STEP } from '#api/db/schema/posts/posts.ts'
import { rateLimits } from '#api/db/schema/server/limits.ts'
import { LIMITS } from '#api/http/limits/limits.ts'
import { plansOf } from '#api/test/db/plans.ts'
import { addMember } from '#api/test/members.ts'
import { publishingApp } from '#api/test/publishing.ts'
import type { Review, ReviewLink } from '#shared/posts/review-links.ts'
import { findReviewLink } from './links.ts'
import { answerByLink, openReview } from './review-page.ts'

const DAY = 24 * 60 * 60_000

async function openLink(input: object = {}) {
  const app = await publishingApp({ networks: ['facebook'] })
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  const other = await app.accept({ message: 'For nobody else', inSeconds: 7200 })
  const { domainId } = await app.read(id)
  const rule = `businesses/${domainId}/approval-rule`
  await app.call(rule, { method: 'PUT', json: { required: true } })
  const links = `businesses/${domainId}/review-links`
  const created = await app.call(links, { json: { postIds: [id], ...input } })
  const { url, data } = (await created.json()) as { url: string; data: { _id: string } }
  const token = url.slice(url.lastIndexOf('/') + 1)
  const read = (pin?: string) =>
    app.request(`review/${token}`, { ...(pin && { headers: { 'X-Review-Pin': pin } }) })
  const review = async () => ((await (await read()).json()) as { data: Review }).data
  const decide = (what: string, json: object, post = id) =>
    app.request(`review/${token}/posts/${post}/${what}`, { json: { name: 'Sam Client', ...json } })
  return { ...app, id, other, rule, links, linkId: data._id, url, token, open: read, review, decide }
}

test('shows a reviewer the link’s posts, and nothing else of the business', async () => {
  const app = await openLink()
  const { business, posts } = await app.review()
  expect(business.name).toBeTruthy()
  expect(posts).toMatchObject([
    {
      _id: app.id,
      when: expect.stringMatching(/^[A-Z][a-z]{2} \d+ [A-Z][a-z]{2}, \d+:\d\d [ap]m [A-Z]{3,4}$/),
      networks: [{ network: 'facebook', message: 'Open late' }],
      approval: { state: 'in_review' },
    },
  ])
  expect(posts[0]?.networks[0]?.media).toHaveLength(2)
  const text = await (await app.open()).text()
  for (const secret of ['For nobody else', app.author.email, app.token]) expect(text).not.toContain(secret)
  expect((await app.decide('approve', { contentHash: '0'.repeat(64) }, app.other)).status).toBe(404)
  expect(JSON.stringify(await app.ctx.db.select().from(reviewLinks))).not.toContain(app.token)
})

test('responds to an open page with the posts only if something changed, and counts no visit', async () => {
  const app = await openLink()
  const { version } = await app.review()
  const ask = async () =>
    ((await (await app.request(`review/${app.token}?known=${version}`)).json()) as { data?: Review }).data
  app.clock.advance(2 * 3_600_000)
  expect(await ask()).toBeUndefined()
  const platforms = [{ platform: 'facebook', message: 'Open later' }]
  await app.call(`posts/${app.id}`, { method: 'PUT', json: { platforms } })
  const review = await ask()
  expect(review?.posts[0]?.networks[0]?.message).toBe('Open later')
  expect(review?.version).not.toBe(version)
  const { data } = (await (await app.call(app.links)).json()) as { data: ReviewLink[] }
  expect(data.map(({ openings }) => openings)).toEqual([1])
})

test.each<[string, (app: Awaited<ReturnType<typeof openLink>>) => Promise<unknown> | void]>([
  ['a comment', app => app.call(`posts/${app.id}/comments`, { json: { message: 'Soon' } })],
  ['a decision', app => app.decide('request-changes', { comment: 'No' })],
  ['another time', app => app.call(`posts/${app.id}/move`, { json: { scheduledTime: 1_900_000_000 } })],
  [
    'a missed time',
    app => {
      app.clock.advance(2 * 3_600_000)
      return app.run()
    },
  ],
  ['the end of the rule', app => app.call(app.rule, { method: 'PUT', json: { required: false } })],
  ['the account’s name', app => app.ctx.db.update(accounts).set({ name: 'Another name' })],
  ['the business’s name', app => app.ctx.db.update(domains).set({ businessName: 'Another' })],
  ['a cancelled post', app => app.call(`posts/${app.id}/cancel`, { json: {} })],
])('shows an open page %s', async (_, change) => {
  const app = await openLink()
  const { version } = await app.review()
  const ask = async () => await (await app.request(`review/${app.token}?known=${version}`)).json()
  expect(await ask()).toEqual({ success: true })
  await change(app)
  expect(await ask()).toMatchObject({ data: { version: expect.not.stringMatching(version) } })
})

test.each([
  ['of who commented or decided', app => app.ctx.db.update(users).set({ fullname: 'Another name' })],
  ['that was a username', app => app.ctx.db.update(accounts).set({ name: 'Harbour', username: '' })],
] satisfies [string, (app: Awaited<ReturnType<typeof openLink>>) => Promise<unknown>][])(
  'shows an open page a name %s',
  async (_, change) => {
    const app = await openLink()
    await app.ctx.db.update(accounts).set({ name: '', username: 'Harbour' })
    await app.call(`posts/${app.id}/comments`, { json: { message: 'Soon' } })
    await app.call(`posts/${app.id}/request-changes`, { json: { comment: 'No' } })
    const before = await app.review()
    await change(app)
    const { posts, version } = await app.review()
    expect(posts).not.toEqual(before.posts)
    expect(version).not.toBe(before.version)
  },
)

test('reads no text while nothing changes for an open page', async () => {
  const app = await openLink()
  const { version } = await app.review()
  const plans = await plansOf(app.ctx, async () => {
    const response = await app.request(`review/${app.token}?known=${version}`)
    expect(await response.json()).toEqual({ success: true })
  })
  expect(plans.filter(({ sql }) => /"message"|"content"|post_media/.test(sql))).toEqual([])
})

test('accepts decisions after open pages have polled too often', async () => {
  const app = await openLink()
  const { version } = await app.review()
  const ask = () => app.request(`review/${app.token}?known=${version}`)
  expect((await ask()).status).toBe(200)
  await app.ctx.db
    .update(rateLimits)
    .set({ count: LIMITS.reviewPollAddress.max })
    .where(like(rateLimits.key, `${LIMITS.reviewPollAddress.name}:%`))
  expect((await ask()).status).toBe(429)
  expect((await app.decide('request-changes', { comment: 'No' })).status).toBe(200)
})

test('records the approval of the version that the reviewer saw, with the name that they entered', async () => {
  const app = await openLink()
  const [post] = (await app.review()).posts
  const platforms = [{ platform: 'facebook', message: 'Open later' }]
  await app.call(`posts/${app.id}`, { method: 'PUT', json: { platforms } })
  expect((await app.decide('approve', { contentHash: post?.contentHash })).status).toBe(409)

  const [current] = (await app.review()).posts
  const approved = await app.decide('approve', { contentHash: current?.contentHash })
  expect(await approved.json()).toMatchObject({ data: { approval: { state: 'approved', by: 'Sam Client' } } })
  expect((await app.read(app.id)).approval).toMatchObject({ by: 'Sam Client', via: 'link' })
  app.clock.advance(3_600_000)
  await app.run()
  expect((await app.published()).map(({ message }) => message)).toEqual(['Open later'])
})

test('shows a period’s posts, but of those due before the link was made only the undecided ones', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const day = (count: number) => new Date(+app.clock.now() + count * DAY).toISOString()
  const period = { from: day(-1), to: day(7) }
  const outId = await app.accept({ message: 'Out already', inSeconds: 60 })
  app.clock.advance(120_000)
  await app.run()
  const { domainId } = await app.read(outId)
  await app.call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json: { required: true } })
  await app.accept({ message: 'Late', inSeconds: 60 })
  await app.accept({ message: 'To come', inSeconds: 3600 })
  app.clock.advance(120_000)
  await app.run()
  const created = await app.call(`businesses/${domainId}/review-links`, { json: period })
  const { url } = (await created.json()) as { url: string }
  const response = await app.request(`review/${url.slice(url.lastIndexOf('/') + 1)}`)
  const { data } = (await response.json()) as { data: Review }
  expect(data.posts.map(({ networks }) => networks[0]?.message)).toEqual(['Late', 'To come'])
})

test('sends a post back with a comment, and shows reviewers no internal ones', async () => {
  const app = await openLink()
  await app.call(`posts/${app.id}/comments`, { json: { message: 'Only for us', internal: true } })
  expect((await app.decide('request-changes', { comment: 'Say when.' })).status).toBe(200)
  const [post] = (await app.review()).posts
  expect(post).toMatchObject({
    approval: { state: 'changes_requested' },
    comments: [{ name: 'Sam Client', via: 'link', message: 'Say when.' }],
  })
})

test('lets members and reviewers comment on a picture or a passage of the post, and on nothing else', async () => {
  const app = await openLink()
  const mediaOf = async (id: string) => (await app.read(id)).media[0]?._id
  const picture = { mediaId: await mediaOf(app.id), x: 0.25, y: 0.5 }
  const passage = { network: 'facebook', quote: 'late', from: 5 }
  const foreign = [
    { ...picture, mediaId: await mediaOf(app.other) },
    { ...picture, mediaId: 'nonsense' },
    { ...passage, quote: 'early' },
    { ...passage, network: 'instagram' },
  ]
  const byMember = (json: object) => app.call(`posts/${app.id}/comments`, { json })
  for (const anchor of foreign)
    for (const response of [
      await byMember({ message: 'Here', anchor }),
      await app.decide('comments', { message: 'Here', anchor }),
    ]) {
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        fields: { anchor: expect.stringContaining('no longer') },
      })
    }
  expect((await byMember({ message: 'Too dark', anchor: picture })).status).toBe(200)
  expect((await byMember({ message: 'For us', anchor: passage, internal: true })).status).toBe(200)
  const added = await app.decide('comments', { message: 'Until when?', anchor: passage })
  expect(await added.json()).toMatchObject({
    data: {
      approval: { state: 'in_review' },
      comments: [
        { name: 'Pat Lee', message: 'Too dark', anchor: picture },
        { name: 'Sam Client', via: 'link', message: 'Until when?', anchor: passage },
      ],
    },
  })
  expect((await app.decide('comments', { message: 'Hm' }, app.other)).status).toBe(404)
  const notices = await (await app.call('notifications')).json()
  expect(notices).toMatchObject({
    data: expect.arrayContaining([
      expect.objectContaining({
        title: 'Sam Client commented on your post',
        message: 'Until when?',
        about: 'Comment',
      }),
    ]),
  })
  await app.call(`${app.links}/${app.linkId}`, { method: 'DELETE' })
  expect((await app.decide('comments', { message: 'Hm' })).status).toBe(404)
})

test('never shows a post with the hash of another version', async () => {
  const app = await openLink()
  const rule = (required: boolean) =>
    app.call(app.links.replace('review-links', 'approval-rule'), { method: 'PUT', json: { required } })
  await rule(false)
  const changed = await app.accept({ message: 'Open late', inSeconds: 7200 })
  const created = await app.call(app.links, { json: { postIds: [changed] } })
  const { url } = (await created.json()) as { url: string }
  const ctx = { ...app.ctx, address: '', userAgent: '' }
  const link = await findReviewLink(ctx, url.slice(url.lastIndexOf('/') + 1), undefined)
  for (const message of ['Open at nine', 'Open at ten', 'Open at eleven', 'Never open']) {
    const platforms = [{ platform: 'facebook', message }]
    const [review] = await Promise.all([
      openReview(ctx, link),
      app.call(`posts/${changed}`, { method: 'PUT', json: { platforms } }),
    ])
    const post = review?.posts[0]
    const shown = post?.networks[0]?.message
    const decision = { postId: changed, name: 'Sam', contentHash: post?.contentHash ?? '' }
    const isApproved = await answerByLink(ctx, link, decision).then(
      () => true,
      () => false,
    )
    expect([message, isApproved]).toEqual([message, shown === message])
  }
})

test('sends the same response for unknown, revoked and expired links', async () => {
  const app = await openLink()
  const { requestId: _, ...unknown } = (await (await app.request('review/unknown')).json()) as Record<
    string,
    unknown
  >
  app.clock.advance(29 * DAY)
  expect((await app.open()).status).toBe(200)
  app.clock.advance(2 * DAY)
  const expired = await app.open()
  expect(expired.status).toBe(404)
  expect(await expired.json()).toMatchObject(unknown)

  const another = await openLink()
  await another.call(`${another.links}/${another.linkId}`, { method: 'DELETE' })
  const revoked = await another.open()
  expect(revoked.status).toBe(404)
  expect(await revoked.json()).toMatchObject(unknown)
})

test('requires the PIN, and limits guesses', async () => {
  const app = await openLink({ pin: '4821' })
  expect((await app.open()).status).toBe(403)
  expect((await app.open('4821')).status).toBe(200)
  for (let guess = 0; guess < 10; guess++) expect((await app.open(`000${guess}`)).status).toBe(403)
  expect((await app.open('4821')).status).toBe(429)
})

test('uses up no attempt while open pages poll, whoever guesses meanwhile', async () => {
  const app = await openLink({ pin: '4821' })
  const { data } = (await (await app.open('4821')).json()) as { data: Review }
  const ask = () =>
    app.request(`review/${app.token}?known=${data.version}`, { headers: { 'X-Review-Pin': data.pass! } })
  const asked = await Promise.all(Array.from({ length: 20 }, ask))
  expect(asked.map(({ status }) => status)).toEqual(Array(20).fill(200))
  for (let guess = 0; guess < 10; guess++) expect((await app.open(`000${guess}`)).status).toBe(403)
  expect((await app.open('4821')).status).toBe(429)
  expect((await ask()).status).toBe(200)
  expect((await app.open('0'.repeat(data.pass!.length))).status).toBe(429)
})

test('revokes a link after a hundred wrong PINs, from any address', async () => {
  const app = await openLink({ pin: '4821' })
  const { data } = (await (await app.open('4821')).json()) as { data: Review }
  expect((await app.open(data.pass)).status).toBe(200)
  const guess = (pin: string, address: string) =>
    app.request(`review/${app.token}`, { headers: { 'X-Review-Pin': pin }, address })
  for (let hour = 0; hour < 10; hour++) {
    expect((await app.open('4821')).status).toBe(200)
    for (let n = 0; n < 10; n++)
      expect((await guess(`1${hour}0${n}`, `198.51.100.${hour * 10 + n}`)).status).toBe(403)
    app.clock.advance(60 * 60_000)
  }
  expect((await app.open(data.pass)).status).toBe(404)
  expect((await app.open('4821')).status).toBe(404)
})

test('limits the decisions made with a link', async () => {
  const app = await openLink()
  const comment = () => app.decide('request-changes', { comment: 'No' })
  expect((await comment()).status).toBe(200)
  await app.ctx.db
    .update(rateLimits)
    .set({ count: LIMITS.reviewDecision.max })
    .where(like(rateLimits.key, `${LIMITS.reviewDecision.name}:%`))
  expect((await comment()).status).toBe(429)
})

test('shows the latest comments of a post', async () => {
  const app = await openLink()
  await app.ctx.db.insert(postComments).values(
    Array.from({ length: 600 }, (_, n) => ({
      id: crypto.randomUUID(),
      postId: app.id,
      via: 'link' as const,
      internal: false,
      message: `No ${n}`,
      createdAt: new Date(+app.clock.now() + n),
    })),
  )
  const [post] = (await app.review()).posts
  const { comments = [] } = post ?? {}
  expect(comments).toHaveLength(500)
  expect([comments[0]?.message, comments.at(-1)?.message]).toEqual(['No 100', 'No 599'])
})

test('reduces a reviewer’s name to one line without bidirectional control characters', async () => {
  const app = await openLink()
  const name = `${'\u202E'}maS\n<b>Pat</b>\t`
  expect((await app.decide('request-changes', { name, comment: 'No' })).status).toBe(200)
  const [post] = (await app.review()).posts
  expect(post?.comments[0]?.name).toBe('maS <b>Pat</b>')
  expect((await app.decide('request-changes', { name: '\u200B \n', comment: 'No' })).status).toBe(400)
})

test('sends the same bytes for unknown, revoked, expired and ended links, after the same statements', async () => {
  const app = await openLink()
  const make = async (json: object = {}, call = app.call) => {
    const created = await call(app.links, { json: { postIds: [app.id], ...json } })
    const { url, data } = (await created.json()) as { url: string; data: { _id: string } }
    return { token: url.slice(url.lastIndexOf('/') + 1), id: data._id }
  }
  const maker = await app.signUp()
  const membership = { domainId: app.author.domainId, userId: maker.userId, role: 'editor' } as const
  await addMember(app.ctx, membership)
  const ended = await make({}, maker.call)
  await addMember(app.ctx, { ...membership, role: 'viewer' })
  const revoked = await make()
  await app.call(`${app.links}/${revoked.id}`, { method: 'DELETE' })
  const expired = await make({ expiresAt: new Date(+app.clock.now() + 1000).toISOString(), pin: '1234' })
  app.clock.advance(1001)
  const seen = async (token: string) => {
    let shown: unknown
    const plans = await plansOf(app.ctx, async () => {
      const response = await app.request(`review/${token}`)
      const headers = [...response.headers].filter(([name]) => !/date|request-id/.test(name)).toSorted()
      shown = [response.status, headers, await response.text()]
    })
    return JSON.stringify([shown, plans.map(({ sql, plan }) => [sql, plan])])
  }
  const unknown = await seen('x'.repeat(ended.token.length))
  expect(unknown).toContain('[404,')
  for (const { token } of [ended, revoked, expired]) expect(await seen(token)).toBe(unknown)
})

test('reads many posts with as many queries as one', async () => {
  const app = await openLink()
  await app.call(`posts/${app.other}/comments`, { json: { message: 'For whom?' } })
  const linkTo = async (postIds: string[]) => {
    const created = await app.call(app.links, { json: { postIds } })
    const { url } = (await created.json()) as { url: string }
    const open = () => app.request(`review/${url.slice(url.lastIndexOf('/') + 1)}`)
    const { data } = (await (await open()).json()) as { data: Review }
    expect(data.posts.map(({ _id }) => _id)).toEqual(postIds)
    return open
  }
  const [one, two] = [await linkTo([app.id]), await linkTo([app.id, app.other])]
  const queries = async (open: typeof one) =>
    (await plansOf(app.ctx, async () => void (await (await open()).text()))).length
  expect(await queries(two)).toBe(await queries(one))
})

test('compresses the response of a review link if the client accepts gzip', async () => {
  const { call, id, request, token } = await openLink()
  const platforms = [{ platform: 'facebook', message: 'Open late. '.repeat(100) }]
  await call(`posts/${id}`, { method: 'PUT', json: { platforms } })
  const read = async (encoding: string) =>
    (await request(`review/${token}`, { headers: { 'Accept-Encoding': encoding } })).bytes()
  expect((await read('gzip')).byteLength).toBeLessThan((await read('identity')).byteLength / 2)
})

test('shows a reviewer what changed since the last decision, without the ids of accounts', async () => {
  const app = await openLink()
  const [post] = (await app.review()).posts
  await app.decide('approve', { contentHash: post?.contentHash })
  const platforms = [{ platform: 'facebook', message: 'Open later' }]
  await app.call(`posts/${app.id}`, { method: 'PUT', json: { platforms } })
  expect((await app.review()).posts[0]?.approval).toMatchObject({
    state: 'in_review',
    previous: [{ message: 'Open late', account: '' }],
    current: [{ message: 'Open later', account: '' }],
  })
})

test('lists a link as not working after it expires, and while its creator may not share links', async () => {
  const app = await openLink({ expiresAt: '2030-01-03T12:00:00Z' })
  const mia = await app.signUp()
  const { domainId } = app.author
  await addMember(app.ctx, { domainId, userId: mia.userId, role: 'editor' })
  await mia.call(app.links, { json: { postIds: [app.id] } })
  await mia.call(`businesses/${domainId}/connect-links`, { json: { networks: ['google'] } })
  const works = async (links = app.links) => {
    const { data } = (await (await app.call(links)).json()) as { data: { works: boolean }[] }
    return data.map(link => link.works)
  }
  const member = `businesses/${domainId}/members/${mia.userId}`
  const all = async () => [await works(), await works(`businesses/${domainId}/connect-links`)]
  expect(await all()).toEqual([[true, true], [true]])
  await app.call(member, { method: 'PATCH', json: { role: 'viewer' } })
  expect(await all()).toEqual([[false, true], [false]])
  await app.call(member, { method: 'PATCH', json: { role: 'editor' } })
  expect(await all()).toEqual([[true, true], [true]])
  await app.call(member, { method: 'DELETE' })
  expect(await all()).toEqual([[false, true], [false]])
  app.clock.advance(2 * DAY)
  expect(await works()).toEqual([false, false])
})

test('shows a reviewer when a post was due and why it isn’t out, once its time has passed', async () => {
  const app = await openLink()
  app.clock.advance(DAY)
  await app.run()
  const { posts } = await app.review()
  expect(posts.map(({ missed }) => missed)).toEqual(['not published because nobody approved it in time'])
})

test('holds scheduled posts until somebody approves them, if the link’s creator chooses so', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const shown = await app.accept({ message: 'Open late', inSeconds: 3600 })
  const other = await app.accept({ message: 'For nobody else', inSeconds: 7200 })
  const { domainId } = await app.read(shown)
  const stateOf = async (id: string) => (await app.read(id)).deliveries[0]?.state
  const share = async (json: object) => {
    const created = await app.call(`businesses/${domainId}/review-links`, {
      json: { postIds: [shown], ...json },
    })
    const { url } = (await created.json()) as { url: string }
    return `review/${url.slice(url.lastIndexOf('/') + 1)}`
  }
  await share({})
  expect(await stateOf(shown)).toBe('scheduled')
  const link = await share({ hold: true })
  expect(await Promise.all([shown, other].map(stateOf))).toEqual(['in_review', 'scheduled'])

  expect((await app.read(shown)).approval).toMatchObject({ state: 'in_review', byLink: true })

  const { data } = (await (await app.request(link)).json()) as { data: Review }
  const json = { name: 'Sam Client', contentHash: data.posts[0]?.contentHash }
  await app.request(`${link}/posts/${shown}/approve`, { json })
  expect(await stateOf(shown)).toBe('scheduled')
  const { approval } = await app.read(shown)
  expect(approval).toMatchObject({ state: 'approved', by: 'Sam Client', via: 'link' })
  expect(approval?.byLink).toBeUndefined()
  await share({ hold: true })
  expect(await stateOf(shown)).toBe('scheduled')
})

/** A post a day ahead that a link holds, and calls of the reviewer and its author. */
async function openReviewed({ hold = true } = {}) {
  const app = await publishingApp({ networks: ['facebook'] })
  const id = await app.accept({ message: 'Open late', inSeconds: 86_400 })
  const { domainId } = await app.read(id)
  const json = { postIds: [id], hold }
  const links = `businesses/${domainId}/review-links`
  const created = await app.call(links, { json })
  const { url, data } = (await created.json()) as { url: string; data: ReviewLink }
  const link = `review/${url.slice(url.lastIndexOf('/') + 1)}`
  const shown = async () => {
    const { data } = (await (await app.request(link)).json()) as { data: Review }
    return data.posts[0]!
  }
  const approve = async () =>
    app.request(`${link}/posts/${id}/approve`, {
      json: { name: 'Sam Client', contentHash: (await shown()).contentHash },
    })
  const askForChanges = () =>
    app.request(`${link}/posts/${id}/request-changes`, { json: { name: 'Sam Client', comment: 'Later!' } })
  const edit = (message: string) =>
    app.call(`posts/${id}`, {
      method: 'PUT',
      json: { platforms: [{ platform: 'facebook', message }] },
    })
  const state = async () => {
    const { approval, deliveries: parts } = await app.read(id)
    return [parts[0]?.state, approval?.state, approval?.byLink ?? false]
  }
  return { ...app, id, domainId, links, linkId: data._id, shown, approve, askForChanges, edit, state }
}

test('notifies the author once of posts that a reviewer approves one after the other', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const postIds = []
  for (const message of ['Monday', 'Tuesday', 'Wednesday'])
    postIds.push(await app.accept({ message, inSeconds: 86_400 }))
  const { domainId } = await app.read(postIds[0]!)
  const created = await app.call(`businesses/${domainId}/review-links`, { json: { postIds, hold: true } })
  const { url } = (await created.json()) as { url: string }
  const review = `review/${url.slice(url.lastIndexOf('/') + 1)}`
  const { data } = (await (await app.request(review)).json()) as { data: Review }
  const told = async () => {
    const read = await app.call('notifications')
    const all = (await read.json()) as { data: { title: string; message: string; link: string }[] }
    return all.data
      .filter(({ title }) => title.includes('approved'))
      .map(({ title, message, link }) => [title, message, link])
  }
  const approve = async (index: number) => {
    const { _id, contentHash } = data.posts[index]!
    await app.request(`${review}/posts/${_id}/approve`, { json: { name: 'Sam Client', contentHash } })
    return told()
  }
  expect(await approve(0)).toEqual([
    ['Your post was approved', 'Sam Client approved “Monday”.', `/dashboard/view-post?post=${postIds[0]}`],
  ])
  const both = 'Sam Client approved 2 posts, “Tuesday” among them.'
  const planned = '/dashboard/view-post?tab=scheduled'
  expect(await approve(1)).toEqual([['2 of your posts were approved', both, planned]])
  const all = 'Sam Client approved 3 posts, “Wednesday” among them.'
  expect(await approve(2)).toEqual([['3 of your posts were approved', all, planned]])
  expect(await approve(2)).toEqual([['3 of your posts were approved', all, planned]])
})

test('makes a post that a link held wait for its reviewer again once somebody changes it', async () => {
  const app = await openReviewed()
  await app.approve()
  expect((await app.read(app.id)).approval?.waitsAgain).toBe(true)
  expect(await app.state()).toEqual(['scheduled', 'approved', false])
  const scheduledTime = +app.clock.now() / 1000 + 2 * 86_400
  await app.call(`posts/${app.id}/move`, { json: { scheduledTime } })
  expect(await app.state()).toEqual(['scheduled', 'approved', false])

  await app.edit('Open later')
  expect(await app.state()).toEqual(['in_review', 'in_review', true])
  expect(await app.shown()).toMatchObject({
    approval: {
      state: 'in_review',
      previous: [{ message: 'Open late' }],
      current: [{ message: 'Open later' }],
    },
  })
  app.clock.advance(3 * DAY)
  await app.run()
  expect(await app.published()).toEqual([])
})

test.each(['composer', 'time and text'])('withdraws a reviewer’s approval by the %s too', async way => {
  const app = await openReviewed()
  await app.approve()
  const platforms = [{ platform: 'facebook', message: 'Open later' }]
  const scheduledTime = +app.clock.now() / 1000 + 2 * 86_400
  const json = { platforms, scheduledTime, ...(way === 'composer' && { mediaIds: [], textOnly: true }) }
  expect((await app.call(`posts/${app.id}`, { method: 'PUT', json })).status).toBe(200)
  expect(await app.state()).toEqual(['in_review', 'in_review', true])
})

test('makes a post that a reviewer sent back wait for them after each change', async () => {
  const app = await openReviewed({ hold: false })
  await app.askForChanges()
  await app.edit('Open at nine')
  await app.call(`posts/${app.id}/submit`, { json: {} })
  expect(await app.state()).toEqual(['in_review', 'in_review', true])
  await app.approve()
  await app.edit('Open at ten')
  expect(await app.state()).toEqual(['in_review', 'in_review', true])
})

test('lets a changed post go out if no link held it, or if a member approved it', async () => {
  const planned = await openReviewed({ hold: false })
  await planned.approve()
  expect((await planned.shown()).approval.waitsAgain).toBeUndefined()
  await planned.edit('Open later')
  expect((await planned.read(planned.id)).deliveries[0]?.state).toBe('scheduled')

  const held = await openReviewed()
  const { contentHash } = (await held.read(held.id)).approval!
  await held.call(`posts/${held.id}/approve`, { json: { contentHash } })
  await held.edit('Open later')
  expect((await held.read(held.id)).deliveries[0]?.state).toBe('scheduled')
})

test('makes a post that a link held wait again, also after the link is deleted', async () => {
  const app = await openReviewed()
  await app.approve()
  await app.call(`${app.links}/${app.linkId}`, { method: 'DELETE' })
  expect((await app.read(app.id)).approval).toMatchObject({ state: 'approved', waitsAgain: true })
  await app.edit('Open later')
  expect(await app.state()).toEqual(['in_review', 'in_review', false])
  const { contentHash } = (await app.read(app.id)).approval!
  await app.call(`posts/${app.id}/approve`, { json: { contentHash } })
  await app.edit('Open at nine')
  expect((await app.read(app.id)).deliveries[0]?.state).toBe('scheduled')
})

test('publishes only what a reviewer approved, even after their link is deleted', async () => {
  const app = await openReviewed()
  await app.approve()
  await app.call(`${app.links}/${app.linkId}`, { method: 'DELETE' })
  await app.ctx.db.update(deliveries).set({ message: 'Changed by nobody' })
  app.clock.advance(DAY)
  await app.run()
  expect(await app.published()).toEqual([])
})

test('publishes only what a reviewer of held posts approved', async () => {
  const app = await openReviewed()
  await app.approve()
  await app.ctx.db.update(deliveries).set({ message: 'Changed by nobody' })
  app.clock.advance(DAY)
  await app.run()
  expect(await app.published()).toEqual([])
})

test('names no reviewer to wait for once the link has expired', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const postId = await app.accept({ message: 'Open late', inSeconds: (3 * DAY) / 1000 })
  const { domainId } = await app.read(postId)
  const expiresAt = new Date(+app.clock.now() + DAY).toISOString()
  const json = { postIds: [postId], hold: true, expiresAt }
  await app.call(`businesses/${domainId}/review-links`, { json })
  expect((await app.read(postId)).approval).toMatchObject({ state: 'in_review', byLink: true })
  app.clock.advance(DAY)
  const { approval } = await app.read(postId)
  expect([approval?.state, approval?.byLink]).toEqual(['in_review', undefined])
})

/** Two scheduled posts, an hour and a day ahead, that a link of a business without a rule holds. */
async function openHeld(input: object = {}) {
  const app = await publishingApp({ networks: ['facebook'] })
  const soon = await app.accept({ message: 'Open late', inSeconds: 3600 })
  const later = await app.accept({ message: 'Closed on Monday', inSeconds: 86_400 })
  const { domainId } = await app.read(soon)
  const links = `businesses/${domainId}/review-links`
  const created = await app.call(links, { json: { postIds: [soon, later], hold: true, ...input } })
  const { data } = (await created.json()) as { data: ReviewLink }
  const holds = async () =>
    ((await (await app.call(links)).json()) as { data: ReviewLink[] }).data.map(link => link.holds)
  const states = () => Promise.all([soon, later].map(async id => (await app.read(id)).deliveries[0]?.state))
  const revoke = async (query = '') => {
    const response = await app.call(`${links}/${data._id}${query}`, { method: 'DELETE' })
    return ((await response.json()) as { message: string }).message
  }
  return { ...app, soon, later, domainId, data, holds, states, revoke }
}

test('puts the posts that a revoked link holds back on the schedule, and publishes them', async () => {
  const app = await openHeld()
  expect(app.data.holds).toBe(2)
  expect(await app.holds()).toEqual([2])
  expect(await app.revoke('?release=true')).toBe(
    'The link no longer works. 2 posts are back on the schedule.',
  )
  expect(await app.states()).toEqual(['scheduled', 'scheduled'])
  expect((await app.read(app.soon)).approval).toBeUndefined()
  app.clock.advance(3_700_000)
  await app.run()
  expect(await app.states()).toEqual(['published', 'scheduled'])
})

test('releases held posts that a colleague changed since, also once their link has expired', async () => {
  const app = await openHeld({ expiresAt: '2030-01-02T12:00:00Z' })
  app.clock.advance(1000)
  const scheduledTime = +app.clock.now() / 1000 + 9 * 86_400
  for (const id of [app.soon, app.later]) await app.call(`posts/${id}/move`, { json: { scheduledTime } })
  const platforms = [{ platform: 'facebook', message: 'Closed on Tuesday' }]
  await app.call(`posts/${app.later}`, { method: 'PUT', json: { platforms } })
  expect(await app.holds()).toEqual([2])
  app.clock.advance(2 * DAY)
  expect(await app.holds()).toEqual([2])
  await app.revoke('?release=true')
  expect(await app.states()).toEqual(['scheduled', 'scheduled'])
})

test('releases no post that an author who may not publish changed since', async () => {
  const app = await openHeld()
  const writer = await app.signUp()
  const { domainId, userId } = { ...app, userId: writer.userId }
  await addMember(app.ctx, { domainId, userId, role: 'author' })
  await app.ctx.db.update(posts).set({ authorId: userId }).where(eq(posts.id, app.later))
  const platforms = [{ platform: 'facebook', message: 'Closed on Tuesday' }]
  const edited = await writer.call(`posts/${app.later}`, { method: 'PUT', json: { platforms } })
  expect(edited.status).toBe(200)
  expect(await app.holds()).toEqual([1])
  await app.revoke('?release=true')
  expect(await app.states()).toEqual(['scheduled', 'in_review'])
})

test('keeps posts on hold when their link is revoked without releasing them', async () => {
  const app = await openHeld()
  expect(await app.revoke()).toBe('The link no longer works.')
  expect(await app.states()).toEqual(['in_review', 'in_review'])
})

test('releases no post whose time has passed, or that was decided or sent for approval since', async () => {
  const app = await openHeld()
  app.clock.advance(3_700_000)
  await app.run()
  expect(await app.holds()).toEqual([1])
  await app.call(`posts/${app.later}/submit`, { json: {} })
  expect(await app.holds()).toEqual([0])
  await app.revoke('?release=true')
  expect(await app.states()).toEqual(['held', 'in_review'])
})

test('releases no changed post that a reviewer has approved, or has sent back', async () => {
  const approved = await openReviewed()
  await approved.approve()
  const sentBack = await openReviewed()
  await sentBack.askForChanges()
  await sentBack.call(`posts/${sentBack.id}/submit`, { json: {} })
  for (const app of [approved, sentBack]) {
    await app.edit('Open later')
    expect(await app.state()).toEqual(['in_review', 'in_review', true])
    await app.call(`${app.links}/${app.linkId}?release=true`, { method: 'DELETE' })
    expect(await app.state()).toEqual(['in_review', 'in_review', false])
  }
})

test('releases a post that a reviewer approved before a link held it', async () => {
  const app = await openReviewed({ hold: false })
  await app.approve()
  await app.edit('Open later')
  const created = await app.call(app.links, { json: { postIds: [app.id], hold: true } })
  const { data } = (await created.json()) as { data: ReviewLink }
  expect(data.holds).toBe(1)
  await app.call(`${app.links}/${data._id}?release=true`, { method: 'DELETE' })
  expect((await app.read(app.id)).deliveries[0]?.state).toBe('scheduled')
})

test('releases nothing once the business requires approval', async () => {
  const app = await openHeld()
  await app.call(`businesses/${app.domainId}/approval-rule`, { method: 'PUT', json: { required: true } })
  expect(await app.holds()).toEqual([0])
  await app.revoke('?release=true')
  expect(await app.states()).toEqual(['in_review', 'in_review'])
})

test('also holds a post that is exempt from approval', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const id = await app.accept({ message: 'Open late', inSeconds: 300 })
  const { domainId } = await app.read(id)
  await app.call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json: { required: true } })
  expect((await app.read(id)).approval?.state).toBe('exempt')
  await app.call(`businesses/${domainId}/review-links`, { json: { postIds: [id], hold: true } })
  expect((await app.read(id)).approval?.state).toBe('in_review')
  expect((await app.read(id)).deliveries[0]?.state).toBe('in_review')
})

test('holds no post that a network may have, and creates the link all the same', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  const { domainId, deliveries: parts } = await app.read(id)
  const call = { name: PUBLISH_STEP, attempt: 1, intent: {}, startedAt: app.clock.now() }
  await app.ctx.db.insert(deliverySteps).values({ ...call, deliveryId: parts[0]!._id })
  const json = { postIds: [id], hold: true }
  expect((await app.call(`businesses/${domainId}/review-links`, { json })).status).toBe(200)
  expect((await app.read(id)).deliveries[0]?.state).toBe('scheduled')
})

test('takes a planned post off the schedule if a reviewer asks for changes, though no rule requires approval', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  const { domainId } = await app.read(id)
  const created = await app.call(`businesses/${domainId}/review-links`, { json: { postIds: [id] } })
  const { url } = (await created.json()) as { url: string }
  const token = url.slice(url.lastIndexOf('/') + 1)
  const asked = await app.request(`review/${token}/posts/${id}/request-changes`, {
    json: { name: 'Sam Client', comment: 'Closed on Monday.' },
  })
  expect(asked.status).toBe(200)
  expect((await app.read(id)).deliveries[0]?.state).toBe('changes_requested')
  app.clock.advance(3_700_000)
  await app.run()
  expect(await app.published()).toEqual([])
})
