import { afterAll, beforeAll, expect, test } from 'bun:test'
import { keepMount } from 'nanostores'
import { createElement, type ReactElement } from 'react'

import type { Post } from '#shared/posts/posts.ts'
import { TAKE_BACK_MESSAGES } from '#shared/posts/take-back.ts'
import { changeAll } from '#site/dashboard/posts/bulk/bulk.ts'
import { $dialog } from '#site/dashboard/shared/open-dialog.ts'
import { $may } from '#site/dashboard/shared/permissions.tsx'
import { movedOf, reschedulePost } from '#site/dashboard/shared/post-dialogs/change-posts.ts'
import { findShown } from '#site/dashboard/shared/post-dialogs/shown-posts.ts'
import { settled } from '#site/lib/remote.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { openPosts, type PostsApp, postsApp, pressToast, shownToasts } from '#site/test/posts.ts'
import { rendered } from '#site/test/rendered.ts'
import { $comments, addComment, loadComments } from './comments.ts'
import {
  approveInPlace,
  $decided,
  approve,
  approveListed,
  requestChanges,
  sendForApproval,
  takeBack,
  $decisionsOn,
  $mayRequestApproval,
  $waiting,
} from './decide.ts'
import { Discussion } from './Discussion.tsx'
import { $approvalRule, saveRule } from './rule.ts'

const HOUR = 3600

let app: PostsApp
let site: Awaited<ReturnType<typeof openPosts>>
beforeAll(async () => {
  app = await postsApp()
  await app.accept({ message: 'Scheduled before', inSeconds: 300 * HOUR })
  site = await openPosts(app)
  keepMount($approvalRule)
  await $approvalRule.reload()
})
afterAll(() => site.close())

const shownRule = async () => {
  const rule = await settled($approvalRule)
  return rule.state === 'ready' ? rule.data : undefined
}
const read = (id: string): Promise<Post> => app.read(id)
const stateOf = async (id: string) => (await read(id)).approval?.state

test('requires approval, and says how many posts are affected', async () => {
  const before = await shownRule()
  expect(before).toMatchObject({ required: false, dueSoon: 0 })
  expect(before?.scheduled).toBeGreaterThan(0)
  if (before) await saveRule({ ...before, required: true }, 'Saved.')
  expect(await shownRule()).toMatchObject({ required: true, scheduled: 0 })
  expect(shownToasts().at(-1)).toMatchObject({ type: 'success', message: 'Saved.' })
})

test('approves the version that was shown, and reloads one that has changed', async () => {
  const id = await app.accept({ message: 'Open late', inSeconds: HOUR })
  const shown = await read(id)
  const platforms = [{ platform: 'facebook', message: 'Open later' }]
  await app.call(`posts/${id}`, { method: 'PUT', json: { platforms } })
  await expect(approve(shown, shown.approval?.contentHash ?? '')).rejects.toThrow(
    'changed after you opened it',
  )
  expect(await stateOf(id)).toBe('in_review')
  const now = await read(id)
  await approve(now, now.approval?.contentHash ?? '')
  expect(await stateOf(id)).toBe('approved')
})

test('approves one post of a list by a double tap, and names it', async () => {
  const [first, second] = [
    await app.accept({ message: 'Open at seven', inSeconds: HOUR }),
    await app.accept({ message: 'Open at eight', inSeconds: HOUR }),
  ]
  const [tapped, next] = [await read(first), await read(second)]
  const approving = approveListed(tapped)
  await approveListed(next)
  await approving
  expect([await stateOf(first), await stateOf(second)]).toEqual(['approved', 'in_review'])
  expect(shownToasts().at(-1)).toMatchObject({ type: 'success', message: 'Approved: “Open at seven”' })
})

test('undoes the approval of a listed post, and takes back one that was given before', async () => {
  keepMount($decisionsOn)
  const id = await app.accept({ message: 'Open at nine', inSeconds: HOUR })
  await approveListed(await read(id))
  expect($toasts.get().at(-1)?.action?.label).toBe('Undo')
  await pressToast('Approval taken back. The post waits for approval again.')
  expect(await stateOf(id)).toBe('in_review')

  const post = await read(id)
  await approve(post, post.approval?.contentHash ?? '')
  const approved = await read(id)
  expect($decisionsOn.get()(approved)).toContain('take back')
  await takeBack([{ _id: id, contentHash: approved.approval?.contentHash ?? '' }])
  expect(await stateOf(id)).toBe('in_review')
  expect($decisionsOn.get()(await read(id))).not.toContain('take back')
  await takeBack([{ _id: id, contentHash: approved.approval?.contentHash ?? '' }])
  expect(shownToasts().at(-1)).toMatchObject({ type: 'error', message: TAKE_BACK_MESSAGES.notApproved })
})

test('sends a post back with a comment, shows the comment, and reopens the discussion', async () => {
  const id = await app.accept({ message: 'Closed early', inSeconds: HOUR })
  await loadComments(id)
  expect($comments.get()).toMatchObject({ postId: id, state: 'ready', data: [] })
  await requestChanges(await read(id), ' Say when. ')
  expect(await stateOf(id)).toBe('changes_requested')
  expect(await addComment(id, { message: 'I’ll ask.', internal: true, mentions: [] })).toBe(true)
  expect($comments.get()).toMatchObject({
    data: [
      { message: 'Say when.', internal: false },
      { message: 'I’ll ask.', internal: true },
    ],
  })
  await sendForApproval(await read(id))
  expect(await stateOf(id)).toBe('in_review')
})

test('offers to send a post for approval if nobody was asked to approve it, alone or with others', async () => {
  for (const $store of [$may, $mayRequestApproval]) keepMount($store)
  const mayRequestApproval = async (id: string) => $mayRequestApproval.get()(await read(id))
  const [sentBack, waiting] = [await app.accept({ inSeconds: HOUR }), await app.accept({ inSeconds: HOUR })]
  await requestChanges(await read(sentBack), 'Say when.')
  expect([await mayRequestApproval(sentBack), await mayRequestApproval(waiting)]).toEqual([true, false])
  await changeAll([await read(sentBack)], { action: 'submit' })
  expect([await mayRequestApproval(sentBack), await stateOf(sentBack)]).toEqual([false, 'in_review'])
  expect(shownToasts().at(-1)).toMatchObject({ type: 'success', message: '1 post sent for approval.' })
  await approve(await read(waiting), (await read(waiting)).approval?.contentHash ?? '')
  expect(await mayRequestApproval(waiting)).toBe(false)
})

test('asks before it approves in the place of the reviewer whose link holds the post', async () => {
  const id = await app.accept({ message: 'Held', inSeconds: HOUR })
  const waiting = await read(id)
  const decide = (post: Post) => approveInPlace(post, () => approve(post, post.approval?.contentHash ?? ''))
  void decide({ ...waiting, approval: { ...waiting.approval!, byLink: true } })
  expect(await stateOf(id)).toBe('in_review')
  expect(rendered($dialog.get() as ReactElement).text).toContain('Approve in the reviewer’s place?')
  $dialog.set(undefined)
  await decide(waiting)
  expect(await stateOf(id)).toBe('approved')
})

test('says that the discussion of a post without an approval didn’t load', async () => {
  const { approval: _, ...post } = await read(await app.accept({ message: 'Plain', inSeconds: HOUR }))
  const message = 'The discussion didn’t load. Try again.'
  $comments.set({ postId: post._id, state: 'failed', message, error: undefined })
  expect(rendered(createElement(Discussion, { post })).text).toContain(message)
})

test('leads from a decision to the next post that waits, soonest first', async () => {
  const later = await app.accept({ message: 'Later', inSeconds: 9 * HOUR })
  const sooner = await app.accept({ message: 'Sooner', inSeconds: 8 * HOUR })
  const waiting = async () => {
    await $waiting.reload()
    const list = $waiting.get()
    return list.state === 'ready' ? list.data.posts.map(({ _id }) => _id) : list.state
  }
  keepMount($waiting)
  const ids = await waiting()
  expect(ids.indexOf(sooner)).toBeGreaterThanOrEqual(0)
  expect(ids.indexOf(later)).toBeGreaterThan(ids.indexOf(sooner))
  const post = await read(sooner)
  await approve(post, post.approval?.contentHash ?? '')
  expect($decided.get()).toBe(sooner)
  expect(await waiting()).not.toContain(sooner)
  expect(findShown(later)?._id).toBe(later)
  await requestChanges(await read(later), 'Which day?')
  expect($decided.get()).toBe(later)
  expect(await waiting()).not.toContain(later)
})

test('offers the decisions that the user’s role allows', async () => {
  keepMount($may)
  const { domainId } = await read(await app.accept({ message: 'Whose?', inSeconds: HOUR }))
  expect([$may.get()(domainId, 'approve'), $may.get()('another', 'approve')]).toEqual([true, false])
})

test('offers to edit a post that was sent back before it is sent again', async () => {
  keepMount($decisionsOn)
  const id = await app.accept({ message: 'Open Easter', inSeconds: HOUR })
  await requestChanges(await read(id), 'Say when.')
  expect($decisionsOn.get()(await read(id))).toEqual(['next'])
  $decided.set(undefined)
  expect($decisionsOn.get()(await read(id))).toEqual(['edit', 'send', 'approve'])
})

test('asks for a new time once a post that missed its time is approved', async () => {
  keepMount($decisionsOn)
  const id = await app.accept({ message: 'Too late', inSeconds: HOUR })
  app.clock.advance(2 * HOUR * 1000)
  await app.run()
  const missed = await read(id)
  expect($decisionsOn.get()(missed)).toEqual(['approve', 'request changes'])
  await approve(missed, missed.approval?.contentHash ?? '')
  expect($decisionsOn.get()(await read(id))).toEqual(['choose a time', 'next', 'request changes'])
  await reschedulePost(movedOf({ post: await read(id) }), new Date(+app.clock.now() + HOUR * 1000))
  expect((await read(id)).deliveries.map(({ state }) => state)).toEqual(['scheduled', 'scheduled'])
  expect($decisionsOn.get()(await read(id))).toEqual(['next', 'take back', 'request changes'])
})

test('says that a moved post stays approved, and offers Undo', async () => {
  const id = await app.accept({ message: 'At that time', inSeconds: 5 * HOUR })
  const { publishAt, ...waiting } = await read(id)
  await approve({ publishAt, ...waiting }, waiting.approval?.contentHash ?? '')
  const post = await read(id)
  const later = new Date(Date.parse(publishAt) + HOUR * 1000)
  await reschedulePost(movedOf({ post }), later)
  expect($toasts.get().at(-1)).toMatchObject({
    message: expect.stringMatching(/^Moved to .*\d [ap]m\. It stays approved\.$/),
    action: { label: 'Undo' },
  })
  expect(await stateOf(id)).toBe('approved')
})
