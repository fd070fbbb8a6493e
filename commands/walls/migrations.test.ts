import { expect, test } from 'bun:test'

import { releasedMigrationsStay } from './migrations.ts'

const FOLDER = 'api/db/migrations'
const sha256 = (text: string) => Bun.CryptoHasher.hash('sha256', text, 'hex')
const RELEASED = { '0000_initial': { release: '0.1.0', when: 10, sha256: sha256('create table a') } }
const FIRST = { tag: '0000_initial', when: 10 }
const SECOND = { tag: '0001_more', when: 20 }

const faults = (files: Record<string, string>, entries = [FIRST, SECOND]) =>
  releasedMigrationsStay(
    Object.entries({
      'released.json': JSON.stringify(RELEASED),
      'meta/_journal.json': JSON.stringify({ entries }),
      '0000_initial.sql': 'create table a',
      '0001_more.sql': 'create table b',
      ...files,
    }).map(([name, text]) => ({ path: `${FOLDER}/${name}`, text })),
  ).map(({ message }) => message)

test('allows new migrations, and changes until their release', () => {
  expect(faults({})).toEqual([])
  expect(faults({ '0001_more.sql': 'create table c' })).toEqual([])
})

test('refuses to change, rename, retime or remove a released migration', () => {
  const [changed] = faults({ '0000_initial.sql': 'create table a, with more' })
  expect(changed).toBe('release 0.1.0 contains this migration: add another.')
  expect(faults({}, [{ ...FIRST, when: 11 }, SECOND])).toEqual([
    '0000_initial of release 0.1.0 keeps its name and time.',
  ])
  expect(faults({}, [SECOND])).toHaveLength(2)
})

test('refuses a migration that would never be applied', () => {
  expect(faults({}, [FIRST, { ...SECOND, when: 5 }])).toEqual([
    '0001_more is older than a released migration, and would be skipped.',
  ])
  expect(faults({ '0002_lost.sql': 'create table c' })).toEqual([
    'the journal doesn’t list it, so it is never applied.',
  ])
})
