import { expect, test } from 'bun:test'
import { unzipSync } from 'fflate'
import { keepMount } from 'nanostores'
import { createElement } from 'react'

import { heldFfmpeg, makeVideo } from '#api/test/make-video.ts'
import { addMember } from '#api/test/members.ts'
import { picture } from '#api/test/publishing.ts'
import type { Draft } from '#shared/posts/drafts.ts'
import { $domains, $selectedDomain, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { $arrivals, $batch, dismissFailed, uploadFiles } from '#site/dashboard/shared/library/arrivals.ts'
import { withToggled } from '#site/dashboard/shared/library/LibraryDialog.tsx'
import { sortLibrary } from '#site/dashboard/shared/library/LibraryGrid.tsx'
import { $library, $sort, clearFilter, filterLibrary } from '#site/dashboard/shared/library/store.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { $router } from '#site/dashboard/shared/router.ts'
import { until } from '#site/lib/remote.ts'
import { signIn } from '#site/lib/session.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { openPosts, postsApp } from '#site/test/posts.ts'
import { rendered } from '#site/test/rendered.ts'
import { $openItem, $uses, ItemDialog, openItem, saveItem } from './ItemDialog.tsx'
import {
  archiveOf,
  $chosen,
  $chosenIds,
  choose,
  chooseAll,
  deleteAll,
  describeDeleted,
  draftWith,
  dropOnLabel,
  endChoosing,
  labelAll,
  startChoosing,
} from './selection.ts'

test('uploads, describes, finds and deletes files', async () => {
  const app = await postsApp()
  const site = await openPosts(app)
  keepMount($library)
  await $library.reload()
  const items = () => {
    const library = $library.get()
    return library.state === 'ready' ? library.data.items : []
  }
  await uploadFiles([await picture('red'), await picture('navy')])
  expect(items()).toHaveLength(2)
  const [navy] = items()
  await uploadFiles([await picture('navy', 'again.png')])
  expect(items()).toHaveLength(2)
  expect($toasts.get().at(-1)?.message).toBe(`${navy?.name} is already in your media.`)
  $toasts.set([])
  await uploadFiles([await picture('navy', 'again.png'), await picture('red', 'again-red.png')])
  expect($toasts.get().map(({ message }) => message)).toEqual(['2 files are already in your media.'])
  const changes = { name: 'Door.png', altText: 'A navy door', labels: ['Shopfront'] }
  expect(await saveItem(navy!, changes)).toBe(true)
  filterLibrary({ search: 'navy door' })
  await $library.reload()
  expect(items()).toMatchObject([{ ...changes, posts: 0 }])
  filterLibrary({ search: '', label: 'shopfront' })
  await $library.reload()
  expect(items()).toMatchObject([changes])
  await deleteAll([items()[0]!])
  clearFilter()
  await $library.reload()
  expect(items()).toHaveLength(1)
  site.close()
})

test('counts the files of an upload, and lists those that didn’t arrive', async () => {
  const site = await openPosts(await postsApp())
  keepMount($library)
  await $library.reload()
  $toasts.set([])
  const arriving = uploadFiles([
    await picture('red'),
    new File(['no picture'], 'notes.jpg'),
    await picture('navy'),
  ])
  expect($batch.get().total).toBe(3)
  await arriving
  expect($library.get().data?.items).toHaveLength(2)
  expect($batch.get().failed).toMatchObject([{ name: 'notes.jpg' }])
  expect($toasts.get().filter(({ message }) => message.includes('notes.jpg'))).toEqual([])
  dismissFailed()
  expect($batch.get().failed).toEqual([])
  await uploadFiles([await picture('teal')])
  expect($batch.get()).toEqual({ total: 1, failed: [] })
  site.close()
})

test.if(Bun.which('ffmpeg') !== null)('shows the progress of a video that is converted', async () => {
  const ffmpeg = heldFfmpeg()
  const app = await postsApp({ env: { FFMPEG_PATH: ffmpeg.path } })
  const site = await openPosts(app)
  keepMount($library)
  await $library.reload()
  const options = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a ac3'
  const path = await makeVideo({ name: 'film.mov', rate: 15, options })
  const shown = new Set<string>()
  const stop = $arrivals.subscribe(arrivals => {
    for (const { name, isConverting } of arrivals) {
      shown.add(`${name} ${isConverting}`)
      if (isConverting) ffmpeg.release()
    }
  })
  await uploadFiles([new File([await Bun.file(path).bytes()], 'film.mov')])
  stop()
  expect([...shown]).toEqual(['film.mov false', 'film.mov true'])
  expect($arrivals.get()).toEqual([])
  expect($library.get()).toMatchObject({ data: { items: [{ name: 'film.mov', audioCodec: 'aac' }] } })
  site.close()
})

test('uploads files to the business for which they were chosen, even if another one is selected meanwhile', async () => {
  const app = await postsApp()
  const site = await openPosts(app)
  const other = await app.author.addDomain('Corner Shop')
  await site.reloadDomains()
  keepMount($library)
  await $library.reload()
  const files = await Promise.all(['red', 'navy', 'green'].map(colour => picture(colour)))
  const arriving = uploadFiles(files)
  await Promise.all([selectDomain(other), arriving])
  const count = async (id: string) => {
    await selectDomain(id)
    await $library.reload()
    const library = $library.get()
    return library.state === 'ready' ? library.data.items.length : -1
  }
  expect(await count(other)).toBe(0)
  expect(await count(app.author.domainId)).toBe(3)
  site.close()
})

test('labels, posts and deletes several files together', async () => {
  const app = await postsApp()
  const site = await openPosts(app)
  for (const $store of [$library, $chosen]) keepMount($store)
  await $library.reload()
  await uploadFiles(await Promise.all(['red', 'navy', 'teal', 'gold'].map(colour => picture(colour))))
  const items = () => $library.get().data?.items ?? []
  const names = () => $chosen.get().map(({ name }) => name)
  startChoosing()
  choose(items()[0]!)
  choose(items()[2]!, true)
  expect(names()).toEqual(['gold.jpg', 'teal.jpg', 'navy.jpg'])
  choose(items()[1]!)
  expect(names()).toEqual(['gold.jpg', 'navy.jpg'])
  await labelAll($chosen.get(), { add: ['Shopfront'], remove: [] })
  expect(items().map(({ labels }) => labels.length)).toEqual([1, 0, 1, 0])
  expect($chosen.get()).toEqual([])
  choose(items()[0]!)
  await labelAll($chosen.get(), { add: ['a', 'b', 'c', 'd', 'e'], remove: [] })
  expect($toasts.get().at(-1)?.message).toEndWith('gold.jpg: A file can have up to 5 labels.')
  endChoosing()

  choose(items()[0]!)
  choose(items()[1]!)
  const path = await draftWith($chosen.get())
  const id = path?.split('draft=')[1]
  const draft = (await (await app.author.call(`drafts/${id}`)).json()) as { data: Draft }
  expect(draft.data.content.media.map(({ mediaId }) => mediaId)).toEqual([items()[0]!._id, items()[1]!._id])

  await $library.reload()
  expect(describeDeleted(items().slice(2))).toBe('2 files deleted.')
  chooseAll()
  await deleteAll($chosen.get())
  expect(items()).toEqual([])
  const { message, action } = $toasts.get().at(-1)!
  expect(message).toBe('4 files deleted. Posts and drafts keep 2 that they use: gold.jpg, teal.jpg.')
  const restored = Promise.withResolvers<void>()
  const stop = $library.listen(({ data }) => data?.items.length === 4 && restored.resolve())
  action!.run()
  await restored.promise
  stop()
  expect(items().map(({ name, labels }) => [name, labels.length])).toEqual([
    ['gold.jpg', 1],
    ['teal.jpg', 0],
    ['navy.jpg', 1],
    ['red.jpg', 0],
  ])
  expect($toasts.get().at(-1)?.message).toBe('4 files restored.')
  endChoosing()
  site.close()
})

test('says what is wrong with files that are neither pictures nor videos', async () => {
  const { site, said } = await openThree()
  await uploadFiles([new File(['A list'], 'list.txt')])
  expect(said()).toStartWith('list.txt: this isn’t a picture or a video that we can read.')
  await uploadFiles([new File([], 'empty.jpg')])
  expect(said()).toBe('empty.jpg: the file is empty.')
  site.close()
})

test('moves a file from one label to another, and back by Undo', async () => {
  const { site, files, items, said } = await openThree()
  const [teal] = files
  await labelAll([teal!], { add: ['Shop', 'Summer'], remove: [] })
  filterLibrary({ label: 'Shop' })
  await until($library, ({ data }) => data?.items.length === 1)
  dropOnLabel(items()[0]!, 'Team')
  await until($library, ({ data }) => data?.items.length === 0)
  expect(said()).toBe('1 file moved.')
  const undo = $toasts.get().at(-1)!.action!
  filterLibrary({ label: '', labelled: 'none' })
  await until($library, ({ data }) => data?.items.length === 2)
  filterLibrary({ label: 'Team', labelled: '' })
  await until($library, ({ data }) => data?.items.length === 1)
  expect(items()[0]!.labels).toEqual(['Summer', 'Team'])
  undo.run()
  await until($library, ({ data }) => data?.items.length === 0)
  clearFilter()
  await until($library, ({ data }) => data?.items.length === 3)
  expect(
    items()
      .find(({ _id }) => _id === teal!._id)
      ?.labels.toSorted(),
  ).toEqual(['Shop', 'Summer'])
  site.close()
})

test('downloads several files as an archive, whose names differ', async () => {
  const { site, files } = await openThree()
  const archive = await archiveOf(files.map(file => ({ ...file, name: 'shop.jpg' })))
  const entries = Object.entries(unzipSync(new Uint8Array(await archive.arrayBuffer())))
  expect(entries.map(([name, { length }]) => [name, length])).toEqual(
    ['shop.jpg', 'shop (2).jpg', 'shop (3).jpg'].map((name, at) => [name, files[at]!.bytes]),
  )
  site.close()
})

/** Opens the library with three files, and returns them, the newest first, with a function by which a colleague deletes one. */
async function openThree() {
  const app = await postsApp()
  const site = await openPosts(app)
  for (const $store of [$library, $chosen]) keepMount($store)
  await $library.reload()
  await uploadFiles(await Promise.all(['red', 'navy', 'teal'].map(colour => picture(colour))))
  const items = () => $library.get().data?.items ?? []
  const loseFile = ({ _id }: { _id: string }) => app.author.call(`media/${_id}`, { method: 'DELETE' })
  const said = () => $toasts.get().at(-1)?.message
  $toasts.set([])
  return { ...app, site, items, loseFile, said, files: items() }
}

test('leaves a new choice alone when files that were deleted before are restored', async () => {
  const app = await openThree()
  const [teal, navy, red] = app.files
  await deleteAll([teal!])
  startChoosing()
  choose(navy!)
  choose(red!)
  const restored = Promise.withResolvers<void>()
  const stop = $library.listen(({ data }) => data?.items.length === 3 && restored.resolve())
  $toasts.get().at(-1)!.action!.run()
  await restored.promise
  stop()
  expect($chosen.get().map(({ _id }) => _id)).toEqual([navy!._id, red!._id])
  endChoosing()
  app.site.close()
})

test('drops files that a colleague has deleted, and says so', async () => {
  const app = await openThree()
  const [teal, navy, red] = app.files
  for (const item of [teal!, navy!, red!]) choose(item)
  await app.loseFile(teal!)
  await labelAll($chosen.get(), { add: ['Shopfront'], remove: [] })
  expect(app.said()).toBe('2 files labelled.')
  expect($toasts.get().at(-2)?.message).toBe(
    '1 file wasn’t labelled. teal.jpg: somebody else has deleted it.',
  )
  expect(app.items().map(({ _id }) => _id)).toEqual([navy!._id, red!._id])
  expect($chosenIds.get()).toBeUndefined()

  await app.loseFile(navy!)
  openItem(navy)
  expect(await saveItem(navy!, { name: 'Sea.jpg', altText: '', labels: [] })).toBe(false)
  expect(app.said()).toBe('Somebody else has deleted this file, so it wasn’t saved.')
  expect($openItem.get()).toBeUndefined()
  expect(app.items().map(({ _id }) => _id)).toEqual([red!._id])

  await app.loseFile(red!)
  expect(await deleteAll([red!])).toBe(true)
  expect(app.said()).toBe('red.jpg was already deleted.')
  expect(app.items()).toEqual([])
  app.site.close()
})

test('leaves a chosen file out when it is pressed again after a reload', async () => {
  const app = await openThree()
  const chosen = withToggled(withToggled([], app.items()[0]!), app.items()[1]!)
  await $library.reload()
  expect(withToggled(chosen, app.items()[0]!).map(({ name }) => name)).toEqual(['navy.jpg'])
  app.site.close()
})

test('sorts the library as its URL says, and elsewhere without it', async () => {
  const app = await openThree()
  const names = async () => {
    await $library.reload()
    return app.items().map(({ name }) => name)
  }
  $router.open('/dashboard/media?sort=name')
  expect(await names()).toEqual(['navy.jpg', 'red.jpg', 'teal.jpg'])
  sortLibrary('newest')
  expect([$router.get()?.search, await names()]).toEqual([{}, ['teal.jpg', 'navy.jpg', 'red.jpg']])
  sortLibrary('name')
  expect($router.get()?.search).toEqual({ sort: 'name' })
  $router.open('/dashboard/create-post')
  sortLibrary('size')
  expect([$router.get()?.search, $sort.get()]).toEqual([{}, 'size'])
  sortLibrary('newest')
  app.site.close()
})

test('offers a file’s fields to those who may change them, and shows others what is in them', async () => {
  const app = await openThree()
  await saveItem(app.items()[0]!, { name: 'Door.jpg', altText: 'A teal door', labels: ['Shopfront'] })
  openItem(app.items()[0])
  keepMount($can)
  expect(rendered(createElement(ItemDialog)).markup).toContain('<textarea')
  const viewer = await app.signUp()
  await addMember(app.ctx, { domainId: app.author.domainId, userId: viewer.userId, role: 'viewer' })
  signIn(viewer.token)
  await app.site.reloadDomains()
  const { markup, text } = rendered(createElement(ItemDialog))
  expect(markup).not.toMatch(/<(textarea|input)/)
  for (const part of ['A teal door', 'Shopfront', 'Close']) expect(text).toContain(part)
  for (const part of ['Save', 'Delete', 'New post']) expect(text).not.toContain(part)
  openItem(undefined)
  app.site.close()
})

test('ends choosing when another business is selected', async () => {
  const app = await openThree()
  const other = await app.author.addDomain('Corner Shop')
  await app.site.reloadDomains()
  choose(app.files[0]!)
  await selectDomain(other)
  expect($chosenIds.get()).toBeUndefined()
  app.site.close()
})

test('names the days of a file and of its posts in the zone of the business', async () => {
  const app = await postsApp()
  const site = await openPosts(app)
  keepMount($library)
  keepMount($uses)
  await app.author.call(`domains/${$selectedDomain.get()?._id}`, {
    method: 'PATCH',
    json: { timeZone: 'Pacific/Auckland' },
  })
  await app.accept({ message: 'Open late', inSeconds: 3600 })
  await Promise.all([$domains.reload(), $library.reload()])
  const file = $library.get().data?.items[0]
  openItem(file)
  await $uses.reload()
  const { text } = rendered(createElement(ItemDialog))
  expect(text).toContain('Added 2 Jan 2030')
  expect(text).toContain('Open late 2 Jan 2030')
  openItem(undefined)
  site.close()
})
