import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'

import { testApp } from '#api/test/app.ts'
import { field, fromRows, insertMany } from './insert-many.ts'
import { outbox } from './schema/server/mail.ts'

test('inserts rows by column name, converts values, and fills in defaults', async () => {
  const { ctx } = await testApp()
  const rows = [
    { key: 'a', content: 'Hello' },
    { key: 'b', content: 'Never' },
  ]
  const [wakeAt, createdAt] = [new Date(2000), new Date(1000)]
  const values = { createdAt, wakeAt, urgent: true, encryptedMail: field('content'), id: field('key') }
  await insertMany(ctx.db, outbox, values, sql`${fromRows(rows)} where ${field('key')} <> 'b'`)
  expect(await ctx.db.select().from(outbox)).toEqual([
    {
      id: 'a',
      userId: null,
      domainId: null,
      encryptedMail: 'Hello',
      wakeAt,
      attempt: 0,
      unsure: false,
      createdAt,
      urgent: true,
      isTracked: false,
    },
  ])
})
