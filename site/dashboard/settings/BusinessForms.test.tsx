import { expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { networks } from '#shared/networks.ts'
import { DEFAULT_LINK_TAGS, type LinkTags } from '#shared/posts/link-tags.ts'
import { clearComposer } from '#site/dashboard/composer/draft/clear-composer.ts'
import { enable, setMessage, setTextOnly } from '#site/dashboard/composer/draft/draft.ts'
import { sendPost } from '#site/dashboard/composer/send/send.ts'
import { LinkTagsForm, saveLinkTags } from '#site/dashboard/settings/BusinessForms.tsx'
import { discard, useUnsaved } from '#site/dashboard/settings/store.ts'
import { $domains, $selectedDomain, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { openPosts, postsApp, shownToasts } from '#site/test/posts.ts'
import { rendered } from '#site/test/rendered.ts'

test('saves the tags of a business, and counts them in the composer', async () => {
  const app = await postsApp()
  const site = await openPosts(app)
  keepMount($selectedDomain)
  const tags = { ...DEFAULT_LINK_TAGS, on: true }
  expect(await saveLinkTags({ ...tags, campaign: 'x'.repeat(61) })).toBeString()
  expect($selectedDomain.get()?.linkTags).toBeNull()
  expect(await saveLinkTags(tags)).toBeUndefined()
  expect($selectedDomain.get()?.linkTags).toEqual(tags)

  enable('instagram', false)
  setTextOnly(true)
  const link = 'https://a.example/'
  setMessage('x'.repeat(networks.facebook.maxChars - link.length - 1) + ` ${link}`)
  expect(await sendPost()).toBe(false)
  expect(shownToasts().at(-1)?.message).toContain('Message exceeds limit by 38 characters')
  clearComposer()
  enable('instagram', true)
  site.close()
})

test('keeps what was typed while another business is shown, until it is discarded', async () => {
  const app = await postsApp()
  const site = await openPosts(app)
  keepMount($selectedDomain)
  await saveLinkTags({ ...DEFAULT_LINK_TAGS, on: true })
  const shown = () => {
    const { markup, text } = rendered(<LinkTagsForm />)
    return [markup.includes('value="spring"'), text.includes('You have unsaved changes.')]
  }
  expect(shown()).toEqual([false, false])
  let keep: ReturnType<typeof useUnsaved<LinkTags>>[1] = () => {}
  function Form() {
    ;[, keep] = useUnsaved<LinkTags>('links')
    return null
  }
  rendered(<Form />)
  const typed = { ...DEFAULT_LINK_TAGS, on: true, campaign: 'spring' }
  keep(typed)
  expect(shown()).toEqual([true, true])

  const first = String($selectedDomain.get()?._id)
  await app.author.call('users/saveUserDomain', { json: { businessName: 'Mia’s Bakery' } })
  await $domains.reload()
  await selectDomain(String($domains.get().data?.find(({ _id }) => _id !== first)?._id))
  expect(rendered(<LinkTagsForm />).text).not.toContain('unsaved')
  // What becomes of a save is about the business that it was for.
  keep(typed)
  expect(rendered(<LinkTagsForm />).text).not.toContain('unsaved')
  await selectDomain(first)
  expect(shown()).toEqual([true, true])
  discard()
  expect(shown()).toEqual([false, false])
  site.close()
})
