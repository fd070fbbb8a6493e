import { expect, test } from 'bun:test'

import { selectMembership } from '#api/auth/access/membership.ts'
import { openAsAdministrator } from '#api/businesses/members/members.ts'
import { asUser } from '#api/context.ts'
import { IMPORT_HEADERS, importingApp } from '#api/test/importing.ts'
import { addMember } from '#api/test/members.ts'
import { type Import, IMPORT_MESSAGES } from '#shared/posts/imports.ts'
import { createImporter } from './worker.ts'

type App = Awaited<ReturnType<typeof importingApp>>

const row = (picture: string, day = 1) =>
  `,facebook,Post ${day},,2030-02-${String(day).padStart(2, '0')},09:30,${picture},,`

async function editorOf({ ctx, signUp, author: { domainId } }: App) {
  const mia = await signUp()
  await addMember(ctx, { domainId, userId: mia.userId, role: 'editor' })
  return mia
}

/** Starts an import that is fetching an endless video. */
async function startEndless(app: App, call = app.call) {
  const { data } = await app.upload(`${IMPORT_HEADERS}\n${row(`${app.pictures.url}/endless.mp4`)}`, {}, call)
  await app.callJson(`imports/${data._id}/start`, { json: {} }, call)
  await app.importer.tick()
  await app.pictures.begun
  return data._id
}

test('stops fetching after several files that trickle in, and says so', async () => {
  const app = await importingApp()
  const rows = Array.from({ length: 20 }, (_, index) =>
    row(`${app.pictures.url}/trickled-${index}.mp4`, index + 1),
  )
  const { data } = await app.upload([IMPORT_HEADERS, ...rows].join('\n'))
  await app.start(data._id)
  await app.work(createImporter(app.ctx, { timeoutMs: 200 }))
  expect((await app.callJson(`imports/${data._id}`)).data).toMatchObject({
    state: 'checked',
    counts: { error: 20 },
  })
  expect(app.pictures.fetched.length).toBeLessThan(8)
  expect((await app.rows(data._id)).at(-1)!.problems).toMatchObject([{ message: IMPORT_MESSAGES.slow }])
})

test('runs one import per business at a time, alongside those of other businesses', async () => {
  const app = await importingApp()
  await startEndless(app)
  const other = await app.owner()
  await app.connectFacebook(other)
  for (const { call } of [app.author, other]) {
    const { data } = await app.upload(`${IMPORT_HEADERS}\n${row(`${app.pictures.url}/a.jpg`)}`, {}, call)
    await app.callJson(`imports/${data._id}/start`, { json: {} }, call)
  }
  await app.work(createImporter(app.ctx))
  const statesOf = async (call: typeof app.call) =>
    (await app.callJson<Import[]>('imports', {}, call)).data.map(({ state, counts }) => [
      state,
      counts.created,
    ])
  expect(await statesOf(other.call)).toEqual([['done', 1]])
  expect(await statesOf(app.call)).toEqual([
    ['running', 0],
    ['running', 0],
  ])
})

test('stops the import of a removed member, and lets a colleague start it again in their own name', async () => {
  const app = await importingApp()
  const mia = await editorOf(app)
  const id = await startEndless(app, mia.call)
  const { domainId } = app.author
  expect((await app.call(`businesses/${domainId}/members/${mia.userId}`, { method: 'DELETE' })).status).toBe(
    200,
  )
  await app.work()
  expect((await app.callJson(`imports/${id}`)).data).toMatchObject({ state: 'checked', counts: { ready: 1 } })
  app.pictures.finish()
  expect(await app.run(id)).toMatchObject({ state: 'done', counts: { created: 1 } })
})

test('stops the import of an administrator whose visit ends', async () => {
  const app = await importingApp()
  const ada = await app.admin()
  const { domainId } = app.author
  await openAsAdministrator(asUser(app.ctx, ada.userId), domainId)
  await selectMembership(asUser(app.ctx, ada.userId), domainId)
  const id = await startEndless(app, ada.call)
  await ada.call(`businesses/${domainId}/visit`, { method: 'DELETE' })
  await app.work()
  expect((await app.callJson(`imports/${id}`)).data.state).toBe('checked')
})
