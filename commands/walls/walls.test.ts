import { expect, test } from 'bun:test'

import { walls } from '../walls.ts'

const faultsIn = (path: string, text: string) =>
  Object.entries(walls).flatMap(([name, wall]) => wall([{ path, text }]).map(() => name))

const VIOLATIONS: [wall: string, path: string, code: string][] = [
  [
    'imports point to lower floors',
    'api/accounts/accounts.ts',
    `import { createEngine } from '#api/publishing/engine.ts'`,
  ],
  [
    'imports point to lower floors',
    'api/accounts/accounts.ts',
    `const a = await import('../posts/create.ts')`,
  ],
  ['imports point to lower floors', 'api/new-folder/first.ts', ''],
  ['only app.ts mounts routes', 'api/posts/create.ts', `import { postRoutes } from './routes.ts'`],
  [
    'a table is written by its own feature',
    'api/posts/posts.ts',
    `import { users } from '#api/db/schema/people/auth.ts'\ndb.update(users).set({})`,
  ],
  [
    'a table is written by its own feature',
    'api/jobs/jobs.ts',
    `import { sessions } from '../db/schema/people/auth.ts'\ndb.delete(sessions)`,
  ],
  [
    'dashboard screens don’t import each other',
    'site/dashboard/posts/PostList.tsx',
    `import { a } from '#site/dashboard/composer/store.ts'`,
  ],
  ['assertions on promises are awaited', 'api/posts/posts.test.ts', `  expect(read(1)).rejects.toThrow()`],
  [
    'assertions on promises are awaited',
    'api/posts/posts.test.ts',
    `  expect(\n    read(1),\n  ).resolves.toBe(1)`,
  ],
  ['colours come from the theme', 'site/ui/Badge.tsx', `<b style={{ color: '#ff0044' }} />`],
  ['colours come from the theme', 'site/ui/Badge.tsx', `<b className="mt-2 bg-red-500" />`],
  ['colours come from the theme', 'site/styles/site.css', 'b { color: oklch(50% .1 20) }'],
  ['networks differ in their own folders', 'api/posts/posts.ts', `if (network === '${'google'}') return`],
  ['networks differ in their own folders', 'site/ui/Badge.tsx', `<Mark network="${'google'}" />`],
  ['networks differ in their own folders', 'site/ui/Badge.tsx', `const max = { ${'bluesky'}: 4 }`],
  [
    'networks differ in their own folders',
    'site/ui/Badge.tsx',
    `const { maxChars } = networks.${'facebook'}`,
  ],
  ['nothing names this machine', 'docs/operating.md', `see ${'/home'}/pat/currawong`],
  ['nothing names this machine', 'bunfig.toml', `registry = "https://${'registry'}.example.com"`],
]

test.each(VIOLATIONS)('“%s” refuses a fault in %s', (wall, path, code) => {
  expect(faultsIn(path, code)).toEqual([wall])
})

const ALLOWED: [path: string, code: string][] = [
  ['api/posts/posts.test.ts', `  expect(one).toBe(1)\n  await expect(read(1)).rejects.toThrow()`],
  [
    'api/posts/posts.ts',
    `import { users } from '#api/db/schema/people/auth.ts'\ndb.select().from(posts).innerJoin(users)`,
  ],
  [
    'api/posts/posts.ts',
    `import { posts } from '#api/db/schema/posts/posts.ts'\ndb.insert(posts).values({})`,
  ],
  ['api/posts/posts.ts', `import { deleteUnusedMedia } from '#api/media/media.ts'`],
  ['api/app.ts', `import { postRoutes } from './posts/routes.ts'`],
  ['site/sections/Header.astro', '<a href="#services">What We Offer</a>'],
  ['site/styles/theme.css', ':root { --paper: oklch(98% .006 95) }'],
]

test.each(ALLOWED)('accepts %s: %s', (path, code) => {
  expect(faultsIn(path, code)).toEqual([])
})
