import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { members } from '#api/db/schema/businesses/members.ts'
import { notifications } from '#api/db/schema/people/notifications.ts'
import { addMember } from '#api/test/members.ts'
import { publishingApp, type PublishingApp } from '#api/test/publishing.ts'
import type { Role } from '#shared/businesses/permissions.ts'

const MINUTE = 60_000
const SIGNED_OUT = expect.stringContaining('Facebook signed us out of')

/** Adds a colleague who schedules a post for in five minutes, and has this role afterwards. */
async function colleagueWithPost(app: PublishingApp, role: Role) {
  const { userId, call, email } = await app.signUp()
  const { domainId } = app.author
  await addMember(app.ctx, { domainId, userId, role: 'editor' })
  const form = new FormData()
  const platforms = [{ platform: 'facebook', message: 'From a colleague' }]
  form.set('data', JSON.stringify({ platforms, textOnly: true }))
  form.set('isScheduled', 'true')
  form.set('scheduledTime', String(Math.floor(+app.clock.now() / 1000) + 300))
  expect((await call('auth/createPosts', { form })).status).toBe(200)
  await addMember(app.ctx, { domainId, userId, role })
  return { userId, email }
}

const titlesOf = async ({ ctx }: PublishingApp, userId: string) =>
  (await ctx.db.select().from(notifications).where(eq(notifications.userId, userId))).map(
    ({ title }) => title,
  )

test.each(['author', 'editor'] as const)(
  'notifies a colleague with the role %p once when the account of their post loses its sign-in',
  async role => {
    const app = await publishingApp({ networks: ['facebook'] })
    const colleague = await colleagueWithPost(app, role)
    await app.expire('facebook')
    app.clock.advance(5 * MINUTE)
    await app.run()
    expect(await titlesOf(app, colleague.userId)).toEqual([SIGNED_OUT])
    expect(await app.mail(colleague.email)).toMatchObject([{ subject: SIGNED_OUT }])
    expect(await titlesOf(app, app.author.userId)).toEqual([SIGNED_OUT])
    expect(await app.mails()).toMatchObject([{ subject: SIGNED_OUT }])
  },
)

test('notifies no author who has left the business', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const colleague = await colleagueWithPost(app, 'author')
  await app.ctx.db.delete(members).where(eq(members.userId, colleague.userId))
  await app.expire('facebook')
  app.clock.advance(5 * MINUTE)
  await app.run()
  expect([await titlesOf(app, colleague.userId), await app.mail(colleague.email)]).toEqual([[], []])
  expect(await app.mails()).toMatchObject([{ subject: SIGNED_OUT }])
})

test.each([1, 2, 3, 4, 5, 6, 7])(
  'notifies the author once if the process dies after write %p of losing the sign-in',
  async write => {
    const app = await publishingApp({ networks: ['facebook'] })
    const postId = await app.accept({ textOnly: true })
    await app.expire('facebook')
    await app.runAndCrash({ write, kept: true })
    app.clock.advance(MINUTE)
    await app.run()
    expect(await app.delivery(postId, 'facebook')).toMatchObject({ state: 'held' })
    expect(await titlesOf(app, app.author.userId)).toEqual([SIGNED_OUT])
    expect(await app.mails()).toMatchObject([{ subject: SIGNED_OUT }])
  },
)

test('notifies the author once if the process of a post dies before another post loses the sign-in', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const killed = await app.accept({ textOnly: true })
  await app.runAndCrash({ write: 1, kept: true })
  expect(await app.delivery(killed, 'facebook')).toMatchObject({ state: 'publishing' })
  await app.expire('facebook')
  const other = await app.accept({ textOnly: true })
  await app.run()
  for (const postId of [other, killed]) {
    expect(await app.delivery(postId, 'facebook')).toMatchObject({ state: 'held' })
    app.clock.advance(MINUTE)
    await app.run()
  }
  expect(await titlesOf(app, app.author.userId)).toEqual([SIGNED_OUT])
  expect(await app.mails()).toMatchObject([{ subject: SIGNED_OUT }])
})
