import { expect, test } from 'bun:test'
import { eq, like } from 'drizzle-orm'

import { asUser } from '#api/context.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { rateLimits } from '#api/db/schema/server/limits.ts'
import { LIMITS } from '#api/http/limits/limits.ts'
import { sendWaitingMail } from '#api/test/app.ts'
import { beforeNextWrite } from '#api/test/db/before-write.ts'
import { addMember } from '#api/test/members.ts'
import { publishingApp } from '#api/test/publishing.ts'
import type { Role } from '#shared/businesses/permissions.ts'
import type { Overview } from '#shared/overview.ts'
import { addComment } from './discuss.ts'

async function openDiscussion() {
  const app = await publishingApp({ networks: ['facebook'] })
  const postId = await app.accept({ inSeconds: 3600 })
  const { domainId } = app.author
  const member = async (role: Role, fullname: string) => {
    const person = await app.signUp({ fullname })
    await addMember(app.ctx, { domainId, userId: person.userId, role })
    return person
  }
  const say = (message: string, mentioned: { userId: string }[], more: object = {}) =>
    app.call(`posts/${postId}/comments`, {
      json: { message, mentions: mentioned.map(({ userId }) => userId), ...more },
    })
  type Person = Pick<typeof app.author, 'call' | 'email'>
  const notices = async ({ call, email }: Person) => {
    await sendWaitingMail(app.ctx)
    const { data } = (await (await call('notifications')).json()) as { data: { title: string }[] }
    const mails = await app.mail(email)
    const isMention = (text: string) => text.endsWith('mentioned you')
    return [
      data.filter(({ title }) => isMention(title)).length,
      mails.filter(({ subject }) => isMention(subject)).length,
    ]
  }
  return { ...app, postId, domainId, member, say, notices }
}

test('notifies the members that a comment mentions once, in the inbox and by mail, and nobody else', async () => {
  const app = await openDiscussion()
  const [mia, sam] = [await app.member('author', 'Mia Wong'), await app.member('viewer', 'Sam')]
  await app.say('@Mia Wong, does @Samantha know? @Mia Wong!', [mia, sam, app.author])
  expect(await Promise.all([mia, sam, app.author].map(app.notices))).toEqual([
    [1, 1],
    [0, 0],
    [0, 0],
  ])
  await app.say('@Sam for the team', [sam], { internal: true })
  expect(await app.notices(sam)).toEqual([1, 1])
})

test.each(['', ' \n', '\u200B\u200B\u2060', '\u2800'])(
  'rejects a comment that shows nothing: %j',
  async message => {
    const app = await openDiscussion()
    const response = await app.say(message, [])
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { fields: { message: 'Please say what should change.' } },
    ])
  },
)

test('notifies nobody outside the business, not even somebody who leaves it as the comment is written', async () => {
  const app = await openDiscussion()
  const stranger = await app.signUp({ fullname: 'Sam Stranger' })
  const mia = await app.member('author', 'Mia Wong')
  await app.say('@Sam Stranger', [stranger])
  const leave = () => app.ctx.db.delete(members).where(eq(members.userId, mia.userId))
  const ctx = asUser(beforeNextWrite(app.ctx, leave), app.author.userId)
  const comment = { message: '@Mia Wong, secret', internal: true, mentions: [mia.userId] }
  await addComment(ctx, app.postId, comment)
  expect(await Promise.all([stranger, mia].map(app.notices))).toEqual([
    [0, 0],
    [0, 0],
  ])
})

test('names a visiting administrator who comments, but lets no member mention them', async () => {
  const app = await openDiscussion()
  const ada = await app.admin()
  await ada.call(`businesses/${app.domainId}/visit`, { method: 'POST' })
  const discussion = await app.call(`posts/${app.postId}/comments`)
  const { people } = (await discussion.json()) as { people: { name: string }[] }
  expect(people.map(({ name }) => name)).toEqual(['Pat Lee'])
  await app.say('@Ada Admin, are you here?', [ada])
  expect(await app.notices(ada)).toEqual([0, 0])
  await ada.call(`posts/${app.postId}/comments`, {
    json: { message: '@Pat Lee, yes', mentions: [app.author.userId] },
  })
  const read = await app.call('notifications')
  const { data } = (await read.json()) as { data: { title: string }[] }
  expect(data.map(({ title }) => title)).toContain('Ada Admin mentioned you')
})

test('limits mentions by a person, but not their comments', async () => {
  const app = await openDiscussion()
  const mia = await app.member('author', 'Mia Wong')
  await app.say('@Mia Wong, look', [mia])
  await app.ctx.db
    .update(rateLimits)
    .set({ count: LIMITS.mention.max })
    .where(like(rateLimits.key, `${LIMITS.mention.name}:%`))
  expect((await app.say('@Mia Wong, look again', [mia])).status).toBe(429)
  expect((await app.say('Somebody look', [])).status).toBe(200)
  expect(await app.notices(mia)).toEqual([1, 1])
})

test('names the people who can be mentioned to members only', async () => {
  const app = await openDiscussion()
  const mia = await app.member('viewer', 'Mia Wong')
  const stranger = await app.signUp()
  const comments = `posts/${app.postId}/comments`
  const { people } = (await (await mia.call(comments)).json()) as { people: { name: string }[] }
  expect(people.map(({ name }) => name)).toContain('Mia Wong')
  expect(JSON.stringify(people)).not.toContain('@')
  expect((await stranger.call(comments)).status).toBe(404)
})

test('lets members resolve a remark and open it again, and counts it in the author’s overview while it is open', async () => {
  const app = await openDiscussion()
  const [mia, sam] = [await app.member('approver', 'Mia Wong'), await app.member('viewer', 'Sam')]
  const [delivery] = (await app.read(app.postId)).deliveries
  const anchor = { network: 'facebook', quote: delivery!.message.slice(0, 4), from: 0 }
  const comments = `posts/${app.postId}/comments`
  await mia.call(comments, { json: { message: 'Really?', anchor } })
  await mia.call(comments, { json: { message: 'On the whole post' } })
  type Discussion = { data: { _id: string; message: string; resolvedAt?: string }[] }
  const read = async () => ((await (await app.call(comments)).json()) as Discussion).data
  const [remark, comment] = await read()
  const resolve = (by: Pick<typeof mia, 'call'>, id: string, resolved: boolean) =>
    by.call(`${comments}/${id}`, { method: 'PUT', json: { resolved } })
  const open = async ({ call }: Pick<typeof mia, 'call'>) => {
    const response = await call('overview?timeZone=Australia/Melbourne')
    return ((await response.json()) as { data: Overview }).data.remarked.map(({ open }) => open)
  }
  expect([await open(app.author), await open(mia), await open(sam)]).toEqual([[1], [], []])
  expect((await resolve(sam, remark!._id, true)).status).toBe(403)
  expect((await resolve(mia, comment!._id, true)).status).toBe(404)
  expect((await resolve(mia, remark!._id, true)).status).toBe(200)
  expect((await read()).map(({ resolvedAt }) => resolvedAt)).toEqual([expect.any(String), undefined])
  expect(await open(app.author)).toEqual([])
  await resolve(app.author, remark!._id, false)
  expect((await read()).map(({ resolvedAt }) => resolvedAt)).toEqual([undefined, undefined])
  expect(await open(app.author)).toEqual([1])
})
