import { expect, setSystemTime, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cleanStores, keepMount } from 'nanostores'

import { startCoolDown } from '#api/accounts/accounts.ts'
import { accounts } from '#api/db/schema/businesses/accounts.ts'
import { picture } from '#api/test/publishing.ts'
import type { Post } from '#shared/posts/posts.ts'
import {
  $comments,
  commentsOf,
  loadComments,
  resolveRemark,
} from '#site/dashboard/shared/approvals/comments.ts'
import { approve } from '#site/dashboard/shared/approvals/decide.ts'
import { $domains, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { $drafts } from '#site/dashboard/shared/drafts/store.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { openPostsEach, shownToasts } from '#site/test/posts.ts'
import { rendered } from '#site/test/rendered.ts'
import { $actionsOn } from './actions.ts'
import { publishNow, retryPost } from './change-posts.ts'
import { $details, loadDetails } from './details.ts'
import { PostDetails } from './PostDetails.tsx'
import { saveAndClose, withTextsSaved } from './save-texts.ts'
import { $unsavedTexts, forgetText, keepText } from './unsaved-texts.ts'
import { $openPostId, closePanel, pathToPost } from './url.ts'

const DAY_MS = 24 * 60 * 60_000

const { app, site } = openPostsEach({
  close() {
    closePanel()
    cleanStores($details)
  },
})

async function detailsOf(id: string) {
  $router.open(pathToPost(id))
  keepMount($details)
  await loadDetails(id)
  return rendered(<PostDetails />)
}

const previewsIn = (markup: string) =>
  [...markup.matchAll(/aria-label="([^"]+) preview"/g)].map(([, network]) => network)

test('shows a post as its networks show it, with the alt text of each file', async () => {
  const id = await app.accept({ message: 'Fresh bread', altTexts: ['Rye', 'Wheat'], inSeconds: 3600 })
  const { markup, text } = await detailsOf(id)
  expect(previewsIn(markup)).toEqual(['Facebook'])
  expect(markup.match(/role="tab"/g)).toHaveLength(2)
  expect(text).toContain('Alt text: Rye')
  expect(text).toContain('Alt text: Wheat')
})

test('shows all previews of a post whose networks get different texts', async () => {
  const id = await app.accept({ message: 'Fresh bread', inSeconds: 3600 })
  const platforms = [{ platform: 'instagram', message: 'For the grid' }]
  await app.author.call(`posts/${id}`, { method: 'PUT', json: { platforms } })
  const { markup, text } = await detailsOf(id)
  expect(previewsIn(markup)).toEqual(['Facebook', 'Instagram'])
  expect(text).toContain('Fresh bread')
  expect(text).toContain('For the grid')
})

test('shows a post that we missed on several networks once, with one action first, and publishes it on all of them', async () => {
  const id = await app.accept({ message: 'Fresh bread', inSeconds: 3600 })
  app.clock.advance(DAY_MS)
  await app.run()
  setSystemTime(app.clock.now())
  const { text, markup } = await detailsOf(id)
  setSystemTime()
  expect(text).not.toContain('Scheduled for')
  expect(text).toMatch(/ Was due Tuesday 1 January 2030 at .*, not published because we missed its time/)
  expect(text.split('We missed this post’s time').length - 1).toBe(1)
  expect(text).toContain('it hasn’t gone to Facebook or Instagram')
  for (const action of ['Publish now on', 'Discard for'])
    expect(markup.match(RegExp(`aria-label="${action}[^"]*"`, 'g'))).toEqual([
      `aria-label="${action} Facebook and Instagram"`,
    ])
  expect(text).toEndWith(' Reschedule')
  expect(text.split('Reschedule').length - 1).toBe(2)
  await retryPost(id)
  expect(shownToasts()).toMatchObject([{ type: 'success', message: 'On its way.' }])
  await app.run()
  expect((await app.read(id)).deliveries.map(({ state }) => state)).toEqual(['published', 'published'])
})

test('offers to reconnect the account that holds an approved post, which others have published', async () => {
  await app.call(`businesses/${app.author.domainId}/approval-rule`, {
    method: 'PUT',
    json: { required: true },
  })
  const id = await app.accept({ message: 'Fresh bread', inSeconds: 3600 })
  await detailsOf(id)
  const shown = $details.get()!.data!
  await approve(shown, shown.approval?.contentHash ?? '')
  await app.expire('instagram')
  app.clock.advance(3600_000)
  await app.run()
  setSystemTime(app.clock.now())
  const { text } = await detailsOf(id)
  setSystemTime()
  expect(text).toMatch(/Was due [^·]+ · Instagram Approved by/)
  expect(text).toContain('Reconnect Instagram')
})

test('leads from a cancelled post to its draft', async () => {
  const id = await app.accept({ message: 'Fresh bread', inSeconds: 3600 })
  await app.call(`posts/${id}/cancel`, { json: {} })
  keepMount($drafts)
  await $drafts.reload()
  const { text, markup } = await detailsOf(id)
  expect(text).toContain('Was scheduled for')
  expect(markup).toContain(`href="/dashboard/create-post?draft=${id}"`)
})

test('offers to send a post for approval again once the requested changes are made', async () => {
  await app.call(`businesses/${app.author.domainId}/approval-rule`, {
    method: 'PUT',
    json: { required: true },
  })
  const id = await app.accept({ message: 'Fresh bread', inSeconds: 3600 })
  await app.call(`posts/${id}/request-changes`, { json: { comment: 'Which bread?' } })
  const main = /btn-primary[^>]*>([^<]+)/
  expect((await detailsOf(id)).markup.match(main)?.[1]).toBe('Edit')
  const platforms = [{ platform: 'facebook', message: 'Fresh rye bread' }]
  await app.call(`posts/${id}`, { method: 'PUT', json: { platforms } })
  const { text, markup } = await detailsOf(id)
  expect(markup.match(main)?.[1]).toBe('Send for approval')
  expect(text).toContain('It was edited since. Send it for approval again.')
})

test('offers to try again on all networks that failed', async () => {
  const id = await app.accept({ message: 'Fresh bread' })
  await app.rejectPosts('facebook')
  await app.rejectPosts('instagram')
  await app.run()
  setSystemTime(app.clock.now())
  const { text } = await detailsOf(id)
  setSystemTime()
  expect(text).toContain('Try again on both')
  expect(text).toContain('not published because Facebook and Instagram didn’t take it')
  expect(text).not.toContain('Was due now')
  await retryPost(id)
  await app.run()
  expect((await app.read(id)).deliveries.map(({ state }) => state)).toEqual(['published', 'published'])
})

test('names the business of another one’s post, and closes the post on a switch to another business', async () => {
  const id = await app.accept({ message: 'Fresh bread', inSeconds: 3600 })
  await app.author.call('users/saveUserDomain', { json: { businessName: 'Second shop' } })
  await site.reloadDomains()
  const domains = $domains.get().data!
  const [own, other] = [true, false].map(isSelected => domains.find(each => each.isSelected === isSelected)!)
  expect((await detailsOf(id)).text).toStartWith('Post Details Scheduled for')
  $router.open('/dashboard/calendar?businesses=all')
  expect((await detailsOf(id)).text).toStartWith(`Post Details PP ${own!.businessName} `)
  $router.open('/dashboard/calendar')
  await selectDomain(other!._id)
  expect($openPostId.get()).toBeUndefined()
  const { text } = await detailsOf(id)
  expect(text).toStartWith(`Post Details PP ${own!.businessName} `)
  await selectDomain(own!._id)
  expect($openPostId.get()).toBe(id)
})

test('edits the text of a network where it is shown, until it is published', async () => {
  const id = await app.accept({ message: 'Fresh bread', inSeconds: 3600 })
  expect((await detailsOf(id)).text).toContain('Edit text for Facebook')
  app.clock.advance(3600_000)
  await app.run()
  await loadDetails(id)
  const { text } = await detailsOf(id)
  expect(text).toContain('Published')
  expect(text).not.toContain('Edit text')
})

test('folds a resolved remark to a line without a pin, until it is opened again', async () => {
  const id = await app.accept({ message: 'Fresh bread', inSeconds: 3600 })
  const anchor = { network: 'facebook', quote: 'bread', from: 6 }
  await app.author.call(`posts/${id}/comments`, { json: { message: 'Which?', anchor } })
  await loadComments(id)
  const [remark] = commentsOf($comments.get(), id)
  const shown = async () => {
    const { text, markup } = await detailsOf(id)
    return [text.includes('Resolved Which?'), markup.includes('aria-label="Remark 1"')]
  }
  expect(await shown()).toEqual([false, true])
  await resolveRemark(id, remark!._id, true)
  expect(await shown()).toEqual([true, false])
  await resolveRemark(id, remark!._id, false)
  expect(await shown()).toEqual([false, true])
})

/** Types a text for Facebook, in the field that the panel opens. */
const type = ({ _id, version }: Post, text: string) =>
  keepText(_id, 'facebook', {
    text,
    before: 'Fresh bread',
    networks: ['facebook', 'instagram'],
    version,
    isOpen: true,
  })

test('keeps the edited text of an approved post when the panel is left', async () => {
  const id = await app.accept({ message: 'Fresh bread', inSeconds: 3600 })
  await detailsOf(id)
  keepText(id, 'facebook', {
    text: 'Fresh rye bread',
    before: 'Fresh bread',
    networks: ['facebook'],
    version: 0,
    isApproved: true,
    isOpen: true,
  })
  await saveAndClose($details.get()!.data)
  expect($openPostId.get()).toBeUndefined()
  expect(await textsOf(id)).toEqual(['Fresh bread', 'Fresh bread'])
  expect((await detailsOf(id)).markup).toContain('Fresh rye bread</textarea>')
})

test('saves no text from before a reload that this page hasn’t shown', async () => {
  const id = await app.accept({ message: 'Fresh bread', inSeconds: 3600 })
  type(await app.read(id), 'Fresh ry')
  $unsavedTexts.set({})
  await withTextsSaved(await app.read(id), () => {})
  expect(await textsOf(id)).toEqual(['Fresh bread', 'Fresh bread'])
})

test('saves the same text once, even if it is asked for twice', async () => {
  const id = await app.accept({ message: 'Fresh bread', inSeconds: 3600 })
  await detailsOf(id)
  const post = await app.read(id)
  type(post, 'Fresh rye bread')
  let acted = 0
  await Promise.all([1, 2].map(() => withTextsSaved(post, () => acted++)))
  expect([acted, (await app.read(id)).version]).toEqual([2, post.version + 1])
})

const textsOf = async (id: string) => (await app.read(id)).deliveries.map(({ message }) => message)

test('saves an edited text before the post is approved', async () => {
  const { domainId } = await app.read(await app.accept({ message: 'First', inSeconds: 3600 }))
  const rule = { required: true, approvers: [] }
  await app.author.call(`businesses/${domainId}/approval-rule`, { method: 'PUT', json: rule })
  const id = await app.accept({ message: 'Fresh bread', inSeconds: 3600 })
  await detailsOf(id)
  type(await app.read(id), 'Fresh rye bread')
  const shown = $details.get()!.data!
  await approve(shown, shown.approval?.contentHash ?? '')
  expect([await textsOf(id), (await app.read(id)).approval?.state]).toEqual([
    ['Fresh rye bread', 'Fresh rye bread'],
    'approved',
  ])
  expect((await detailsOf(id)).markup).not.toContain('Fresh rye bread</textarea>')
})

test('does nothing else with a post whose edited text can’t be saved', async () => {
  const id = await app.accept({ message: 'Fresh bread', inSeconds: 3600 })
  const { version, ...post } = await app.read(id)
  const platforms = [{ platform: 'facebook', message: 'Stale bread' }]
  await app.author.call(`posts/${id}`, { method: 'PUT', json: { platforms } })
  await detailsOf(id)
  type({ version, ...post }, 'Fresh rye bread')
  const [edit] = $actionsOn.get()(post as Post)
  if (edit && 'run' in edit) await edit.run()
  expect($openPostId.get()).toBe(id)
  const { text } = await detailsOf(id)
  expect(text).toContain('You have an unsaved text for Facebook, from before this post was changed.')
})

test('saves an edited text when the panel is left, and offers Undo', async () => {
  const id = await app.accept({ message: 'Fresh bread', inSeconds: 3600 })
  await detailsOf(id)
  type(await app.read(id), 'Fresh rye bread')
  await saveAndClose($details.get()!.data)
  expect($openPostId.get()).toBeUndefined()
  expect(await textsOf(id)).toEqual(['Fresh rye bread', 'Fresh rye bread'])
  const undone = new Promise<void>(resolve => {
    const stop = $toasts.listen(() => {
      stop()
      resolve()
    })
  })
  $toasts.get().at(-1)?.action?.run()
  await undone
  expect(await textsOf(id)).toEqual(['Fresh bread', 'Fresh bread'])
})

test('opens the text that was typed before a reload, unless the post has changed since', async () => {
  const id = await app.accept({ message: 'Fresh bread', inSeconds: 3600 })
  await detailsOf(id)
  type(await app.read(id), 'Fresh rye bread')
  $unsavedTexts.set({})
  const { markup } = await detailsOf(id)
  expect(markup).toContain('Fresh rye bread</textarea>')

  const platforms = [{ platform: 'facebook', message: 'Stale bread' }]
  await app.author.call(`posts/${id}`, { method: 'PUT', json: { platforms } })
  const changed = await detailsOf(id)
  expect(changed.markup).not.toContain('</textarea>')
  expect(changed.text).toContain('You have an unsaved text for Facebook, from before this post was changed.')
  expect(changed.text).toContain('Continue with it')

  forgetText(id, 'facebook')
  expect((await detailsOf(id)).text).toContain('Edit text')
})

test('says when it asks about a post that a rate limit makes late', async () => {
  const [account] = await app.ctx.db.select().from(accounts).where(eq(accounts.network, 'instagram'))
  await startCoolDown(app.ctx, account!.id, new Date(+app.clock.now() + DAY_MS))
  const platforms = [{ platform: 'instagram' as const, message: 'Fresh bread' }]
  const id = await app.accept({ platforms, media: [await picture('red')] })
  await app.run()
  const { text } = await detailsOf(id)
  expect(text).toContain('can’t go out in time')
  expect(text).toMatch(/We’ll ask you in .+ \(Tuesday 1 January 2030 at 1:00 pm UTC\)/)
  expect(text).not.toContain('We’ll try again')

  const { data } = (await (await app.author.call(`posts/${id}`)).json()) as { data: Post }
  await publishNow({ post: data })
  expect(shownToasts().at(-1)?.message).toBe(
    'Instagram has paused posting to this account until Wed 2 Jan, 12:00 pm UTC. The post goes out there by itself then.',
  )
  expect((await detailsOf(id)).text).toMatch(/Goes out in .+ \(Wednesday 2 January 2030 at 12:00 pm UTC\)/)
})

test('says beside Approve how many remarks are open', async () => {
  await app.call(`businesses/${app.author.domainId}/approval-rule`, {
    method: 'PUT',
    json: { required: true },
  })
  const id = await app.accept({ message: 'Fresh bread', inSeconds: 3600 })
  const anchor = { network: 'facebook', quote: 'bread', from: 6 }
  for (const [message, more] of [
    ['Rye?', { anchor }],
    ['Lovely.', {}],
  ] as const)
    await app.call(`posts/${id}/comments`, { json: { message, ...more } })
  await loadComments(id)
  expect((await detailsOf(id)).text).toMatch(/1 remark is open Approve\b/)
  const [remark] = commentsOf($comments.get(), id)
  await app.call(`posts/${id}/comments/${remark?._id}`, { method: 'PUT', json: { resolved: true } })
  await loadComments(id)
  expect((await detailsOf(id)).text).not.toContain('remark is open')
})
