import { expect, test } from 'bun:test'

import { media } from '#api/db/schema/posts/media.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import { hashOlderFile } from './content-hash.ts'

test('hashes each file when it is saved, and older files when the hash is first needed', async () => {
  const app = await publishingApp({ networks: ['facebook'] })
  await app.accept({ media: [await picture('red'), await picture('navy')], inSeconds: 60 })
  const [red, navy] = await app.ctx.db.select().from(media)
  const stored = await app.ctx.storage.read(red!.key)
  expect(red!.sha256).toBe(
    new Bun.CryptoHasher('sha256').update(await (await stored!.blob()).bytes()).digest('hex'),
  )
  expect(navy!.sha256).not.toBe(red!.sha256)

  await app.ctx.db.update(media).set({ sha256: null })
  expect(await hashOlderFile(app.ctx, red!)).toBe(red!.sha256)
  const [saved] = await app.ctx.db.select().from(media)
  expect(saved!.sha256).toBe(red!.sha256)
})
