import { expect, setSystemTime, test } from 'bun:test'
import { keepMount } from 'nanostores'
import { createElement } from 'react'

import { createImporter } from '#api/posts/imports/worker.ts'
import { atEnd } from '#api/test/at-end.ts'
import { picture } from '#api/test/publishing.ts'
import type { Import } from '#shared/posts/imports.ts'
import { uploadFiles } from '#site/dashboard/shared/library/arrivals.ts'
import { $freeTimes } from '#site/dashboard/shared/quick-times/times.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { timeZone } from '#site/lib/format.ts'
import { settled } from '#site/lib/remote.ts'
import { openPostsEach, shownToasts } from '#site/test/posts.ts'
import { rendered } from '#site/test/rendered.ts'
import { CheckStep } from './CheckStep.tsx'
import { ImportScreen } from './ImportScreen.tsx'
import { RowList } from './RowList.tsx'
import {
  $import,
  $importId,
  $recent,
  $canReadAgain,
  $choices,
  $doubtful,
  $missingFiles,
  $rows,
  $slotFor,
  $uploadError,
  $withoutPicture,
  choose,
  correctRow,
  deleteImport,
  readAgain,
  readCells,
  saveSettings,
  startImport,
  takeSlot,
  undoImport,
  uploadSpreadsheet,
} from './store.ts'

const stores = [$import, $rows, $recent]
const { app } = openPostsEach({
  async open() {
    $router.open('/dashboard/import')
    for (const $store of stores) keepMount($store)
    await $import.reload()
  },
  close() {
    for (const $store of stores) $store.reset()
    $uploadError.set(undefined)
    $router.open('/dashboard')
  },
})

const csv = (...rows: string[]) => new File([['Caption,When', ...rows].join('\n')], 'posts.csv')
const shown = async () => {
  const current = await settled($import)
  return current.state === 'ready' ? current.data : undefined
}

test('checks an uploaded file, and keeps it in the URL for a reload', async () => {
  await uploadSpreadsheet(csv('Open on Monday,2030-02-01 09:00', 'Too late,2029-02-01 09:00'))
  await $import.reload()
  expect(await shown()).toMatchObject({ fileName: 'posts.csv', state: 'checked', counts: { error: 2 } })
  expect($importId.get()).toBe((await shown())!._id)
  await $rows.reload()
  const rows = await settled($rows)
  expect(rows.state === 'ready' && rows.data.map(({ line }) => line)).toEqual([2, 3])
})

test('says on a row which of its networks doesn’t get it without a picture', async () => {
  await uploadSpreadsheet(
    new File(
      [
        'Caption,When,Network\nOpen on Monday,2030-02-01 09:00,"Facebook, Instagram"\nClosed,2030-02-02 09:00,Facebook',
      ],
      'a.csv',
    ),
  )
  await $import.reload()
  await saveSettings({ ...(await shown())!.settings, textOnly: true })
  await $rows.reload()
  const rows = (await settled($rows)).data!
  expect(rows.map(({ networks, leftOut }) => [networks, leftOut])).toEqual([
    [['facebook'], ['instagram']],
    [['facebook'], undefined],
  ])
  const { text } = rendered(createElement(RowList, { rows, data: (await shown())! }))
  expect(text).toContain('Not on Instagram, which needs a picture.')
  await deleteImport()
})

test('imports the valid rows as text once the user confirms, and lists the import', async () => {
  await uploadSpreadsheet(csv('Open on Monday,2030-02-01 09:00', 'Too late,2029-02-01 09:00'))
  await $import.reload()
  const { settings, headers } = (await shown())!
  expect(headers).toEqual(['Caption', 'When'])
  await $rows.reload()
  expect($withoutPicture.get()).toBe(2)
  await saveSettings({ ...settings, textOnly: true })
  expect($withoutPicture.get()).toBe(0)
  // A row without networks goes to all that take text alone.
  expect(await shown()).toMatchObject({ counts: { ready: 1, error: 1 } })
  await $rows.reload()
  const rows = await settled($rows)
  expect(rows.state === 'ready' && rows.data.find(({ line }) => line === 2)?.post?.networks).toEqual([
    'facebook',
  ])
  await deleteImport()
  expect($importId.get()).toBeUndefined()

  await uploadSpreadsheet(
    new File(
      ['Caption,When,Network\nOpen on Monday,2030-02-01 09:00,Facebook\nToo late,2029-02-01 09:00,Facebook'],
      'a.csv',
    ),
  )
  await $import.reload()
  await saveSettings({ ...(await shown())!.settings, textOnly: true })
  expect(await shown()).toMatchObject({ counts: { ready: 1, error: 1 } })
  await startImport(true)
  expect(await shown()).toMatchObject({ state: 'running' })
  const importer = createImporter(app.ctx)
  atEnd(() => importer.stop())
  await importer.tick()
  await importer.idle()
  await $import.reload()
  expect(await shown()).toMatchObject({ state: 'done', counts: { created: 1, error: 1 } })
  expect(await app.postsSaying('Open on Monday')).toHaveLength(1)
  await $recent.reload()
  expect(await settled($recent)).toMatchObject({ data: [{ fileName: 'a.csv', state: 'done' }] })
})

test('keeps both of two quick changes of the settings, and one made while files were uploaded', async () => {
  await uploadSpreadsheet(csv('Open on Monday,2030-02-01 09:00'))
  await $import.reload()
  const { settings } = (await shown())!
  const uploaded = Promise.withResolvers<void>()
  const checked = uploaded.promise.then(() => saveSettings({}))
  const both = await Promise.all([
    saveSettings({ textOnly: true }),
    saveSettings({ timeZone: 'Australia/Perth' }),
  ])
  uploaded.resolve()
  expect([...both, await checked]).toEqual([true, true, true])
  const changed = { ...settings, textOnly: true, timeZone: 'Australia/Perth' }
  expect((await shown())!.settings).toEqual(changed)
  await $import.reload()
  expect((await shown())!.settings).toEqual(changed)
})

test('shows why a file can’t be read, and stays on the first step', async () => {
  await uploadSpreadsheet(new File(['\u0000\u0001 not a spreadsheet at all'], 'a.csv'))
  expect($uploadError.get()).toStartWith('We can’t read this file.')
  expect($importId.get()).toBeUndefined()
})

test('reads a file again in another encoding, in place of the former import', async () => {
  const mac = Buffer.from('Caption,When\nFr\x9fhst\x9fck,2030-02-01 09:00', 'latin1')
  await uploadSpreadsheet(new File([mac], 'mac.csv'))
  await $import.reload()
  const former = (await shown())!
  expect(former.source).toMatchObject({ encoding: 'macintosh', otherEncodings: ['windows-1252'] })
  expect($canReadAgain.get()).toBe(true)
  await readAgain({ encoding: 'windows-1252' })
  await $import.reload()
  expect((await shown())!.source).toMatchObject({ encoding: 'windows-1252' })
  await $recent.reload()
  const recent = await settled($recent)
  expect(recent.state === 'ready' && recent.data.map(({ _id }) => _id)).not.toContain(former._id)
})

test('counts the ready rows whose letters depend on an assumption', async () => {
  const [name, rest] = ['Caption,When,Picture\nFr', 'hst,2030-02-01 09:00,https://a.b/a.jpg\n']
  const plain = 'Bread,2030-02-02 09:00,https://a.b/a.jpg\n'
  const bytes = Buffer.concat([Buffer.from(name), Buffer.from([0xfc]), Buffer.from(rest + plain)])
  await uploadSpreadsheet(new File([bytes], 'posts.csv'))
  await $import.reload()
  await $rows.reload()
  expect((await shown())?.counts).toMatchObject({ ready: 2 })
  expect($doubtful.get()).toBe(1)
})

test('corrects a row where it is, and keeps the other rows', async () => {
  await uploadSpreadsheet(csv('Open,2030-02-30 09:00', 'Closed,2030-02-01 09:00'))
  await $import.reload()
  const { settings } = (await shown())!
  await saveSettings({ ...settings, textOnly: true })
  expect((await shown())?.counts).toMatchObject({ ready: 1, error: 1 })
  expect(await readCells(2)).toEqual(['Open', '2030-02-30 09:00'])
  await correctRow(2, { cells: [{ column: 1, text: '2030-02-20 09:00' }] })
  expect((await shown())?.counts).toMatchObject({ ready: 2, error: 0 })
  const rows = await settled($rows)
  expect(rows.state === 'ready' && rows.data.map(({ state }) => state)).toEqual(['ready', 'ready'])
})

test('corrects a row that was left out after the others were imported, and undoes the import', async () => {
  await uploadSpreadsheet(csv('Open on Monday,2030-02-01 09:00', 'Too late,2029-02-01 09:00'))
  await $import.reload()
  await saveSettings({ ...(await shown())!.settings, textOnly: true })
  const importer = createImporter(app.ctx)
  atEnd(() => importer.stop())
  const run = async (goodRowsOnly: boolean) => {
    await startImport(goodRowsOnly)
    await importer.tick()
    await importer.idle()
    await $import.reload()
  }
  await run(true)
  expect(await shown()).toMatchObject({ state: 'done', counts: { created: 1, error: 1 } })
  await correctRow(3, { cells: [{ column: 1, text: '2030-02-20 09:00' }] })
  expect(await shown()).toMatchObject({ state: 'checked', counts: { created: 1, ready: 1 } })
  await run(false)
  expect(await shown()).toMatchObject({ state: 'done', counts: { created: 2 } })
  await undoImport()
  const data = (await shown())!
  expect(data).toMatchObject({ state: 'checked', counts: { created: 0, ready: 2 } })
  const changed = { ...data, counts: { ...data.counts, updated: 2 } }
  const { text } = rendered(createElement(CheckStep, { data: changed }))
  for (const part of ['2 posts changed already.', 'Undo this import']) expect(text).toContain(part)
})

test('shows the progress and the result of corrections', async () => {
  await uploadSpreadsheet(csv('Open on Monday,2030-02-01 09:00'))
  await $import.reload()
  const data = (await shown())!
  const shownWith = (state: Import['state'], counts: Partial<Import['counts']>) => {
    $import.set({ state: 'ready', data: { ...data, state, counts: { ...data.counts, error: 0, ...counts } } })
    return rendered(createElement(ImportScreen))
  }
  expect(shownWith('running', { ready: 7, updated: 2, failed: 1 }).text).toContain('3 of 10')
  const changed = shownWith('done', { updated: 2 })
  expect(changed.text).toContain('See them in the calendar')
  expect(changed.markup).toContain('border-success')
  const failed = shownWith('done', { failed: 2 })
  expect(failed.text).toContain('2 rows not imported.')
  expect(failed.text).not.toContain('See them in the calendar')
  expect(failed.markup).toContain('border-amber')
  for (const { markup } of [failed, shownWith('done', { known: 2 })])
    expect(markup).not.toContain('border-success')
})

test('says how many posts keep what an import has changed', async () => {
  const post = 'Caption,When,ID'
  const file = (text: string) => new File([[post, `${text},2030-02-01 09:00,a`].join('\n')], 'posts.csv')
  const importer = createImporter(app.ctx)
  atEnd(() => importer.stop())
  const run = async (text: string, apply: number[]) => {
    await uploadSpreadsheet(file(text))
    await $import.reload()
    await saveSettings({ textOnly: true })
    for (const line of apply) choose(line, 'apply')
    await startImport(false, { apply, add: [] })
    await importer.tick()
    await importer.idle()
    await $import.reload()
  }
  await run('Open', [])
  await run('Closed', [2])
  expect($choices.get()).toEqual({})
  expect(await shown()).toMatchObject({ counts: { updated: 1 } })
  const [row] = (await settled($rows)).data!
  await app.call(`posts/${row!.postId}`, {
    method: 'PUT',
    json: { platforms: [{ platform: 'facebook', message: 'By a colleague' }] },
  })
  expect(await undoImport()).toBe(true)
  expect(shownToasts().at(-1)?.message).toBe('One post keeps its new content. Its row says why.')
})

test('lists the files that the library lacks, until they are there', async () => {
  const file = new File(
    ['Caption,When,Picture\nTea,2030-02-01 09:00,tea.jpg\nPie,2030-02-02 09:00,TEA.jpg'],
    'a.csv',
  )
  await uploadSpreadsheet(file)
  await $import.reload()
  await $rows.reload()
  expect($missingFiles.get()).toEqual(['TEA.jpg'])
  await uploadFiles([new File([await picture('teal')], 'Tea.jpg')])
  await saveSettings((await shown())!.settings)
  expect($missingFiles.get()).toEqual([])
  expect(await shown()).toMatchObject({ counts: { ready: 2 } })
})

test('offers each row without a time a free slot of its own, from its day on', async () => {
  setSystemTime(app.clock.now())
  atEnd(() => setSystemTime())
  const slots = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, time: '18:00' }))
  await app.author.call('slots', { method: 'PUT', json: { slots, timeZone: timeZone() } })
  keepMount($freeTimes)
  await $freeTimes.reload()
  const day = new Date(+app.clock.now() + 3 * 24 * 60 * 60_000).toISOString().slice(0, 10)
  await uploadSpreadsheet(csv(`Open,${day}`, `Open again,${day}`))
  await $import.reload()
  await saveSettings({ ...(await shown())!.settings, textOnly: true })
  const row = (line: number) => $rows.get().data!.find(each => each.line === line)!
  expect(row(2).problems).toMatchObject([{ message: 'Add a time, for example 09:30.', day }])
  const first = $slotFor.get()(row(2))!
  expect(+first).toBeGreaterThan(Date.parse(day))
  expect(await takeSlot(2, first)).toBe(true)
  expect(row(2).post?.publishAt).toBe(first.toISOString())
  expect(+$slotFor.get()(row(3))! - +first).toBe(24 * 60 * 60_000)
})
