import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { namesWhere } from '#shared/networks.ts'
import { PARTS } from '../e2e/faults/parts.ts'

const readme = (await Bun.file('README.md').text()).replaceAll(/<!--[^]*?-->/g, '')
const { version } = JSON.parse(await Bun.file('node_modules/bun-types/package.json').text()) as {
  version: string
}

test('names the version of Bun with the installed types', () => {
  expect(readme).toMatch(new RegExp(`^npx -y bun@${version} run up$`, 'm'))
  expect(readme).toMatch(new RegExp(`^npx -y bun@${version} run verify$`, 'm'))
})

test('runs the README’s command in CI', async () => {
  const script = await Bun.file('.ci/run').text()
  const pattern = /grep -m1 -E '([^']+)' README\.md/.exec(script)?.[1] ?? ''
  expect(readme.match(new RegExp(pattern, 'm'))?.[0]).toBe(`npx -y bun@${version} run verify`)
})

const pages = ['README.md', ...new Bun.Glob('docs/**/*.md').scanSync('.')]

test('links only to existing files', async () => {
  const links = pages.map(async page => {
    const text = await Bun.file(page).text()
    const targets = text.matchAll(/(?:\]\(|src(?:set)?=")(?!https?:|#)([^)"#]+)/g)
    return [...targets].map(([, target = '']) => ({ page, target: join(dirname(page), target) }))
  })
  const missing = (await Promise.all(links)).flat().filter(({ target }) => !existsSync(target))
  expect(missing).toEqual([])
})

test('names only existing paths in the docs', async () => {
  const paths = pages.map(async page => {
    const text = await Bun.file(page).text()
    const named = text.matchAll(/`((?:api|bench|commands|deploy|e2e|sandbox|shared|site)\/[^\s`]*)`/g)
    return [...named].map(([, path = '']) => ({ page, path }))
  })
  const missing = (await Promise.all(paths))
    .flat()
    .filter(({ path }) => !existsSync(path) && new Bun.Glob(path).scanSync('.').next().done)
  expect(missing).toEqual([])
})

test('has a changelog heading for the version of package.json', async () => {
  const { version } = JSON.parse(await Bun.file('package.json').text()) as { version: string }
  expect(await Bun.file('CHANGELOG.md').text()).toMatch(new RegExp(`^## ${RegExp.escape(version)}\\b`, 'm'))
})

test('names each decision’s file after its title', async () => {
  const files = [...new Bun.Glob('*.md').scanSync('docs/decisions')]
  const misnamed = await Promise.all(
    files.map(async file => {
      const [, title = ''] = /^# (.+)/.exec(await Bun.file(`docs/decisions/${file}`).text()) ?? []
      const name = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
      return name.startsWith(basename(file, '.md')) ? [] : [file]
    }),
  )
  expect(misnamed.flat()).toEqual([])
})

const NAMING_NETWORKS = [
  'README.md',
  'docs/glossary.md',
  'docs/operating.md',
  'docs/publishing.md',
  'sandbox/README.md',
  'site/sections/guide/chapters.ts',
  'site/pages/privacy-policy.astro',
]

test('names each network in the texts that say something about each', async () => {
  const texts = await Promise.all(NAMING_NETWORKS.map(path => Bun.file(path).text()))
  const missing = NAMING_NETWORKS.flatMap((path, index) =>
    namesWhere(name => !texts[index]?.includes(name.shortName)).map(name => `${path}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('runs only existing tests of faults', () => {
  const missing = Object.values(PARTS).filter(({ file }) => !existsSync(file))
  expect(missing).toEqual([])
})
