import { expect, test } from 'bun:test'

import { testApp } from '#api/test/app.ts'
import { MAX_SAVED_TEXTS, type SavedText } from '#shared/posts/saved-texts.ts'

const { signUp } = await testApp()

async function person() {
  const { call } = await signUp()
  await call('users/saveUserDomain', { json: { businessName: 'Pat’s Plumbing' } })
  const save = (id: string, name: string, text = '#taps') =>
    call(`hashtag-sets/${id}`, { method: 'PUT', json: { name, text } })
  const list = async () => ((await (await call('hashtag-sets')).json()) as { data: SavedText[] }).data
  return { call, save, list }
}

test('saves each hashtag of a text once, and lists sets by name', async () => {
  const { save, list } = await person()
  const id = crypto.randomUUID()
  await save(crypto.randomUUID(), 'pipes')
  await save(id, 'Winter')
  await save(id, 'Autumn', 'Leaves: #Leaf, #gutter #leaf\n#Melbourne')
  expect(await list()).toMatchObject([
    { name: 'Autumn', text: '#Leaf #gutter #Melbourne' },
    { name: 'pipes', text: '#taps' },
  ])
})

test('neither shows, changes nor deletes another business’s sets', async () => {
  const [owner, other] = [await person(), await person()]
  const id = crypto.randomUUID()
  await owner.save(id, 'Mine')
  expect((await other.save(id, 'Yours')).status).toBe(404)
  expect((await other.call(`hashtag-sets/${id}`, { method: 'DELETE' })).status).toBe(404)
  expect(await other.list()).toEqual([])
  expect(await owner.list()).toMatchObject([{ name: 'Mine' }])
})

test('limits the number of sets, but not changes to existing ones', async () => {
  const { call, save, list } = await person()
  const ids = Array.from({ length: MAX_SAVED_TEXTS }, () => crypto.randomUUID())
  for (const id of ids) await save(id, 'Name')
  expect((await save(crypto.randomUUID(), 'One more')).status).toBe(409)
  expect((await save(ids[0]!, 'Renamed')).status).toBe(200)
  await call(`hashtag-sets/${ids[0]}`, { method: 'DELETE' })
  expect(await list()).toHaveLength(MAX_SAVED_TEXTS - 1)
})

test('rejects a set without a name or a hashtag, and one with more than Instagram takes', async () => {
  const { save } = await person()
  const many = Array.from({ length: 31 }, (_, index) => `#tag${index}`).join(' ')
  expect((await save(crypto.randomUUID(), ' ')).status).toBe(400)
  expect((await save(crypto.randomUUID(), 'Name', 'no hashtag')).status).toBe(400)
  expect((await save(crypto.randomUUID(), 'Name', many)).status).toBe(400)
  expect((await save('short', 'Name')).status).toBe(400)
})
