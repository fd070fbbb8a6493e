import { expect, test } from 'bun:test'

import { openApprovalsApp } from '#api/test/approvals.ts'
import { picture } from '#api/test/publishing.ts'
import type { Occurrence } from '#shared/posts/posts.ts'
import type { ReviewPost } from '#shared/posts/review-links.ts'

/** Creates a business that requires approval, with four weekly posts that an author has written. */
async function open() {
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
  form.set('data', JSON.stringify({ ...content('Open today'), repeat, timeZone: 'Australia/Melbourne' }))
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
  const approve = async (id: string, contentHash?: string) =>
    (await approver.call(`posts/${id}/approve`, { json: { contentHash: contentHash ?? (await hashOf(id)) } }))
      .status
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
    approve,
    put,
  }
}

const WAITS = 'in_review in_review'
const APPROVED = 'scheduled approved'

test('one approval covers the series’ posts with the same content, and no other', async () => {
  const app = await open()
  expect(await app.states()).toEqual([WAITS, WAITS, WAITS, WAITS])
  const shown = await app.hashOf(app.ids[0]!)
  expect(await app.put(app.author, app.ids[1]!, app.content('Closed today'))).toBe(200)
  await app.approver.call(`posts/${app.ids[2]!}/request-changes`, { json: { comment: 'Not on a holiday' } })

  expect(await app.approve(app.ids[0]!, shown)).toBe(200)
  expect(await app.states()).toEqual([APPROVED, WAITS, 'changes_requested changes_requested', APPROVED])
  const notices = await app.bell(app.author)
  expect(notices.filter(([title]) => title === 'Your post was approved')).toHaveLength(1)
  // A repetition changes nothing, and the changed post has a hash of its own.
  expect(await app.approve(app.ids[3]!, shown)).toBe(200)
  expect(await app.approve(app.ids[1]!, shown)).toBe(409)
  expect(await app.approve(app.ids[1]!)).toBe(200)
})

test('a later change of some waits again, and only approved content goes out', async () => {
  const app = await open()
  await app.approve(app.ids[0]!)
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
  await app.approve(app.ids[0]!)
  const editor = await app.member('editor')
  const scheduledTime = +new Date('2030-01-15T02:00:00Z') / 1000
  const moved = { ...app.content('Open today'), scheduledTime, series: 'following' }
  expect(await app.put(editor, app.ids[1]!, moved)).toBe(200)
  expect(await app.states()).toEqual([APPROVED, APPROVED, APPROVED, APPROVED])
  expect((await app.read(app.ids[3]!)).publishAt).toBe('2030-01-29T02:00:00.000Z')
})

test('a review link approves those that it shows', async () => {
  const app = await open()
  const json = { postIds: app.ids.slice(0, 2) }
  const created = await app.call(`businesses/${app.domainId}/review-links`, { json })
  const { url } = (await created.json()) as { url: string }
  const token = url.slice(url.lastIndexOf('/') + 1)
  const review = (await (await app.request(`review/${token}`)).json()) as { data: { posts: ReviewPost[] } }
  const { contentHash } = review.data.posts[0]!
  const response = await app.request(`review/${token}/posts/${app.ids[0]!}/approve`, {
    json: { contentHash, name: 'Nadia' },
  })
  expect(response.status).toBe(200)
  expect(await app.states()).toEqual([APPROVED, APPROVED, WAITS, WAITS])
})
