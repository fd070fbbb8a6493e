import { expect, test } from 'bun:test'
import { eq, getTableColumns } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { readdir } from 'node:fs/promises'

import { accountDeletions } from '#api/db/schema/people/personal-data.ts'
import { settings } from '#api/db/schema/people/settings.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { carryOutDeletions } from '#api/personal-data/deletions/deletions.ts'
import { testApp, type TestApp } from '#api/test/app.ts'
import { crashingDb } from '#api/test/db/crashing.ts'
import {
  everyRow,
  everyTable,
  fillEveryTable,
  markOf,
  nameOf,
  identifiesUsers,
} from '#api/test/db/every-table.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import { forgetRequestsOf } from '#api/visitors/requests/inbox.ts'
import { LEFT_OUT, PARTS } from './parts.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

type Person = Awaited<ReturnType<TestApp['signUp']>>

/** Returns the contents of a download by path. */
async function download(response: Response) {
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('application/zip')
  expect(response.headers.get('Content-Disposition')).toBe(
    'attachment; filename="currawong-data-2030-01-01.zip"',
  )
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return {
    names: Object.keys(files),
    bytes: (name: string) => files[name],
    rows: (name: string) => JSON.parse(new TextDecoder().decode(files[name])) as Record<string, unknown>[],
    text: Object.entries(files)
      .filter(([name]) => name.endsWith('.json'))
      .map(([, bytes]) => new TextDecoder().decode(bytes))
      .join('\n'),
  }
}

async function setPicture({ call }: Person) {
  const form = new FormData()
  form.set('profileImage', await picture('teal'))
  expect((await call('users/updateProfile', { method: 'PUT', form })).status).toBe(200)
}

test('exports every table that can identify a person, or gives a reason for omitting it', async () => {
  const tables = await everyTable()
  const exported = PARTS.map(({ table }) => nameOf(table))
  const decided = [...exported, ...Object.keys(LEFT_OUT)]
  expect(decided.toSorted()).toEqual(tables.map(nameOf).toSorted())
  for (const table of tables.filter(table => !identifiesUsers(table)))
    expect(exported).not.toContain(nameOf(table) === 'users' ? '' : nameOf(table))
})

test('exports no secrets, tokens or hashes', () => {
  for (const { table, omit } of PARTS) {
    const columns = Object.keys(getTableColumns(table))
    const secret = columns.filter(name =>
      /hash|sealed|secret|token(?!ExpiresAt)|endpoint|p256dh|^auth$/i.test(name),
    )
    expect({ table: nameOf(table), kept: secret.filter(name => !omit.includes(name)) }).toEqual({
      table: nameOf(table),
      kept: [],
    })
    expect(columns).toEqual(expect.arrayContaining([...omit]))
  }
})

test('exports every row of the user, and none of others', async () => {
  const { ctx, signUp } = await testApp()
  const [pat, kim] = [await signUp(), await signUp()]
  for (const person of [pat, kim]) await fillEveryTable(ctx, person)
  const { rows, text } = await download(await pat.call('users/export'))
  for (const { file, table } of PARTS) {
    const theirs = (await everyRow(ctx)).filter(
      ({ table: name, row }) =>
        name === nameOf(table) && (row.includes(markOf(pat)) || row.includes(pat.userId)),
    )
    expect({ file, rows: rows(`${file}.json`).length }).toEqual({ file, rows: theirs.length })
    expect(theirs.length).toBeGreaterThan(0)
  }
  for (const foreign of [kim.userId, kim.email, markOf(kim)]) expect(text).not.toContain(foreign)
  for (const { sealed } of [
    { sealed: 'sealed-token' },
    { sealed: 'token-hash' },
    { sealed: 'sealed-secret' },
  ])
    expect(text).not.toContain(`${markOf(pat)}-${sealed}`)
})

test('exports a client’s requests to them, not to the owner of the e-mail in them', async () => {
  const { ctx, signUp } = await testApp()
  const [pat, kim] = [await signUp(), await signUp()]
  const json = { kind: 'question', subject: 'other', message: 'Between us', email: pat.email }
  expect((await kim.call('users/saveSupportRequest', { json })).status).toBe(200)
  const requestsOf = async ({ call }: typeof pat) =>
    (await download(await call('users/export'))).rows('requests.json').length
  expect([await requestsOf(pat), await requestsOf(kim)]).toEqual([0, 1])
  await forgetRequestsOf(ctx, { id: pat.userId, email: pat.email })
  expect(await requestsOf(kim)).toBe(1)
})

test('exports a long list completely and in order', async () => {
  const { ctx, signUp } = await testApp()
  const pat = await signUp()
  const { templates } = await import('#api/db/schema/posts/saved-texts.ts')
  const now = ctx.now()
  await ctx.db.insert(templates).values(
    Array.from({ length: 450 }, (_, index) => ({
      id: crypto.randomUUID(),
      userId: pat.userId,
      name: String(index),
      text: 'Hello',
      createdAt: now,
      updatedAt: now,
    })),
  )
  const { rows } = await download(await pat.call('users/export'))
  expect(rows('templates.json').map(({ name }) => name)).toEqual(
    Array.from({ length: 450 }, (_, index) => String(index)),
  )
})

test('exports every file of the user, however many there are, and none of others', async () => {
  const { ctx, signUp } = await testApp()
  const [pat, kim] = [await signUp(), await signUp()]
  const upload = async ({ call }: typeof pat, colour: string) => {
    const form = new FormData()
    form.set('media', await picture(colour))
    await call('media', { form })
  }
  await upload(pat, 'red')
  const [uploaded] = await ctx.db.select().from(media)
  await upload(kim, 'blue')
  const path = `${ctx.config.dataDir}/copied.jpg`
  await Bun.write(path, 'a picture')
  const copies = Array.from({ length: 450 }, () => crypto.randomUUID()).map(id => ({
    ...uploaded!,
    id,
    key: `${id}/original.jpg`,
  }))
  for (const { key } of copies) await ctx.storage.put(key, path, 'image/jpeg')
  await ctx.db.insert(media).values(copies)
  const { names } = await download(await pat.call('users/export'))
  expect(names.filter(name => name.startsWith('media/')).toSorted()).toEqual(
    [uploaded!, ...copies].map(({ key }) => `media/${key}`).toSorted(),
  )
})

test('downloads once by a link within a minute, without authorisation', async () => {
  const { request, signUp, clock } = await testApp()
  const pat = await signUp()
  const link = async () => {
    const { url } = (await (await pat.call('users/exportLink', { json: {} })).json()) as { url: string }
    expect(url).toStartWith('http://currawong.test/api/users/export?ticket=')
    return url.replace('http://currawong.test', '')
  }
  const [first, second] = [await link(), await link()]
  expect((await request(first, { method: 'HEAD' })).status).toBe(200)
  const { rows } = await download(await request(first))
  expect(rows('profile.json')).toMatchObject([{ email: pat.email }])
  const used = await request(first)
  expect(used.status).toBe(403)
  expect(await used.json()).toMatchObject({ code: 'forbidden', message: expect.stringContaining('new one') })
  clock.advance(MINUTE)
  expect((await request(second)).status).toBe(403)
  expect((await request('users/export')).status).toBe(401)
})

test('limits downloads to ten an hour', async () => {
  const { signUp } = await testApp()
  const pat = await signUp()
  for (let turn = 0; turn < 10; turn++) await (await pat.call('users/export')).body?.cancel()
  expect((await pat.call('users/export')).status).toBe(429)
  expect((await pat.call('users/exportLink', { json: {} })).status).toBe(429)
})

test('leaves no row and no file of the user after a deletion, and revokes their logins', async () => {
  const app = await publishingApp({ networks: ['facebook', 'instagram', 'google'] })
  const { author: pat, ctx, clock, mail } = app
  const kim = await app.signUp()
  await fillEveryTable(ctx, kim)
  await setPicture(pat)
  await app.accept({ message: 'Published words' })
  await app.run()
  await app.accept({ message: 'Scheduled words', inSeconds: 30 * 24 * 3600 })
  await app.request('users/saveContactRequest', {
    json: { fullname: 'Pat Lee', email: pat.email.toUpperCase(), service: 'other', message: 'Hello' },
  })
  const exported = await download(await pat.call('users/export'))
  expect(exported.names.filter(name => name.startsWith('media/'))).toHaveLength(4)
  expect(exported.names.filter(name => name.startsWith('profile/'))).toHaveLength(1)
  expect(exported.rows('deliveries.json')).toHaveLength(6)
  expect(exported.rows('requests.json')).toHaveLength(1)

  // The author of `publishingApp` has chosen settings.
  await ctx.db.delete(settings).where(eq(settings.userId, pat.userId))
  await fillEveryTable(ctx, pat)
  const others = (await everyRow(ctx)).filter(
    ({ row }) => row.includes(kim.userId) || row.includes(markOf(kim)),
  )
  await pat.call('users/requestDeletion', { json: { confirm: 'DELETE' } })
  clock.advance(7 * DAY)
  await carryOutDeletions(ctx)
  clock.advance(10 * MINUTE)
  await carryOutDeletions(ctx)
  expect((await mail(pat.email))[0]?.subject).toBe('Your Currawong account is deleted')

  const left = (await everyRow(ctx)).filter(({ row }) =>
    [pat.userId, pat.email, markOf(pat), pat.domainId, 'words', 'Pat Lee'].some(word =>
      row.toLowerCase().includes(word.toLowerCase()),
    ),
  )
  expect(left.filter(({ row }) => !row.includes(kim.userId))).toEqual([])
  const kept = (await everyRow(ctx)).filter(
    ({ row }) => row.includes(kim.userId) || row.includes(markOf(kim)),
  )
  expect(kept).toEqual(others)
  const folder = `${ctx.config.dataDir}/media`
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(entry =>
    entry.isFile(),
  )
  expect(files.map(({ name }) => name)).toEqual([])
  const requests = await app.world<{ method: string; path: string }[]>('requests')
  const isRevocation = ({ method, path }: { method: string; path: string }) =>
    (method === 'DELETE' && path.endsWith('/permissions')) || path.endsWith('/revoke')
  expect(requests.filter(isRevocation)).toHaveLength(2)
})

test('completes a deletion that was killed at any write, and sends one mail', async () => {
  for (let write = 1; ; write++) {
    for (const kept of [false, true]) {
      const { ctx, signUp, clock, mail } = await testApp()
      const pat = await signUp()
      await setPicture(pat)
      await fillEveryTable(ctx, pat)
      await pat.call('users/requestDeletion', { json: { confirm: 'DELETE' } })
      clock.advance(7 * DAY)
      const db = crashingDb(ctx.db, { write, kept })
      const dying = { ...ctx, db }
      let died = false
      const run = () => carryOutDeletions(dying).catch(() => void (died = true))
      await run()
      clock.advance(10 * MINUTE)
      await run()
      died ||= await db.$count(accountDeletions).then(
        () => false,
        () => true,
      )
      await carryOutDeletions(ctx)
      clock.advance(10 * MINUTE)
      await carryOutDeletions(ctx)
      const left = (await everyRow(ctx)).filter(
        ({ row }) => row.includes(pat.userId) || row.includes(markOf(pat)),
      )
      expect({ write, kept, left }).toEqual({ write, kept, left: [] })
      expect(await ctx.db.$count(accountDeletions)).toBe(1)
      expect(
        (await mail(pat.email)).filter(({ subject }) => subject.endsWith('account is deleted')),
      ).toHaveLength(1)
      if (!died) {
        expect(write).toBeGreaterThan(3)
        return
      }
    }
  }
})
