import type { LoaderContext } from 'astro/loaders'
import { afterAll, expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { entriesOfFile, entriesOfFolder } from './collections.ts'

/** Astro's own, which it doesn't export. */
const { markdownContentEntryType: markdownEntryType } = await import(
  join(import.meta.dirname, '../../node_modules/astro/dist/vite-plugin-markdown/content-entry-type.js')
)

const root = mkdtempSync(join(tmpdir(), 'currawong-content-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
mkdirSync(join(root, 'site/content/people'), { recursive: true })
const path = join(root, 'site/content/faq.yaml')

/** The part of Astro's context that loaders of files use, with a store that outlives the load, as Astro's cache does. */
function contextOf() {
  const entries = new Map<string, unknown>()
  let isKnown = false
  const watcher = Object.assign(new EventEmitter(), { add: () => {} })
  const nothing = () => {}
  const context = {
    collection: 'faq',
    config: { root: pathToFileURL(`${root}/`), srcDir: pathToFileURL(`${root}/site/`) },
    logger: { debug: nothing, error: nothing, info: nothing, warn: nothing },
    watcher,
    parseData: ({ data }: { data: unknown }) => Promise.resolve(data),
    entryTypes: new Map([['.md', markdownEntryType]]),
    generateDigest: String,
    store: {
      keys: () => [...entries.keys()],
      set: ({ id, data }: { id: string; data: unknown }) => {
        isKnown = true
        entries.set(id, data)
      },
      delete: (id: string) => entries.delete(id),
      clear: () => {
        isKnown = false
        entries.clear()
      },
    },
  } as unknown as LoaderContext
  return { context, watcher, ids: () => [...entries.keys()], isKnown: () => isKnown }
}

test('drops the entries of a file that was deleted after an earlier build', async () => {
  const { context, ids, isKnown } = contextOf()
  writeFileSync(path, 'price:\n  question: How much?\n')
  await entriesOfFile('faq.yaml').load(context)
  expect(ids()).toEqual(['price'])
  rmSync(path)
  await entriesOfFile('faq.yaml').load(context)
  expect(ids()).toEqual([])
  // Astro warns about collections that its store doesn't know.
  expect(isKnown()).toBe(true)
})

test('follows a file that is deleted and added while the site is open', async () => {
  const { context, watcher, ids } = contextOf()
  writeFileSync(path, 'price:\n  question: How much?\n')
  await entriesOfFile('faq.yaml').load(context)
  watcher.emit('unlink', path)
  expect(ids()).toEqual([])
  watcher.emit('add', join(root, 'site/content/other.yaml'))
  const loaded = Promise.withResolvers<void>()
  const { set } = context.store
  context.store.set = entry => {
    loaded.resolve()
    return set(entry)
  }
  watcher.emit('add', path)
  await loaded.promise
  expect(ids()).toEqual(['price'])
})

test('declares a collection whose folder is empty or missing', async () => {
  for (const name of ['people', 'cases']) {
    const { context, ids, isKnown } = contextOf()
    await entriesOfFolder(name).load(context)
    expect({ name, ids: ids(), isKnown: isKnown() }).toEqual({ name, ids: [], isKnown: true })
  }
})

test('builds without a folder that was deleted, and without a warning', async () => {
  const { context, ids, isKnown } = contextOf()
  const warnings: string[] = []
  const logger = { ...context.logger, warn: (message: string) => warnings.push(message) }
  await entriesOfFolder('cases').load({ ...context, logger, watcher: undefined } as unknown as LoaderContext)
  expect({ warnings, ids: ids(), isKnown: isKnown() }).toEqual({ warnings: [], ids: [], isKnown: true })
})

test('names a file that isn’t UTF-8', async () => {
  const { context } = contextOf()
  writeFileSync(path, 'price:\n  question: How much?\n', 'utf16le')
  await expect(entriesOfFile('faq.yaml').load(context)).rejects.toThrow(
    'site/content/faq.yaml isn’t saved as UTF-8',
  )
  writeFileSync(path, '')
  writeFileSync(join(root, 'site/content/people/ana.md'), '---\nname: Zoë\n---\n', 'latin1')
  await expect(entriesOfFolder('people').load(context)).rejects.toThrow(
    'site/content/people/ana.md isn’t saved as UTF-8',
  )
})

test('names the file and the line of a mistake, and says how to mend it', async () => {
  const { context } = contextOf()
  writeFileSync(path, 'price:\n  question: How much: a lot?\n')
  await expect(entriesOfFile('faq.yaml').load(context)).rejects.toThrow(
    /^site\/content\/faq\.yaml, line 2: .+ Put a text with a colon/,
  )
  writeFileSync(join(root, 'site/content/people/ana.md'), '---\nname: Ana: the baker\n---\nHello\n')
  await expect(entriesOfFolder('people').load(context)).rejects.toThrow(
    /^site\/content\/people\/ana\.md, line 2: .+ Put a text with a colon/,
  )
})

test.each([
  ['portrait: ana.jpg', 'write ./ana.jpg for a picture in the same folder.'],
  [
    'portrait: ./ana.heic',
    './ana.heic isn’t a JPEG, PNG, WebP, AVIF, GIF or SVG. Save the picture as one of these.',
  ],
  ['month: [{ picture: { file: ./Ana.jpg } }]', 'there is no ./Ana.jpg. Capital letters count, too.'],
])('names the file whose picture can’t be used: %s', async (field, mistake) => {
  const { context } = contextOf()
  writeFileSync(path, '')
  writeFileSync(join(root, 'site/content/people/ana.jpg'), '')
  writeFileSync(join(root, 'site/content/people/ana.md'), `---\nname: Ana\n${field}\n---\n`)
  await expect(entriesOfFolder('people').load(context)).rejects.toThrow(
    `site/content/people/ana.md: ${mistake}`,
  )
})
