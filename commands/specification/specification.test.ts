import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'

const pages = await Promise.all([1, 2].map(part => Bun.file(`commands/specification/part-${part}.md`).text()))
const [, ...requirements] = pages.join('\n').split(/^(?=- \*\*)/m)
const path = /`((?:[\w.[\]-]+\/)+[\w.[\]-]+\.\w+)`/

/** Ignores case, quotation marks, markup, and line breaks of long titles. */
const plain = (text: string) =>
  text
    .replaceAll(/[\\`'‘’"“”]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()

test('states for every requirement how it is met, by which code and test', () => {
  expect(requirements.length).toBeGreaterThan(400)
  const incomplete = requirements.filter(
    requirement =>
      !/^  - (?:As specified|Here: )/m.test(requirement) || !/^  - (?:Test: |Not tested)/m.test(requirement),
  )
  expect(incomplete).toEqual([])
})

test('names only existing files', () => {
  const named = new Set(requirements.join('').match(new RegExp(path, 'g')))
  expect([...named].filter(file => !existsSync(file.slice(1, -1)))).toEqual([])
})

test('names only existing test titles', async () => {
  const titles = requirements
    .flatMap(requirement => requirement.match(/^  - Test: .*/gm) ?? [])
    .flatMap(line => {
      const [, file = '', title = ''] = new RegExp(`${path.source}(?: \\(.*?\\))?: (.*)`).exec(line) ?? []
      return title.split(/; |…/).map(part => ({ file, title: part }))
    })
    .filter(({ title }) => title)
  const missing = await Promise.all(
    titles.map(async named =>
      plain(await Bun.file(named.file).text()).includes(plain(named.title)) ? [] : [named],
    ),
  )
  expect(missing.flat()).toEqual([])
})
