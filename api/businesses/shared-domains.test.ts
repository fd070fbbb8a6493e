import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'

import { liveEvents } from '#api/db/schema/server/live.ts'
import { testApp } from '#api/test/app.ts'
import { callUsers, list, remove, save, selected } from '#api/test/domains.ts'
import { addMember } from '#api/test/members.ts'

test('shows a business to each of its members, with their role and their own selection', async () => {
  const { ctx, signUp } = await testApp()
  const [pat, mia] = [await signUp(), await signUp()]
  const { data } = await save(pat, 'Pat’s Plumbing', 'https://pats.example')
  const own = await save(mia, 'Mia’s')
  await addMember(ctx, { domainId: data._id, userId: mia.userId, role: 'viewer', isSelected: false })
  expect((await list(mia)).map(({ businessName, role }) => [businessName, role])).toEqual([
    ['Mia’s', 'owner'],
    ['Pat’s Plumbing', 'viewer'],
  ])
  expect(await selected(mia)).toEqual(['Mia’s'])
  const { data: chosen } = await callUsers(mia, 'updateUserDomain', { domainId: data._id })
  expect(chosen).toMatchObject({ _id: data._id, isSelected: true, role: 'viewer' })
  expect((await callUsers(mia, 'getUserActiveDomain')).data).toMatchObject({ _id: data._id })
  expect(await selected(pat)).toEqual(['Pat’s Plumbing'])
  await callUsers(mia, 'updateUserDomain', { domainId: own.data._id })
  const elsewhere = await mia.call('users/getUserActiveDomain', { headers: { 'X-Domain-Id': data._id } })
  expect((await elsewhere.json()) as object).toMatchObject({ data: { _id: data._id, role: 'viewer' } })
})

test('lets only members with the permission change a business, and only owners delete it', async () => {
  const { ctx, signUp } = await testApp()
  const [pat, mia] = [await signUp(), await signUp()]
  const { data } = await save(pat, 'Pat’s Plumbing')
  const rename = () => callUsers(mia, 'updateUserDomain', { domainId: data._id, businessName: 'Ours' })
  const setZone = async () =>
    (await mia.call(`domains/${data._id}`, { method: 'PATCH', json: { timeZone: 'UTC' } })).status
  for (const role of ['viewer', 'approver', 'author'] as const) {
    await addMember(ctx, { domainId: data._id, userId: mia.userId, role })
    expect(await rename()).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await setZone()).toBe(403)
    expect(await remove(mia, data._id)).toMatchObject({ status: 403, code: 'forbidden' })
  }
  await addMember(ctx, { domainId: data._id, userId: mia.userId, role: 'editor' })
  expect(await rename()).toMatchObject({ status: 200, data: { businessName: 'Ours' } })
  expect(await setZone()).toBe(200)
  expect(await remove(mia, data._id)).toMatchObject({ status: 403 })
  await addMember(ctx, { domainId: data._id, userId: mia.userId, role: 'owner' })
  expect(await remove(mia, data._id)).toMatchObject({ status: 200 })
  expect(await list(pat)).toEqual([])
})

test('selects the newest other business of every member after a deletion', async () => {
  const { ctx, signUp } = await testApp()
  const [pat, mia] = [await signUp(), await signUp()]
  const { data: shared } = await save(pat, 'Shared')
  await save(pat, 'Pat’s second')
  await save(mia, 'Mia’s')
  await addMember(ctx, { domainId: shared._id, userId: mia.userId, role: 'editor', isSelected: false })
  await callUsers(mia, 'updateUserDomain', { domainId: shared._id })
  await remove(pat, shared._id)
  expect(await selected(pat)).toEqual(['Pat’s second'])
  expect(await selected(mia)).toEqual(['Mia’s'])
})

test('makes the browsers of every member reload after a deletion', async () => {
  const { ctx, signUp } = await testApp()
  const [pat, mia] = [await signUp(), await signUp()]
  const { data } = await save(pat, 'Shared')
  await addMember(ctx, { domainId: data._id, userId: mia.userId, role: 'viewer' })
  await ctx.db.delete(liveEvents)
  await remove(pat, data._id)
  const events = await ctx.db.select().from(liveEvents).where(eq(liveEvents.userId, mia.userId))
  expect(events).toMatchObject([{ type: 'domain', data: { domainId: data._id } }])
})
