import { afterAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { VERSION } from '#api/runtime/release.ts'
import { type BuiltFor, siteMismatch } from './built-site.ts'

const folder = mkdtempSync(join(tmpdir(), 'currawong-built-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const OURS = { siteUrl: 'https://www.example.com', publicUrl: 'https://www.example.com' }
const BUILT: BuiltFor = { version: VERSION, site: 'https://www.example.com/', api: '', loopback: false }

let dist = ''
beforeEach(() => (dist = mkdtempSync(join(folder, 'dist-'))))

function mismatch(built: Partial<BuiltFor> | undefined, config = OURS) {
  writeFileSync(join(dist, 'index.html'), '<title>Home</title>')
  if (built) writeFileSync(join(dist, '_built-for.json'), JSON.stringify({ ...BUILT, ...built }))
  return siteMismatch(config, dist)
}

test('accepts pages that were built for the configured URLs', async () => {
  expect(await siteMismatch(OURS, dist)).toBeUndefined()
  expect(await mismatch({})).toBeUndefined()
  const elsewhere = { ...OURS, publicUrl: 'https://api.example.com' }
  expect(await mismatch({ api: 'https://api.example.com' }, elsewhere)).toBeUndefined()
  const local = { siteUrl: 'http://127.0.0.1:3000', publicUrl: 'http://127.0.0.1:3000' }
  expect(await mismatch({ site: '' }, local)).toBeUndefined()
})

test.each<[string, Partial<BuiltFor> | undefined, RegExp]>([
  [
    'for another URL',
    { site: 'https://old.example.com/' },
    /built for https:\/\/old\.example\.com\/, and SITE_URL/,
  ],
  ['before a URL was set', { site: '' }, /built without a URL, and SITE_URL/],
  ['to try Currawong on one machine', { loopback: true }, /allow scripts from any program on this machine/],
  [
    'for an api at another URL',
    { api: 'https://api.example.com' },
    /call the api at https:\/\/api\.example\.com, and PUBLIC_URL/,
  ],
  ['by another version', { version: '0.1.5' }, /built by version 0\.1\.5/],
  ['by a version that didn’t record its settings', undefined, /built by an earlier version/],
])('rejects pages that were built %s', async (_, built, message) => {
  expect(await mismatch(built)).toMatch(message)
})
