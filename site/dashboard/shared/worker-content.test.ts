import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'

import { takeRetry, takeShared } from './worker-content.ts'

const NOON = new Date('2030-01-01T12:00:00Z')
const stored = new Map<string, Response>()
const cache = {
  match: async (path: string) => stored.get(path)?.clone(),
  delete: async (path: string) => stored.delete(path),
}

beforeEach(() => {
  setSystemTime(NOON)
  Object.assign(globalThis, { caches: { open: async () => cache } })
})
afterEach(() => {
  setSystemTime()
  stored.clear()
  Reflect.deleteProperty(globalThis, 'caches')
})

function share(texts: string[], files: { name: string; type: string }[] = []) {
  stored.set('/handed/share', Response.json({ at: +NOON, texts, files }))
  for (const at of files.keys()) stored.set(`/handed/file/${at}`, new Response(`file ${at}`))
}

test('takes shared content once, without a link that the text already has', async () => {
  share(
    ['New bread', 'Back today: https://example.com/a', 'https://example.com/a'],
    [{ name: 'bread.jpg', type: 'image/jpeg' }],
  )
  const shared = await takeShared()
  expect(shared?.text).toBe('New bread\n\nBack today: https://example.com/a')
  const [file] = shared?.files ?? []
  expect([file?.name, file?.type, await file?.text()]).toEqual(['bread.jpg', 'image/jpeg', 'file 0'])
  expect([await takeShared(), stored.size]).toEqual([undefined, 0])
})

test('saves a text once when it is shared twice', async () => {
  share(['Hello', 'Hello', ''])
  expect((await takeShared())?.text).toBe('Hello')
})

test('reads what a service worker of an earlier release stored', async () => {
  const names = [{ name: 'bread.jpg', type: 'image/jpeg' }]
  stored.set('/handed/share', Response.json({ at: +NOON, words: ['', 'Back today', ''], names }))
  stored.set('/handed/file/0', new Response('file'))
  const shared = await takeShared()
  expect([shared?.text, shared?.files.map(({ name }) => name)]).toEqual(['Back today', ['bread.jpg']])
})

test('discards shared content and pressed notifications after 15 minutes', async () => {
  share(['Hello'])
  stored.set('/handed/act', Response.json({ at: +NOON, retry: 'post' }))
  setSystemTime(new Date(+NOON + 16 * 60_000))
  expect([await takeShared(), await takeRetry()]).toEqual([undefined, undefined])
})

test('returns the post of a pressed notification once', async () => {
  stored.set('/handed/act', Response.json({ at: +NOON, retry: 'post' }))
  expect([await takeRetry(), await takeRetry()]).toEqual(['post', undefined])
})
