import { expect, test } from 'bun:test'

import { testApp } from '#api/test/app.ts'
import { MAX_SAVED_TEXTS, type SavedText } from '#shared/posts/saved-texts.ts'

const { signUp } = await testApp()

async function person() {
  const { call } = await signUp()
  const save = (id: string, name: string, text = 'Open till late') =>
    call(`templates/${id}`, { method: 'PUT', json: { name, text } })
  const list = async () => ((await (await call('templates')).json()) as { data: SavedText[] }).data
  return { call, save, list }
}

test('lists templates by name, and renames one that is saved again', async () => {
  const { save, list } = await person()
  const id = crypto.randomUUID()
  await save(crypto.randomUUID(), 'opening hours')
  await save(id, 'Winter')
  await save(id, 'Autumn', 'Leaves fall')
  expect(await list()).toMatchObject([{ name: 'Autumn', text: 'Leaves fall' }, { name: 'opening hours' }])
})

test('rejects changes to another user’s template', async () => {
  const [owner, other] = [await person(), await person()]
  const id = crypto.randomUUID()
  await owner.save(id, 'Mine')
  expect((await other.save(id, 'Yours')).status).toBe(404)
  expect((await other.call(`templates/${id}`, { method: 'DELETE' })).status).toBe(404)
  expect(await owner.list()).toMatchObject([{ name: 'Mine' }])
})

test('deletes a template, and rejects the hundred-and-first', async () => {
  const { call, save, list } = await person()
  const ids = Array.from({ length: MAX_SAVED_TEXTS }, () => crypto.randomUUID())
  for (const id of ids) await save(id, 'Name')
  expect((await save(crypto.randomUUID(), 'One more')).status).toBe(409)
  expect((await save(ids[0]!, 'Renamed')).status).toBe(200)
  await call(`templates/${ids[0]}`, { method: 'DELETE' })
  expect(await list()).toHaveLength(MAX_SAVED_TEXTS - 1)
})

test('requires a name and a text', async () => {
  const { save } = await person()
  expect((await save(crypto.randomUUID(), ' ')).status).toBe(400)
  expect((await save(crypto.randomUUID(), 'Name', ' ')).status).toBe(400)
  expect((await save('short', 'Name')).status).toBe(400)
})
