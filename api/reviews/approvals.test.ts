import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { users } from '#api/db/schema/people/auth.ts'
import { addMember } from '#api/test/members.ts'
import { picture, type PublishingApp, publishingApp } from '#api/test/publishing.ts'
import { type ActivityEntry, predicateOf } from '#shared/activity.ts'
import type { ReadApprovalRule } from '#shared/posts/approvals.ts'
import type { Post } from '#shared/posts/posts.ts'

const MINUTE = 60_000

async function openAgency(networks: ('facebook' | 'instagram')[] = ['facebook']) {
  const app = await publishingApp({ networks })
  const { domainId } = await app.read(await app.accept({ inSeconds: 300 * 24 * 3600, message: 'Far away' }))
  const rule = (json: object) =>
    app.call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json: { required: true, ...json } })
  const act = (id: string, what: string, json: object = {}) => app.call(`posts/${id}/${what}`, { json })
  const approve = async (id: string, contentHash?: string) =>
    act(id, 'approve', { contentHash: contentHash ?? (await app.read(id)).approval?.contentHash })
  const states = async (id: string) => (await app.read(id)).deliveries.map(({ state }) => state)
  const texts = async () => (await app.published()).map(({ message }) => message)
  return { ...app, domainId, rule, act, approve, states, texts }
}

const later = (app: Pick<PublishingApp, 'clock' | 'run'>, ms: number) => {
  app.clock.advance(ms)
  return app.run()
}

test('publishes a post at its time only if it is approved', async () => {
  const app = await openAgency()
  await app.rule({})
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  expect(await app.states(id)).toEqual(['in_review'])
  expect((await app.read(id)).approval).toMatchObject({ state: 'in_review', by: null, via: null })

  const approved = (await (await app.approve(id)).json()) as { data: Post }
  expect(approved.data.approval).toMatchObject({ state: 'approved', via: 'session' })
  expect(approved.data.approval?.by).toBeTruthy()
  expect(await app.states(id)).toEqual(['scheduled'])
  await later(app, 59 * MINUTE)
  expect(await app.texts()).toEqual([])
  await later(app, 2 * MINUTE)
  expect(await app.texts()).toEqual(['Open late'])
})

test('responds 409 to an outdated hash, and sends the same response to a second approval', async () => {
  const app = await openAgency()
  await app.rule({})
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  const { contentHash } = (await app.read(id)).approval!
  const platforms = [{ platform: 'facebook', message: 'Open later' }]
  await app.call(`posts/${id}`, { method: 'PUT', json: { platforms } })
  expect((await app.approve(id, contentHash)).status).toBe(409)
  expect(await app.states(id)).toEqual(['in_review'])

  const responses = await Promise.all([app.approve(id), app.approve(id)])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  expect((await app.approve(id)).status).toBe(200)
})

const EDITS: Record<string, object> = {
  text: { platforms: [{ platform: 'facebook', message: 'Something else' }] },
  'first comment': {
    platforms: [{ platform: 'facebook', message: 'Open late', firstComment: 'Until nine' }],
  },
  'alt text': { altTexts: ['The shop at night'] },
}
test.each(Object.entries(EDITS))('withdraws the approval when the %s changes', async (_, edit) => {
  const app = await openAgency()
  await app.rule({})
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  await app.approve(id)
  await app.call(`posts/${id}`, { method: 'PUT', json: edit })
  const { approval } = await app.read(id)
  expect(approval).toMatchObject({ state: 'in_review', previous: [{ message: 'Open late' }] })
  expect(await app.states(id)).toEqual(['in_review'])
  await later(app, 61 * MINUTE)
  expect(await app.texts()).toEqual([])
})

test('withdraws the approval of a post with other pictures, and keeps it for the same content', async () => {
  const app = await openAgency()
  await app.rule({})
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  await app.approve(id)
  const { media, publishAt } = await app.read(id)
  const replace = (mediaIds: (string | undefined)[], minutes = 0) =>
    app.call(`posts/${id}`, {
      method: 'PUT',
      json: {
        mediaIds,
        platforms: [{ platform: 'facebook', message: 'Open late' }],
        scheduledTime: Date.parse(publishAt) / 1000 + minutes * 60,
      },
    })
  expect((await replace([media[0]?._id, media[1]?._id], 5)).status).toBe(200)
  expect(await app.states(id)).toEqual(['scheduled'])
  await replace([media[1]?._id, media[0]?._id])
  expect(await app.states(id)).toEqual(['in_review'])
})

test('keeps the approval of a post that an edit only moves, and withdraws it when the first comment changes', async () => {
  const app = await openAgency()
  await app.rule({})
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  await app.approve(id)
  const edit = async (change: object, minutes = 60) => {
    const platforms = [{ platform: 'facebook', message: 'Open late', ...change }]
    const scheduledTime = Math.floor(+app.clock.now() / 1000) + minutes * 60
    expect(
      (await app.call(`posts/${id}`, { method: 'PUT', json: { platforms, scheduledTime } })).status,
    ).toBe(200)
    return (await app.read(id)).approval
  }
  expect(await edit({}, 90)).toMatchObject({ state: 'approved' })
  expect(await edit({ firstComment: '' }, 120)).toMatchObject({ state: 'approved' })
  expect(await app.states(id)).toEqual(['scheduled'])
  expect(await edit({ firstComment: 'Until nine' })).toMatchObject({ state: 'in_review' })
})

test('keeps the approval of a moved post, says so in the activity, and publishes it at its new time', async () => {
  const app = await openAgency()
  await app.rule({})
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  const { contentHash } = (await app.read(id)).approval!
  const move = (seconds: number) =>
    app.act(id, 'move', { scheduledTime: Math.floor(+app.clock.now() / 1000) + seconds })
  await move(5400)
  expect((await app.approve(id, contentHash)).status).toBe(200)
  await move(7200)
  expect(await app.states(id)).toEqual(['scheduled'])
  expect((await app.read(id)).approval).toMatchObject({ state: 'approved', contentHash })
  const log = await app.call(`businesses/${app.domainId}/activity?kind=post`)
  const { data } = (await log.json()) as { data: Pick<ActivityEntry, 'act' | 'about'>[] }
  expect(data.filter(({ act }) => act === 'post.moved').map(predicateOf)).toEqual([
    'moved a post, which stays approved',
    'moved a post',
  ])
  await later(app, 90 * MINUTE)
  expect(await app.texts()).toEqual([])
  await later(app, 31 * MINUTE)
  expect(await app.texts()).toEqual(['Open late'])
})

test('keeps a post waiting when it is moved after the rule was turned off', async () => {
  const app = await openAgency()
  await app.rule({})
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  const unscheduled = await app.accept({ message: 'As soon as you can' })
  await app.rule({ required: false })
  const inHours = (hours: number) => ({
    scheduledTime: Math.floor(+app.clock.now() / 1000) + hours * 3600,
  })
  await app.act(id, 'move', inHours(2))
  await app.call(`posts/${unscheduled}`, { method: 'PUT', json: inHours(3) })
  expect(await Promise.all([id, unscheduled].map(app.states))).toEqual([['in_review'], ['in_review']])
  expect((await app.read(unscheduled)).approval).toMatchObject({ whenApproved: false })
  await later(app, 150 * MINUTE)
  expect(await app.texts()).toEqual([])

  expect((await app.approve(unscheduled)).status).toBe(200)
  expect(await app.states(unscheduled)).toEqual(['scheduled'])
  await later(app, 31 * MINUTE)
  await app.run()
  expect(await app.texts()).toEqual(['As soon as you can'])
})

test('holds a post that nobody approved by its time, notifies its author once, and asks for a new time', async () => {
  const app = await openAgency()
  await app.rule({})
  const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
  await later(app, 61 * MINUTE)
  await app.run()
  const [delivery] = (await app.read(id)).deliveries
  expect(delivery).toMatchObject({ state: 'held', reasonCode: 'approval_missed' })
  expect((await app.mails()).map(({ subject }) => subject)).toEqual(['A post wasn’t approved by its time'])

  expect((await app.approve(id)).status).toBe(200)
  await app.run()
  expect((await app.read(id)).deliveries[0]).toMatchObject({
    state: 'held',
    reason: expect.stringContaining('new time'),
  })
  await app.act(id, 'move', { scheduledTime: Math.floor(+app.clock.now() / 1000) + 600 })
  await later(app, 11 * MINUTE)
  expect(await app.texts()).toEqual(['Open late'])
})

test('publishes a post without a scheduled time as soon as it is approved', async () => {
  const app = await openAgency()
  await app.rule({})
  const id = await app.accept({ message: 'As soon as you can' })
  await later(app, 24 * 60 * MINUTE)
  expect(await app.states(id)).toEqual(['in_review'])
  await app.approve(id)
  expect((await app.read(id)).publishAt).toBe(app.clock.now().toISOString())
  await app.run()
  expect(await app.texts()).toEqual(['As soon as you can'])
})

test('sends a post back with a comment, until it is sent for approval again', async () => {
  const app = await openAgency()
  await app.rule({})
  const id = await app.accept({ inSeconds: 3600 })
  await app.approve(id)
  expect((await app.act(id, 'request-changes', { comment: 'Please say when.' })).status).toBe(200)
  expect(await app.states(id)).toEqual(['changes_requested'])
  await app.act(id, 'comments', { message: 'I’ll ask them.', internal: true })
  const { data } = (await (await app.call(`posts/${id}/comments`)).json()) as { data: object[] }
  expect(data).toMatchObject([
    { message: 'Please say when.', internal: false },
    { message: 'I’ll ask them.', internal: true },
  ])
  await app.act(id, 'move', { scheduledTime: Math.floor(+app.clock.now() / 1000) + 7200 })
  expect(await app.states(id)).toEqual(['changes_requested'])
  expect((await app.read(id)).approval?.current).toBeUndefined()
  const platforms = [{ platform: 'facebook', message: 'Open until nine' }]
  await app.call(`posts/${id}`, { method: 'PUT', json: { platforms } })
  expect((await app.read(id)).approval).toMatchObject({
    state: 'changes_requested',
    current: [{ message: 'Open until nine' }],
  })
  await app.act(id, 'submit')
  expect(await app.states(id)).toEqual(['in_review'])
})

test('sends scheduled posts to review when approval becomes required, except those due within minutes', async () => {
  const app = await openAgency()
  const soon = await app.accept({ message: 'Soon', inSeconds: 300 })
  const tomorrow = await app.accept({ message: 'Tomorrow', inSeconds: 24 * 3600 })
  const { data } = (await (await app.call(`businesses/${app.domainId}/approval-rule`)).json()) as {
    data: object
  }
  expect(data).toMatchObject({ required: false, scheduled: 3, dueSoon: 1 })
  await app.rule({})
  expect([await app.states(soon), await app.states(tomorrow)]).toEqual([['scheduled'], ['in_review']])
  await later(app, 6 * MINUTE)
  await later(app, 25 * 60 * MINUTE)
  expect(await app.texts()).toEqual(['Soon'])
  await app.rule({ required: false })
  await app.run()
  expect(await app.texts()).toEqual(['Soon'])
})

test('counts only scheduled posts without an approval as those that approval would hold', async () => {
  const app = await openAgency()
  const scheduled = async () => {
    const rule = await (await app.call(`businesses/${app.domainId}/approval-rule`)).json()
    return (rule as { data: { scheduled: number } }).data.scheduled
  }
  const before = await scheduled()
  const id = await app.accept({ message: 'Approved', inSeconds: 24 * 3600 })
  expect(await scheduled()).toBe(before + 1)
  await app.rule({})
  await app.approve(id)
  await app.rule({ required: false })
  expect(await app.states(id)).toEqual(['scheduled'])
  expect(await scheduled()).toBe(0)
})

test('publishes no retried, duplicated, restored or other post without an approval', async () => {
  const app = await openAgency()
  const canceled = await app.accept({ message: 'Canceled', inSeconds: 3600 })
  await app.act(canceled, 'cancel')
  await app.fault({ provider: 'facebook', operation: 'photos', kind: 'error', code: 368, times: 1 })
  const failed = await app.accept({ message: 'Failed' })
  await app.run()
  expect(await app.states(failed)).toEqual(['failed'])
  await app.rule({})

  await app.act(canceled, 'restore')
  expect(await app.states(canceled)).toEqual(['in_review'])
  for (const input of [{}, { deliveryId: (await app.read(failed)).deliveries[0]?._id }])
    await app.act(failed, 'retry', input)
  expect(await app.states(failed)).toEqual(['in_review'])
  await app.call('posts/bulk', { json: { action: 'move', postIds: [canceled, failed], days: 1 } })
  await later(app, 2 * 24 * 60 * MINUTE)
  expect(await app.texts()).toEqual([])
})

test('sends a post for approval on request, even if no rule requires it, and back until it is being published', async () => {
  const app = await openAgency()
  const form = new FormData()
  form.set(
    'data',
    JSON.stringify({ platforms: [{ platform: 'facebook', message: 'Please check' }], submit: true }),
  )
  form.set('media', await picture('red'))
  form.set('isScheduled', 'true')
  form.set('scheduledTime', String(Math.floor(+app.clock.now() / 1000) + 3600))
  const sent = (await (await app.call('auth/createPosts', { form })).json()) as {
    postId: string
    results: { state: string }[]
  }
  expect(sent.results.map(({ state }) => state)).toEqual(['in_review'])
  await app.approve(sent.postId)
  expect((await app.act(sent.postId, 'request-changes', { comment: 'Wait.' })).status).toBe(200)
  expect(await app.states(sent.postId)).toEqual(['changes_requested'])
})

/** A business with a rule, and somebody who may set the rule but not approve. */
async function openWith(role: 'editor' | 'visiting administrator') {
  const app = await openAgency()
  let call: typeof app.call
  if (role === 'editor') {
    const editor = await app.signUp({ fullname: 'Eve Editor' })
    await addMember(app.ctx, { domainId: app.domainId, userId: editor.userId, role })
    call = editor.call
  } else {
    const ada = await app.signUp({ fullname: 'Ada Admin' })
    await app.ctx.db.update(users).set({ role: 'admin' }).where(eq(users.id, ada.userId))
    await ada.call(`businesses/${app.domainId}/visit`, { method: 'POST' })
    call = ada.call
  }
  const theirRule = async (json: object) => {
    const set = await call(`businesses/${app.domainId}/approval-rule`, {
      method: 'PUT',
      json: { required: true, ...json },
    })
    expect(set.status).toBe(200)
    return ((await set.json()) as { data: ReadApprovalRule }).data
  }
  const soon = (minutes = 5) => Math.floor(+app.clock.now() / 1000) + minutes * 60
  return { ...app, theirs: call, theirRule, soon }
}

/** Ways to bring a post that waits for approval close to its publication while the rule is off. */
const WAYS_OUT: Record<
  string,
  (app: Awaited<ReturnType<typeof openWith>>, id: string) => ReturnType<PublishingApp['call']>
> = {
  'moves it': ({ theirs, soon }, id) => theirs(`posts/${id}/move`, { json: { scheduledTime: soon() } }),
  'moves it with others': ({ theirs, soon }, id) =>
    theirs('posts/bulk', { json: { action: 'move', postIds: [id], times: [soon()] } }),
  'edits its time': ({ theirs, soon }, id) =>
    theirs(`posts/${id}`, { method: 'PUT', json: { scheduledTime: soon() } }),
  'edits its text and time': ({ theirs, soon }, id) =>
    theirs(`posts/${id}`, {
      method: 'PUT',
      json: { platforms: [{ platform: 'facebook', message: 'New words' }], scheduledTime: soon() },
    }),
  'saves it in the composer': async ({ theirs, read, soon }, id) =>
    theirs(`posts/${id}`, {
      method: 'PUT',
      json: {
        mediaIds: (await read(id)).media.map(({ _id }) => _id),
        platforms: [{ platform: 'facebook', message: 'Open late' }],
        scheduledTime: soon(),
      },
    }),
  'publishes it now': async ({ theirs, read }, id) =>
    theirs(`posts/${id}/retry`, {
      json: { deliveryId: (await read(id)).deliveries[0]?._id },
    }),
  'cancels it and undoes that': async ({ theirs }, id) => {
    await theirs(`posts/${id}/cancel`, { json: {} })
    return theirs(`posts/${id}/restore`, { json: {} })
  },
}

for (const role of ['editor', 'visiting administrator'] as const)
  test.each(Object.entries(WAYS_OUT))(
    `keeps a post waiting when a person who may not approve (${role}) turns the rule off, %s, and turns it on`,
    async (_, act) => {
      const app = await openWith(role)
      await app.rule({})
      const id = await app.accept({ message: 'Open late', inSeconds: 3600 })
      await app.theirRule({ required: false })
      expect((await act(app, id)).status).toBe(200)
      expect(await app.states(id)).toEqual(['in_review'])
      await app.run()
      expect(await app.theirRule({})).toMatchObject({ exempts: false })
      expect((await app.read(id)).approval).toMatchObject({ state: 'in_review', by: null, via: null })
      await later(app, 61 * MINUTE)
      expect(await app.texts()).toEqual([])
    },
  )

test('keeps a post that was sent back or missed its time waiting while the rule is off', async () => {
  const app = await openWith('editor')
  await app.rule({})
  const [sentBack, missed] = [
    await app.accept({ message: 'Sent back', inSeconds: 7200 }),
    await app.accept({ message: 'Missed', inSeconds: 600 }),
  ]
  await app.act(sentBack, 'request-changes', { comment: 'Say when.' })
  await later(app, 11 * MINUTE)
  expect(await app.states(missed)).toEqual(['held'])
  await app.theirRule({ required: false })
  for (const id of [sentBack, missed])
    await app.theirs(`posts/${id}`, {
      method: 'PUT',
      json: {
        mediaIds: (await app.read(id)).media.map(({ _id }) => _id),
        platforms: [{ platform: 'facebook', message: 'Other words' }],
        scheduledTime: app.soon(),
      },
    })
  expect([await app.states(sentBack), await app.states(missed)]).toEqual([
    ['changes_requested'],
    ['in_review'],
  ])
  await app.rule({})
  const third = await app.accept({ message: 'Missed too', inSeconds: 600 })
  await later(app, 11 * MINUTE)
  await app.theirRule({ required: false })
  await app.theirs(`posts/${third}/retry`, { json: {} })
  await app.run()
  expect(await app.states(third)).toEqual(['in_review'])
  expect(await app.texts()).toEqual([])
})

test('exempts posts that are due soon only if an approver turns the rule on, and says who did', async () => {
  const app = await openWith('editor')
  const first = await app.accept({ message: 'First', inSeconds: 300 })
  await app.theirRule({})
  expect(await app.states(first)).toEqual(['in_review'])
  await app.theirRule({ required: false })

  const second = await app.accept({ message: 'Second', inSeconds: 300 })
  await app.rule({})
  const { approval } = await app.read(second)
  expect(approval).toMatchObject({ state: 'exempt', by: 'Pat Lee', via: 'session' })
  expect((await app.read(first)).approval).toMatchObject({ state: 'in_review', by: null })
  const log = await app.call(`businesses/${app.domainId}/activity?kind=post`)
  const { data } = (await log.json()) as { data: { who: string; act: string; about: object }[] }
  expect(data.filter(({ act }) => act === 'post.exempted')).toMatchObject([
    { who: 'Pat Lee', about: { post: { _id: second } } },
  ])
  expect(data.some(({ act }) => act === 'post.approved')).toBe(false)
  const calendar = await app.call('posts/calendar?from=2030-01-01T00:00:00Z&to=2030-01-02T00:00:00Z')
  const shown = ((await calendar.json()) as { data: { postId: string; approved?: boolean }[] }).data
  expect(shown.filter(({ postId, approved }) => postId === second && approved)).toEqual([])
  await later(app, 6 * MINUTE)
  expect(await app.texts()).toEqual(['Second'])
})

test('exempts nothing in the name of an owner whom the rule doesn’t choose as approver', async () => {
  const app = await openAgency()
  const ann = await app.signUp()
  await addMember(app.ctx, { domainId: app.domainId, userId: ann.userId, role: 'approver' })
  const id = await app.accept({ inSeconds: 300 })
  await app.rule({ approvers: [ann.userId] })
  expect((await app.read(id)).approval).toMatchObject({ state: 'in_review', by: null })
})

test('replaces an exemption by an approval, and withdraws it when the post changes', async () => {
  const app = await openAgency()
  const [approved, edited] = [await app.accept({ inSeconds: 300 }), await app.accept({ inSeconds: 300 })]
  await app.rule({})
  expect((await app.approve(approved)).status).toBe(200)
  expect((await app.read(approved)).approval).toMatchObject({ state: 'approved' })
  const platforms = [{ platform: 'facebook', message: 'Something else' }]
  await app.call(`posts/${edited}`, { method: 'PUT', json: { platforms } })
  expect((await app.read(edited)).approval).toMatchObject({ state: 'in_review', by: null })
})
