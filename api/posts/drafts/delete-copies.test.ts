import { expect, test } from 'bun:test'

import { addMember } from '#api/test/members.ts'
import { publishingApp } from '#api/test/publishing.ts'
import { BULK_MESSAGES, type BulkResult } from '#shared/posts/bulk.ts'
import type { Draft } from '#shared/posts/drafts.ts'

const HOUR_SECONDS = 3600

async function openApp() {
  const app = await publishingApp({ networks: ['facebook'] })
  const read = async <Data>(path: string, json?: object, call = app.call) =>
    ((await (await call(path, json ? { json } : {})).json()) as { data: Data }).data
  /** Duplicates posts, and returns the ids of the copies. */
  const copy = async (count: number) => {
    const postIds: string[] = []
    for (let hour = 1; hour <= count; hour++)
      postIds.push(await app.accept({ inSeconds: hour * HOUR_SECONDS }))
    const results = await read<BulkResult[]>('posts/bulk', { action: 'duplicate', postIds })
    return results.map(({ draftId = '' }) => draftId)
  }
  const remove = (draftIds: string[], call = app.call) =>
    read<BulkResult[]>('drafts/delete-copies', { draftIds }, call)
  const listed = async () => (await read<{ _id: string }[]>('drafts')).map(({ _id }) => _id)
  return { ...app, read, copy, remove, listed }
}

test('deletes the copies that nobody has changed, and names the others', async () => {
  const app = await openApp()
  const [first = '', changed = '', last = ''] = await app.copy(3)
  const { content } = await app.read<Draft>(`drafts/${changed}`)
  const json = { version: 1, content: { ...content, message: 'My own words' } }
  await app.call(`drafts/${changed}`, { method: 'PUT', json })
  expect(await app.remove([first, changed, last])).toEqual([
    { _id: first, success: true },
    { _id: changed, success: false, message: BULK_MESSAGES.copyChanged },
    { _id: last, success: true },
  ])
  expect(await app.listed()).toEqual([changed])
  expect((await app.call(`drafts/${first}/restore`, { json: {} })).status).toBe(200)
})

test('deletes no copies for strangers, or for members who may not write', async () => {
  const app = await openApp()
  const copies = await app.copy(2)
  const person = await app.signUp()
  const refused = copies.map(_id => ({ _id, success: false, message: BULK_MESSAGES.copyChanged }))
  expect(await app.remove(copies, person.call)).toEqual(refused)
  await addMember(app.ctx, { domainId: app.author.domainId, userId: person.userId, role: 'viewer' })
  expect(await app.remove(copies, person.call)).toEqual(refused)
  expect((await app.listed()).toSorted()).toEqual(copies.toSorted())
})

test('rejects an empty list, and a list that names a draft twice', async () => {
  const { call } = await openApp()
  const errorOf = async (draftIds: string[]) => {
    const response = await call('drafts/delete-copies', { json: { draftIds } })
    return [response.status, ((await response.json()) as { message: string }).message]
  }
  expect(await errorOf([])).toEqual([400, 'Please choose at least one draft.'])
  expect(await errorOf(['a', 'a'])).toEqual([400, 'Please list each draft once.'])
})
