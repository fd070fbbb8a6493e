import { expect, test } from 'bun:test'

import { asUser } from '#api/context.ts'
import { openApprovalsApp } from '#api/test/approvals.ts'
import { faultyDb } from '#api/test/db/faulty.ts'
import { picture } from '#api/test/publishing.ts'
import type { Occurrence } from '#shared/posts/posts.ts'
import type { ReviewPost } from '#shared/posts/review-links.ts'
import { approvePost, requestChanges } from './decide.ts'

/** Creates a business that requires approval, with four weekly posts that an author has written, in texts that take turns. */
async function open(texts: string[] = []) {
  const app = await openApprovalsApp()
  const [author, approver] = [await app.member('author'), await app.member('approver')]
  const upload = new FormData()
  upload.append('media', await picture('red'))
  const { data } = (await (await author.call('media', { form: upload })).json()) as { data: { _id: string } }
  const content = (message: string) => ({
    platforms: [{ platform: 'facebook', message }],
    mediaIds: [data._id],
    altTexts: ['A red square'],
  })
  const form = new FormData()
  const repeat = { every: 'week', until: '2030-01-31' }
  form.set(
    'data',
    JSON.stringify({ ...content('Open today'), repeat, texts, timeZone: 'Australia/Melbourne' }),
  )
  form.set('isScheduled', 'true')
  form.set('scheduledTime', String(+new Date('2030-01-07T22:00:00Z') / 1000))
  const { postId } = (await (await author.call('auth/createPosts', { form })).json()) as { postId: string }
  const { data: all } = (await (await app.call(`posts/${postId}/series`)).json()) as { data: Occurrence[] }
  const states = () =>
    Promise.all(
      all.map(async ({ _id }) => {
        const { deliveries, approval } = await app.read(_id)
        return `${deliveries[0]!.state} ${approval?.state}`
      }),
    )
  const hashOf = async (id: string) => (await app.read(id)).approval!.contentHash
  /** The other posts that a decision on one may be about, as its readers see them. */
  const alikeOf = async (id: string) =>
    ((await (await app.call(`posts/${id}/series`)).json()) as { data: Occurrence[] }).data.flatMap(
      ({ _id, alike }) => (alike ? _id : []),
    )
  const decide = async (id: string, verb: string, json: object) => {
    const response = await approver.call(`posts/${id}/${verb}`, { json })
    return [response.status, ((await response.json()) as { message: string }).message]
  }
  const approve = async (id: string, alike: string[] = [], contentHash?: string) =>
    decide(id, 'approve', { contentHash: contentHash ?? (await hashOf(id)), alike })
  const put = async (person: typeof author, id: string, json: object) =>
    (await person.call(`posts/${id}`, { method: 'PUT', json })).status
  return {
    ...app,
    author,
    approver,
    all,
    ids: all.map(({ _id }) => _id),
    content,
    states,
    hashOf,
    alikeOf,
    decide,
    approve,
    put,
  }
}

const WAITS = 'in_review in_review'
const APPROVED = 'scheduled approved'

test('approves the chosen posts of a series that wait with the same content, and no other', async () => {
  const app = await open()
  expect(await app.states()).toEqual([WAITS, WAITS, WAITS, WAITS])
  const [first, second, third, fourth] = app.ids as [string, string, string, string]
  expect(await app.alikeOf(first)).toEqual([second, third, fourth])
  const shown = await app.hashOf(first)
  expect(await app.put(app.author, second, app.content('Closed today'))).toBe(200)
  await app.decide(third, 'request-changes', { comment: 'Not on a holiday' })
  expect(await app.alikeOf(first)).toEqual([fourth])

  // Two of those that the approver saw have changed since.
  expect(await app.approve(first, [second, third, fourth], shown)).toEqual([200, '2 posts approved.'])
  expect(await app.states()).toEqual([APPROVED, WAITS, 'changes_requested changes_requested', APPROVED])
  const notices = await app.bell(app.author)
  expect(notices.filter(([title]) => title === 'Your post was approved')).toEqual([
    ['Your post was approved', expect.stringContaining('“Open today” and 1 other post of its series.')],
  ])
  // A repetition changes nothing, and the changed post has a hash of its own.
  expect(await app.approve(fourth, [], shown)).toEqual([200, 'Approved.'])
  expect((await app.approve(second, [], shown))[0]).toBe(409)
  expect(await app.approve(second)).toEqual([200, 'Approved.'])
})

test('approves only one post unless others are named, also as one of several selected ones', async () => {
  const app = await open()
  const [first, second] = app.ids as [string, string]
  expect(await app.approve(first)).toEqual([200, 'Approved.'])
  expect(await app.states()).toEqual([APPROVED, WAITS, WAITS, WAITS])
  const json = { action: 'approve', postIds: [second], contentHashes: [await app.hashOf(second)] }
  await app.approver.call('posts/bulk', { json })
  expect(await app.states()).toEqual([APPROVED, APPROVED, WAITS, WAITS])
})

test('leaves out a post of another series, one that is cancelled and one whose time has passed', async () => {
  const app = await open()
  const [first, second, third, fourth] = app.ids as [string, string, string, string]
  const other = await app.write(app.author, 'Open today')
  await app.author.call(`posts/${third}/cancel`, { json: {} })
  app.clock.set(new Date(+new Date(app.all[1]!.publishAt) + 1000))
  expect(await app.approve(fourth, [first, second, third, other])).toEqual([200, 'Approved.'])
  expect((await app.read(other)).approval?.state).toBe('in_review')
  expect((await app.states()).slice(0, 3)).not.toContain(APPROVED)
})

test('approves each post once if two approvers decide on the series at once', async () => {
  const app = await open()
  const alike = app.ids.slice(1)
  const results = await Promise.all([app.approve(app.ids[0]!, alike), app.approve(app.ids[3]!, app.ids)])
  expect(results.map(([status]) => status)).toEqual([200, 200])
  expect(await app.states()).toEqual([APPROVED, APPROVED, APPROVED, APPROVED])
  const activity = (await (await app.call(`businesses/${app.domainId}/activity`)).json()) as {
    data: { act: string }[]
  }
  expect(activity.data.filter(({ act }) => act === 'post.approved')).toHaveLength(4)
})

test('approves and sends back none of them if a statement in the middle fails', async () => {
  const app = await open()
  const [first, ...alike] = app.ids as [string, string, string, string]
  let left = 0
  const breaking = faultyDb(app.ctx.db, async (_, run) => {
    if (--left === 0) throw new Error('The disk is full.')
    return run()
  })
  const ctx = asUser({ ...app.ctx, db: breaking }, app.approver.userId)
  const contentHash = await app.hashOf(first)
  for (const act of [
    () => approvePost(ctx, first, { contentHash, alike }),
    () => requestChanges(ctx, first, { comment: 'When?', alike }),
  ]) {
    left = 35
    await expect(act()).rejects.toThrow()
    expect(left).toBeLessThanOrEqual(0)
    expect(await app.states()).toEqual([WAITS, WAITS, WAITS, WAITS])
  }
})

test('sends one post back, or those of its series with the same content too, each with the comment', async () => {
  const app = await open()
  const [first, second, third, fourth] = app.ids as [string, string, string, string]
  const comment = 'Which day?'
  expect(await app.decide(first, 'request-changes', { comment })).toEqual([200, 'Changes requested.'])
  expect((await app.states()).filter(state => state === WAITS)).toHaveLength(3)
  expect(await app.decide(second, 'request-changes', { comment, alike: [first, third, fourth] })).toEqual([
    200,
    'Changes requested to 3 posts.',
  ])
  expect(new Set(await app.states())).toEqual(new Set(['changes_requested changes_requested']))
  const { data } = (await (await app.call(`posts/${fourth}/comments`)).json()) as {
    data: { message: string }[]
  }
  expect(data.map(({ message }) => message)).toEqual([comment])
})

test('a later change of some waits again, and only approved content goes out', async () => {
  const app = await open()
  await app.approve(app.ids[0]!, app.ids.slice(1))
  expect(await app.states()).toEqual([APPROVED, APPROVED, APPROVED, APPROVED])
  // The author may not change an approved post, so none of them changes.
  const change = { ...app.content('Half price'), series: 'following' }
  expect(await app.put(app.author, app.ids[1]!, change)).toBe(409)
  const editor = await app.member('editor')
  expect(await app.put(editor, app.ids[2]!, change)).toBe(200)
  expect(await app.states()).toEqual([APPROVED, APPROVED, WAITS, WAITS])

  for (const { publishAt } of app.all) {
    app.clock.set(new Date(publishAt))
    await app.run()
    const inBetween = await app.published()
    expect(inBetween.every(({ message }) => message === 'Open today')).toBe(true)
  }
  const [first, , third] = await Promise.all(app.ids.map(id => app.read(id)))
  expect(first!.deliveries[0]!.state).toBe('published')
  expect(third!.deliveries[0]!).toMatchObject({ state: 'held', message: 'Half price' })
})

test('a change of the time alone keeps the approval of all', async () => {
  const app = await open()
  await app.approve(app.ids[0]!, app.ids.slice(1))
  const editor = await app.member('editor')
  const scheduledTime = +new Date('2030-01-15T02:00:00Z') / 1000
  const moved = { ...app.content('Open today'), scheduledTime, series: 'following' }
  expect(await app.put(editor, app.ids[1]!, moved)).toBe(200)
  expect(await app.states()).toEqual([APPROVED, APPROVED, APPROVED, APPROVED])
  expect((await app.read(app.ids[3]!)).publishAt).toBe('2030-01-29T02:00:00.000Z')
})

test('another rhythm keeps what is approved, and lets copies wait', async () => {
  const app = await open()
  const [first] = app.ids as [string]
  await app.approve(first, app.ids.slice(1))
  const repeat = { every: 'week', interval: 2, until: '2030-04-02' }
  expect((await app.author.call(`posts/${first}/repeat`, { json: { repeat } })).status).toBe(409)
  const editor = await app.member('editor')
  const response = await editor.call(`posts/${first}/repeat`, { json: { repeat } })
  expect(await response.json()).toMatchObject({ stays: 1, moved: 2, added: 3, cancelled: 0 })
  expect(await app.states()).toEqual([APPROVED, APPROVED, APPROVED, APPROVED])
  const { data } = (await (await app.call(`posts/${first}/series`)).json()) as { data: Occurrence[] }
  const found = data.map(({ state }) => state).join(' ')
  expect(found).toBe('scheduled scheduled scheduled scheduled in_review in_review in_review')
  const waiting = data.slice(4).map(({ _id }) => _id)
  expect(await app.approve(waiting[0]!, waiting)).toEqual([200, '3 posts approved.'])
})

test('one approval covers the posts with the text that was shown, and what is approved is what goes out', async () => {
  const app = await open(['Come in'])
  const [first, second, third, fourth] = app.ids as [string, string, string, string]
  expect(await app.alikeOf(first)).toEqual([third])
  // Those with the other text aren't approved, even if they are named.
  expect(await app.approve(first, [second, third, fourth])).toEqual([200, '2 posts approved.'])
  expect(await app.states()).toEqual([APPROVED, WAITS, APPROVED, WAITS])
  expect(await app.approve(second, [fourth])).toEqual([200, '2 posts approved.'])

  const editor = await app.member('editor')
  const change = { ...app.content('Come in early'), series: 'following' }
  expect(await app.put(editor, second, change)).toBe(200)
  expect(await app.states()).toEqual([APPROVED, WAITS, APPROVED, WAITS])
  // Another rhythm moves posts to days on which their text is due, and approves nothing.
  const repeat = { every: 'week', interval: 2, until: '2030-02-26' }
  const response = await editor.call(`posts/${first}/repeat`, { json: { repeat } })
  expect(await response.json()).toMatchObject({ stays: 0, moved: 3, added: 0, cancelled: 0 })
  expect(await app.states()).toEqual([APPROVED, WAITS, APPROVED, WAITS])
  expect(await app.approve(second)).toEqual([200, 'Approved.'])
  const posts = await Promise.all(app.ids.map(id => app.read(id)))
  for (const at of posts.map(({ publishAt }) => publishAt).toSorted()) {
    app.clock.set(new Date(at))
    await app.run()
  }
  const published = (await app.published()).map(({ message }) => message)
  expect(published.toSorted()).toEqual(['Come in early', 'Open today', 'Open today'])
})

test('a review link approves those of the named ones that it shows', async () => {
  const app = await open()
  const json = { postIds: app.ids.slice(0, 2) }
  const created = await app.call(`businesses/${app.domainId}/review-links`, { json })
  const { url } = (await created.json()) as { url: string }
  const token = url.slice(url.lastIndexOf('/') + 1)
  const review = (await (await app.request(`review/${token}`)).json()) as { data: { posts: ReviewPost[] } }
  const [{ contentHash, seriesId }, other] = review.data.posts as [ReviewPost, ReviewPost]
  expect([other.contentHash, other.seriesId]).toEqual([contentHash, seriesId])
  const response = await app.request(`review/${token}/posts/${app.ids[0]!}/approve`, {
    json: { contentHash, name: 'Nadia', alike: app.ids.slice(1) },
  })
  expect(response.status).toBe(200)
  expect(await app.states()).toEqual([APPROVED, APPROVED, WAITS, WAITS])
})
