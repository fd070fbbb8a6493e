import { afterAll, expect, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'currawong-build-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Takes the place of Astro: fails if it finds another build's files, and takes as long as the test lets it. */
const ASTRO = `#!/usr/bin/env bun
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
mkdirSync('building')
appendFileSync('builds', 'x')
console.log('building')
while (!(await Bun.file('go').exists())) await Bun.sleep(10)
mkdirSync('dist', { recursive: true })
writeFileSync('dist/_built-for.json', '{"loopback":true}')
await Bun.$\`rmdir building\`.quiet()
`

const BUILD = `
  import { buildSite } from '${import.meta.dirname}/build-site.ts'
  process.stdout.write('started ')
  console.log(await buildSite())
`

test('lets a process that finds another one building wait, and use what that has built', async () => {
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  writeFileSync(join(folder, 'node_modules/.bin/astro'), ASTRO)
  chmodSync(join(folder, 'node_modules/.bin/astro'), 0o755)
  const { SITE_URL: _, PUBLIC_URL: __, ...env } = process.env
  const builders = Array.from({ length: 3 }, () =>
    Bun.spawn([process.execPath, '-e', BUILD], {
      cwd: folder,
      env,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'inherit',
    }),
  )
  const readers = builders.map(({ stdout }) => stdout.getReader())
  const decoder = new TextDecoder()
  const started = await Promise.all(readers.map(async reader => decoder.decode((await reader.read()).value)))
  expect(started).toEqual(['started ', 'started ', 'started '])
  writeFileSync(join(folder, 'go'), '')
  const results = await Promise.all(
    readers.map(async reader => decoder.decode((await reader.read()).value).trim()),
  )
  expect(results.toSorted()).toEqual(['built', 'unchanged', 'unchanged'])
  expect(await Promise.all(builders.map(({ exited }) => exited))).toEqual([0, 0, 0])
  expect(readFileSync(join(folder, 'builds'), 'utf8')).toBe('x')
})
