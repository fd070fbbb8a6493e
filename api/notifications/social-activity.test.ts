import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { accountInsights } from '#api/db/schema/businesses/insights.ts'
import { connectingApp } from '#api/test/connecting.ts'
import { DEFAULT_SETTINGS } from '#shared/settings.ts'
import { notifySocialActivity } from './social-activity.ts'

type Figures = { followers: number | null; comments: number | null; likes: number | null }
type Person = Awaited<ReturnType<Awaited<ReturnType<typeof connectingApp>>['owner']>>

const [BEFORE, YESTERDAY] = ['2029-12-30', '2029-12-31']

/** Returns a user with an account that has these figures for the last two days. */
async function followed(app: Awaited<ReturnType<typeof connectingApp>>, before: Figures, after: Figures) {
  const person = await app.owner()
  await app.connectFacebook(person)
  const { db } = app.ctx
  const [account] = await db.select().from(accounts).where(eq(accounts.userId, person.userId))
  await db.insert(accountInsights).values([
    { accountId: account!.id, day: BEFORE, ...before },
    { accountId: account!.id, day: YESTERDAY, ...after },
  ])
  return { ...person, name: account!.name }
}

const want = ({ call }: Person, socialNotifications: boolean) =>
  call('settings', { method: 'PUT', json: { ...DEFAULT_SETTINGS, socialNotifications } })
const notificationsOf = async ({ call }: Person) =>
  (
    (await (await call('notifications')).json()) as {
      data: { title: string; message: string; link: string }[]
    }
  ).data
const notifyTwice = async (ctx: Context) => {
  await notifySocialActivity(ctx)
  await notifySocialActivity(ctx)
}

const SOME = { followers: 100, comments: 10, likes: 50 }

test('sends one notification about the previous day to users who want it', async () => {
  const app = await connectingApp()
  const person = await followed(app, SOME, { followers: 103, comments: 11, likes: 62 })
  await want(person, true)
  await notifyTwice(app.ctx)
  expect(await notificationsOf(person)).toMatchObject([
    {
      type: 'social',
      title: 'Yesterday: 3 new followers, 1 comment and 12 likes',
      message: `${person.name} on Facebook: 3 new followers, 1 comment and 12 likes.`,
      link: '/dashboard/insights',
    },
  ])
})

test('sends no notification to users who don’t want it', async () => {
  const app = await connectingApp()
  const person = await followed(app, SOME, { ...SOME, followers: 103 })
  await notifyTwice(app.ctx)
  await want(person, false)
  await notifyTwice(app.ctx)
  expect(await notificationsOf(person)).toEqual([])
})

test('sends no notification about a day without gains or figures', async () => {
  const app = await connectingApp()
  const quiet = await followed(app, SOME, { ...SOME, followers: 98 })
  const unmeasured = await followed(app, SOME, { followers: null, comments: null, likes: null })
  for (const person of [quiet, unmeasured]) await want(person, true)
  await notifyTwice(app.ctx)
  expect(await notificationsOf(quiet)).toEqual([])
  expect(await notificationsOf(unmeasured)).toEqual([])
})
