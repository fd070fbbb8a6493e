import { expect, test } from 'bun:test'

import { asUser } from '#api/context.ts'
import { deliveries } from '#api/db/schema/posts/posts.ts'
import { beforeNextWrite } from '#api/test/db/before-write.ts'
import { addMember } from '#api/test/members.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import type { Role } from '#shared/businesses/permissions.ts'
import type { Post } from '#shared/posts/posts.ts'
import { cancelPost } from './cancel.ts'
import { editPost } from './edit.ts'
import { movePost } from './move.ts'
import { revisePost } from './revise.ts'

const HOUR = 3600

/** Creates a business with an owner and an author, and a post of the author's in review. */
async function openAuthorApp({ required = true } = {}) {
  const app = await publishingApp({ networks: ['facebook'] })
  const { domainId } = app.author
  if (required) await app.call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json: { required } })
  const member = async (role: Role) => {
    const person = await app.signUp()
    await addMember(app.ctx, { domainId, userId: person.userId, role })
    return person
  }
  const writer = await member('author')
  const write = async (message: string, inSeconds: number | undefined = HOUR) => {
    const form = new FormData()
    const data = { platforms: [{ platform: 'facebook', message }], timestamp: app.clock.now().toISOString() }
    form.set('data', JSON.stringify(data))
    form.append('media', await picture('red'))
    form.set('isScheduled', String(inSeconds > 0))
    form.set('scheduledTime', inSeconds > 0 ? String(seconds() + inSeconds) : '')
    return ((await (await writer.call('auth/createPosts', { form })).json()) as { postId: string }).postId
  }
  const seconds = () => Math.floor(+app.clock.now() / 1000)
  const postId = await write('Open late')
  const editing =
    (id = postId, call = writer.call) =>
    (json: object) =>
      call(`posts/${id}`, { method: 'PUT', json })
  const text = (message: string) => ({ platforms: [{ platform: 'facebook' as const, message }] })
  const whole = async (message: string, more: object = {}) => {
    const { media } = await app.read(postId)
    return { ...text(message), mediaIds: media.map(({ _id }) => _id), altTexts: ['The shop'], ...more }
  }
  const approve = async (id = postId) => {
    const { approval } = await app.read(id)
    return app.call(`posts/${id}/approve`, { json: { contentHash: approval?.contentHash } })
  }
  const sendBack = (id = postId) =>
    app.call(`posts/${id}/request-changes`, { json: { comment: 'Say until when.' } })
  const submit = (id = postId) => writer.call(`posts/${id}/submit`, { json: {} })
  const shown = async (id = postId) => {
    const { deliveries, approval } = await app.read(id)
    return [...deliveries.map(({ state }) => state), approval?.state, deliveries[0]?.message]
  }
  const out = async () => (await app.published()).map(({ message }) => message)
  return {
    ...app,
    domainId,
    member,
    writer,
    write,
    postId,
    editing,
    text,
    whole,
    approve,
    sendBack,
    submit,
    shown,
    out,
    seconds,
  }
}
type AuthorApp = Awaited<ReturnType<typeof openAuthorApp>>

const KINDS: Record<string, (app: AuthorApp) => Promise<object>> = {
  'texts alone': async app => app.text('Open until nine'),
  'its time': async app => ({ ...app.text('Open until nine'), scheduledTime: app.seconds() + 2 * HOUR }),
  'the whole post': app => app.whole('Open until nine'),
}

for (const [kind, input] of Object.entries(KINDS)) {
  test(`lets an author change ${kind} while it is in review, and keeps it in review`, async () => {
    const app = await openAuthorApp()
    expect((await app.editing()(await input(app))).status).toBe(200)
    expect(await app.shown()).toEqual(['in_review', 'in_review', 'Open until nine'])
  })

  test(`lets an author change ${kind} after it was sent back, and send it again`, async () => {
    const app = await openAuthorApp()
    await app.sendBack()
    expect((await app.editing()(await input(app))).status).toBe(200)
    expect(await app.shown()).toEqual(['changes_requested', 'changes_requested', 'Open until nine'])
    expect((await app.submit()).status).toBe(200)
    expect(await app.shown()).toEqual(['in_review', 'in_review', 'Open until nine'])
    await app.approve()
    app.clock.advance(2 * HOUR * 1000)
    await app.run()
    expect(await app.out()).toEqual(['Open until nine'])
  })

  test(`keeps an author from changing ${kind} once it is approved`, async () => {
    const app = await openAuthorApp()
    await app.approve()
    expect((await app.editing()(await input(app))).status).toBe(409)
    expect(await app.shown()).toEqual(['scheduled', 'approved', 'Open late'])
  })

  test(`keeps an author from changing ${kind} in a colleague’s post`, async () => {
    const app = await openAuthorApp()
    const colleague = await app.member('author')
    expect((await app.editing(app.postId, colleague.call)(await input(app))).status).toBe(403)
    expect(await app.shown()).toEqual(['in_review', 'in_review', 'Open late'])
  })

  test(`waits for an approval after an author changes ${kind} where no rule requires one`, async () => {
    const app = await openAuthorApp({ required: false })
    expect((await app.editing()(await input(app))).status).toBe(200)
    expect((await app.shown())[0]).toBe('in_review')
    app.clock.advance(3 * HOUR * 1000)
    await app.run()
    expect(await app.out()).toEqual([])
  })

  test(`never publishes an unapproved version when an author changes ${kind} just as it is approved and falls due`, async () => {
    const app = await openAuthorApp()
    const change = await input(app)
    app.clock.advance(HOUR * 1000 - 1)
    const responses = await Promise.all([
      app.approve(),
      app.editing()(change),
      app.approve(),
      app.editing()(change),
      app.run(),
    ])
    // The post's own time, and the later one of the change.
    for (const ms of [1, 2 * HOUR * 1000]) {
      app.clock.advance(ms)
      await app.run()
    }
    const [first, edited, second, again] = responses.map(response => response?.status)
    const isEdited = [edited, again].includes(200)
    const isApproved = [first, second].includes(200)
    // Approving signs one version, so the other can't be published.
    expect(await app.out()).toEqual(isApproved ? [isEdited ? 'Open until nine' : 'Open late'] : [])
  })
}

/** Approves the post on Facebook while it waits for approval on Google. */
async function approveOnOneNetwork(app: AuthorApp) {
  await app.approve()
  const [approved] = await app.ctx.db.select().from(deliveries)
  await app.ctx.db.insert(deliveries).values({ ...approved!, id: '2', network: 'google', state: 'in_review' })
}

const CHANGES = { texts: editPost, 'the whole post': revisePost }
for (const [kind, change] of Object.entries(CHANGES))
  test(`refuses an author’s change of ${kind} if the post is approved just before it is written`, async () => {
    const app = await openAuthorApp()
    const approved = beforeNextWrite(app.ctx, () => approveOnOneNetwork(app))
    const ctx = asUser(approved, app.writer.userId)
    const input = { ...(await app.whole('Open until nine')), textOnly: false, now: false }
    await expect(change(ctx, app.postId, input)).rejects.toMatchObject({ code: 'conflict' })
    expect(await app.shown()).toEqual(['scheduled', 'in_review', 'approved', 'Open late'])
  })

test('publishes a post that its author sent with Post Now as soon as it is approved', async () => {
  const app = await openAuthorApp()
  await app.sendBack()
  expect((await app.editing()(await app.whole('Open now', { now: true }))).status).toBe(200)
  await app.submit()
  app.clock.advance(60_000)
  await app.run()
  expect(await app.out()).toEqual([])
  expect((await app.approve()).status).toBe(200)
  await app.run()
  expect(await app.out()).toEqual(['Open now'])
})

test('still publishes a Post Now post on approval after its author changes it', async () => {
  const app = await openAuthorApp()
  const id = await app.write('Now', 0)
  app.clock.advance(10 * 60_000)
  const { media } = await app.read(id)
  const input = { ...app.text('At once'), mediaIds: media.map(({ _id }) => _id), altTexts: [] }
  expect((await app.editing(id)(input)).status).toBe(200)
  expect((await app.read(id)).approval).toMatchObject({ state: 'in_review', whenApproved: true })
  await app.approve(id)
  await app.run()
  expect(await app.out()).toEqual(['At once'])
})

test('lets an author choose a new time for a post that nobody approved in time', async () => {
  const app = await openAuthorApp()
  app.clock.advance(HOUR * 1000 + 60_000)
  await app.run()
  expect((await app.shown())[0]).toBe('held')
  const scheduledTime = app.seconds() + HOUR
  expect((await app.editing()({ scheduledTime })).status).toBe(200)
  expect(await app.shown()).toEqual(['in_review', 'in_review', 'Open late'])
  await app.approve()
  app.clock.advance(HOUR * 1000)
  await app.run()
  expect(await app.out()).toEqual(['Open late'])
})

test('shows each member which posts are their own', async () => {
  const app = await openAuthorApp()
  const seen = (await (await app.writer.call(`posts/${app.postId}`)).json()) as { data: Post }
  expect([seen.data.isOwn, (await app.read(app.postId)).isOwn]).toEqual([true, undefined])
})

const moving = (app: AuthorApp, id = app.postId, call = app.writer.call) =>
  call(`posts/${id}/move`, { json: { scheduledTime: app.seconds() + 3 * HOUR } })
const cancelling = (app: AuthorApp, id = app.postId, call = app.writer.call) =>
  call(`posts/${id}/cancel`, { json: {} })
const restoring = (app: AuthorApp, id = app.postId, call = app.writer.call) =>
  call(`posts/${id}/restore`, { json: {} })
const dueIn = async (app: AuthorApp, id = app.postId) =>
  (Date.parse((await app.read(id)).publishAt) - +app.clock.now()) / 1000 / HOUR

test.each([true, false])(
  'lets an author move their own post while it waits, and never schedules it (rule: %p)',
  async required => {
    const app = await openAuthorApp({ required })
    expect((await moving(app)).status).toBe(200)
    expect(await app.shown()).toEqual(['in_review', 'in_review', 'Open late'])
    expect(await dueIn(app)).toBe(3)
    const [bulk] = (
      (await (
        await app.writer.call('posts/bulk', { json: { action: 'move', postIds: [app.postId], days: 1 } })
      ).json()) as { data: { success: boolean }[] }
    ).data
    expect([bulk?.success, await dueIn(app)]).toEqual([true, 27])
    app.clock.advance(28 * HOUR * 1000)
    await app.run()
    expect(await app.out()).toEqual([])
    expect((await moving(app)).status).toBe(200)
    expect((await app.shown())[0]).toBe('in_review')
  },
)

test('lets an author turn their own post into a draft while it waits, and undo that', async () => {
  const app = await openAuthorApp()
  await app.sendBack()
  expect((await cancelling(app)).status).toBe(200)
  expect((await app.shown())[0]).toBe('canceled')
  expect((await app.writer.call(`drafts/${app.postId}`)).status).toBe(200)
  expect((await restoring(app)).status).toBe(200)
  expect((await app.shown())[0]).toBe('changes_requested')
  expect((await app.writer.call(`drafts/${app.postId}`)).status).toBe(404)
  await app.submit()
  await app.approve()
  app.clock.advance(HOUR * 1000)
  await app.run()
  expect(await app.out()).toEqual(['Open late'])
})

test.each(Object.entries({ move: moving, cancel: cancelling }))(
  'does not let an author %s an approved post, another’s post or one that is approved meanwhile',
  async (_, act) => {
    const app = await openAuthorApp()
    const other = await app.member('author')
    expect((await act(app, app.postId, other.call)).status).toBe(403)
    await app.approve()
    expect((await act(app)).status).toBe(409)
    expect((await app.shown())[0]).toBe('scheduled')
    expect(await dueIn(app)).toBe(1)

    const racing = await app.write('Closed')
    const approved = beforeNextWrite(app.ctx, () => app.approve(racing))
    const ctx = asUser(approved, app.writer.userId)
    const done =
      act === moving
        ? movePost(ctx, { postId: racing }, { scheduledTime: app.seconds() + 5 * HOUR })
        : cancelPost(ctx, racing)
    await expect(done).rejects.toMatchObject({ code: 'conflict' })
    expect((await app.shown(racing))[0]).toBe('scheduled')
  },
)

test('does not let an author undo the cancellation of a post that was approved, or of another’s', async () => {
  const app = await openAuthorApp()
  const other = await app.member('author')
  await cancelling(app)
  expect((await restoring(app, app.postId, other.call)).status).toBe(403)
  await restoring(app)
  await app.approve()
  await cancelling(app, app.postId, app.call)
  expect((await restoring(app)).status).toBe(409)
  expect((await app.shown())[0]).toBe('canceled')
})
