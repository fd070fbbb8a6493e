import { expect, test } from 'bun:test'

import { toStartError } from '#api/boot/start-server.ts'
import { StartError } from '#api/runtime/errors.ts'
import { publishingApp } from '#api/test/publishing.ts'

test('responds 507 in words to a post for which the disk has no space, and takes it once there is', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  const limitPages = (pages: number) => app.ctx.db.$client.execute(`PRAGMA max_page_count = ${pages}`)
  const post = { message: 'Fresh bread. '.repeat(3000), textOnly: true, inSeconds: 600 }
  // Below the current number of pages, which SQLite then keeps as the limit.
  await limitPages(1)
  const rejected = await app.send(post)
  expect(rejected.status).toBe(507)
  expect(await rejected.json()).toEqual({
    success: false,
    code: 'storage_full',
    message: expect.stringContaining('Our disk is full'),
  })
  await limitPages(1_000_000_000)
  expect((await app.send(post)).status).toBe(200)
  expect(await app.ctx.db.$client.execute('select count(*) as n from posts')).toMatchObject({
    rows: [{ n: 1 }],
  })
})

test('explains a full disk during the start, and leaves other errors as they are', () => {
  const config = { dataDir: '/data', database: { url: 'file:/data/currawong.db', authToken: undefined } }
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  expect(toStartError(full, config)).toBeInstanceOf(StartError)
  expect(String(toStartError(full, config))).toContain('The disk of /data is full. Free some space')
  const bug = new TypeError('undefined is not a function')
  expect(toStartError(bug, config)).toBe(bug)
})
