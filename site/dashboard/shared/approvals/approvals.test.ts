import { afterAll, beforeAll, expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import type { Post } from '#shared/posts/posts.ts'
import { $may } from '#site/dashboard/shared/permissions/permissions.ts'
import { settled } from '#site/lib/remote.ts'
import { openPosts, type PostsApp, postsApp, shownToasts } from '#site/test/posts.ts'
import { $comments, addComment, loadComments } from './comments.ts'
import { approve, requestChanges, sendForApproval } from './decide.ts'
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
  expect(shownToasts().at(-1)).toMatchObject({ type: 'success', message: 'Approved.' })
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

test('offers decisions by the reader’s role', async () => {
  keepMount($may)
  const { domainId } = await read(await app.accept({ message: 'Whose?', inSeconds: HOUR }))
  expect([$may.get()(domainId, 'approve'), $may.get()('another', 'approve')]).toEqual([true, false])
})
