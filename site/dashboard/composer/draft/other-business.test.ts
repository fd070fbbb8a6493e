import { expect, test } from 'bun:test'

import { picture } from '#api/test/publishing.ts'
import { $media } from '#site/dashboard/composer/media/media.ts'
import { addFiles, finishUploads } from '#site/dashboard/composer/media/uploads.ts'
import { $selectedDomain, $selectionVersion, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { openComposer } from '#site/test/composer.ts'
import { $content } from './content.ts'
import { $choices, enable, setMessage, $identity } from './draft.ts'
import './drafts.ts'

const { app, site } = await openComposer()

test('keeps a post as a draft of its business when another is selected, and moves it to the other business on request', async () => {
  const other = await app.author.addDomain('Corner Shop')
  await site.reloadDomains()
  enable('instagram', false)
  await selectDomain(other)
  expect($choices.get()).toEqual({})
  setMessage('Begun for the shop')
  enable('instagram', true)
  const id = $identity.get().id
  await selectDomain(app.author.domainId)
  expect([$content.get().message, $choices.get()]).toEqual(['', {}])
  const listed = async () => {
    await $drafts.reload()
    const drafts = $drafts.get()
    return drafts.state === 'ready' && drafts.data.some(({ _id }) => _id === id)
  }
  expect(await listed()).toBe(false)

  const moved = new Promise<void>(resolve => {
    const stop = $identity.listen(({ version }) => {
      if (version !== 2) return
      stop()
      resolve()
    })
  })
  $toasts.get().at(-1)?.action?.run()
  await moved
  expect(await listed()).toBe(true)
  expect([$content.get().message, $identity.get().id]).toEqual(['Begun for the shop', id])
})

test('selects another business while files upload only after the user confirms that they stop', async () => {
  const other = await app.author.addDomain('Side Street')
  await site.reloadDomains()
  setMessage('Three pictures')
  addFiles([await picture('red')])
  expect(await selectDomain(other)).toBe(false)
  await finishUploads(new AbortController().signal)
  expect($selectedDomain.get()?._id).toBe(app.author.domainId)

  addFiles([await picture('green')])
  expect(await selectDomain(other)).toBe(false)
  const selected = new Promise<void>(resolve => {
    const stop = $selectionVersion.listen(() => {
      stop()
      resolve()
    })
  })
  $toasts.get().at(-1)?.action?.run()
  await selected
  expect([$selectedDomain.get()?._id, $media.get().length]).toEqual([other, 0])
})
