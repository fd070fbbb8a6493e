import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** Files, each of which violates one wall, with the linter's message. */
const VIOLATIONS: [path: string, code: string, says: string][] = [
  [
    'shared/limits.ts',
    `import { db } from '#api/db/client.ts'; db()`,
    'the contract between browser and server',
  ],
  [
    'shared/dates.ts',
    `import { format } from 'date-fns'; format()`,
    'the contract between browser and server',
  ],
  ['site/dashboard/posts/store.ts', `import { app } from '#api/app.ts'; app()`, 'may only call the api'],
  [
    'site/dashboard/posts/PostList.tsx',
    `import type { Api } from '#api/app.ts'; export type X = Api`,
    'may only call the api',
  ],
  ['site/lib/api/api.ts', `import { createApp } from '#api/app.ts'; createApp()`, 'import type'],
  [
    'site/lib/api/api.ts',
    `import type { Config } from '#api/runtime/config.ts'; export type X = Config`,
    'only the type of #api/app.ts',
  ],
  ['site/ui/Badge.tsx', `import { atom } from 'nanostores'; atom()`, 'has no stores'],
  ['site/ui/Toast.tsx', `import { $posts } from '#site/dashboard/posts/store.ts'; $posts()`, 'has no stores'],
  [
    'api/posts/posts.ts',
    `import { HTTPException } from 'hono/http-exception'; HTTPException()`,
    'import Hono',
  ],
  [
    'api/posts/routes.ts',
    `import { startSandbox } from '../../sandbox/start.ts'; startSandbox()`,
    'imports only #shared',
  ],
  ['api/publishing/engine.ts', `import { serve } from '#api/server.ts'; serve()`, 'starts a process'],
  ['api/networks/facebook/publish.ts', `import { eq } from 'drizzle-orm'; eq()`, 'use the database'],
  [
    'api/storage/open.ts',
    `import { media } from '#api/db/schema/posts/media.ts'; media()`,
    'use the database',
  ],
  ['sandbox/facebook/feed.ts', `import { brand } from '#shared/brand.ts'; brand()`, 'shares no code'],
  ['sandbox/facebook/feed.ts', `import { app } from '../../api/app.ts'; app()`, 'shares no code'],
  ['api/posts/posts.ts', `export const read = (input: any) => String(input)`, 'any'],
  ['api/posts/posts.ts', `export default 1`, 'default'],
  [
    'api/posts/posts.ts',
    `export const save = ctx => ctx.db.transaction(async tx => tx.run())`,
    'Changes go through write',
  ],
]

const ALLOWED: [path: string, code: string][] = [
  [
    'shared/posts/posts.ts',
    `import * as v from 'valibot'; import { a } from './text.ts'; export const b = v.pipe(a)`,
  ],
  ['site/lib/api/api.ts', `import type { Api } from '#api/app.ts'; export type X = Api`],
  ['api/posts/routes.ts', `import { Hono } from 'hono'; export const routes = new Hono()`],
  ['api/posts/posts.test.ts', `import { startSandbox } from '../../sandbox/start.ts'; startSandbox()`],
  ['api/outbox/mail.ts', `import { eq } from 'drizzle-orm'; export const same = eq`],
]

const root = resolve(import.meta.dirname, '..')
const folders: string[] = []
afterAll(() => folders.forEach(folder => rmSync(folder, { recursive: true, force: true })))

async function lint(path: string, code: string) {
  const folder = mkdtempSync(join(tmpdir(), 'currawong-lint-'))
  folders.push(folder)
  const config = JSON.parse(await Bun.file(join(root, '.oxlintrc.json')).text())
  // A folder with a single file has no types, which the walls don't need.
  writeFileSync(
    join(folder, '.oxlintrc.json'),
    JSON.stringify({ ...config, options: { ...config.options, typeAware: false } }),
  )
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  writeFileSync(join(folder, path), code)
  const child = Bun.spawn([process.execPath, join(root, 'node_modules/oxlint/bin/oxlint'), path], {
    cwd: folder,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  return { output: await new Response(child.stdout).text(), code: await child.exited }
}

test.each(VIOLATIONS)('refuses %s: %s', async (path, code, says) => {
  const result = await lint(path, code)
  expect(result.output).toContain(says)
  expect(result.code).toBe(1)
})

test.each(ALLOWED)('accepts %s: %s', async (path, code) => {
  expect(await lint(path, code)).toMatchObject({ code: 0 })
})
