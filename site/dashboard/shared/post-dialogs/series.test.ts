import { expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import type { Occurrence, Post } from '#shared/posts/posts.ts'
import { moveTo } from '#site/dashboard/calendar/move.ts'
import { $entries, $items } from '#site/dashboard/calendar/store.ts'
import { noteOnRepeated } from '#site/dashboard/posts/bulk/bulk.ts'
import { approve, approveListed, requestChanges } from '#site/dashboard/shared/approvals/decide.ts'
import { $dialog } from '#site/dashboard/shared/open-dialog.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { $toasts } from '#site/lib/toasts.ts'
import { closeDialog, openedDialog } from '#site/test/dialog.ts'
import { openPostsEach, shownToasts } from '#site/test/posts.ts'
import { cancelPost, movedOf, reschedulePost } from './change-posts.ts'
import { askForSeriesPart } from './series.ts'
import type { SeriesDialogProps } from './SeriesDialog.tsx'

const DAY_MS = 86_400_000

const { app } = openPostsEach({
  close() {
    closeDialog()
    $entries.reset()
  },
})

/** Creates a post that goes out four times, a week apart. Returns its posts. */
async function repeats(texts: string[] = []): Promise<Occurrence[]> {
  const id = await app.accept({
    message: 'Open today',
    texts,
    inSeconds: 3600,
    repeat: { every: 'week', until: new Date(+app.clock.now() + 22 * DAY_MS).toISOString().slice(0, 10) },
  })
  return seriesOf(id)
}
const seriesOf = async (id: string) =>
  ((await (await app.call(`posts/${id}/series`)).json()) as { data: Occurrence[] }).data
const times = (all: readonly Occurrence[]) => all.map(({ publishAt }) => publishAt)
const requireApproval = () =>
  app.call(`businesses/${app.author.domainId}/approval-rule`, { method: 'PUT', json: { required: true } })

/** Waits until a store has what is looked for. */
const seen = <Value>(
  store: { subscribe: (listen: (value: Value) => void) => () => void },
  isSeen: (value: Value) => boolean,
) =>
  new Promise<Value>(resolve => {
    const stop = store.subscribe(value => {
      if (!isSeen(value)) return
      queueMicrotask(() => stop())
      resolve(value)
    })
  })
/** Waits for the question, and returns it with a function that answers it. */
async function asked() {
  await seen($dialog, dialog => dialog !== undefined)
  const { onAnswer, ...question } = openedDialog() as unknown as Omit<SeriesDialogProps, 'onClose'>
  const answer = (chosen: Parameters<typeof onAnswer>[0]) => {
    onAnswer(chosen)
    closeDialog()
  }
  return { ...question, answer }
}
const said = (part: string) =>
  seen($toasts, toasts => toasts.some(({ message }) => message.includes(part))).then(toasts =>
    toasts.find(({ message }) => message.includes(part))!,
  )

const later = (at: string, days: number) => new Date(Date.parse(at) + days * DAY_MS)

test('moves all later ones too if that is chosen, and all of them back by Undo', async () => {
  const before = await repeats()
  const post: Post = await app.read(before[1]!._id)
  const moving = reschedulePost(movedOf({ post }), later(post.publishAt, 2))
  const { title, posts, answer } = await asked()
  expect([title, times(posts)]).toEqual(['Move which posts?', times(before.slice(1))])
  answer('following')
  expect(await moving).toBe(true)
  expect(times(await seriesOf(post._id))).toEqual([
    before[0]!.publishAt,
    ...before.slice(1).map(({ publishAt }) => later(publishAt, 2).toISOString()),
  ])
  const toast = await said('3 posts moved, the first to')
  toast.action!.run()
  await said('3 posts moved back.')
  expect(await seriesOf(post._id)).toEqual(before)
})

test('moves only one post if that is chosen, and none if the question is closed', async () => {
  const before = await repeats()
  const post: Post = await app.read(before[0]!._id)
  const moving = reschedulePost(movedOf({ post }), later(post.publishAt, 1))
  ;(await asked()).answer(undefined)
  expect(await moving).toBe(false)
  expect(await seriesOf(post._id)).toEqual(before)
  const again = reschedulePost(movedOf({ post }), later(post.publishAt, 1))
  ;(await asked()).answer('this')
  await again
  const after = await seriesOf(post._id)
  expect(times(after)).toEqual([later(post.publishAt, 1).toISOString(), ...times(before.slice(1))])
  expect(shownToasts().at(-1)?.message).toStartWith('Moved to')
})

test('asks nothing about the last post of a series, or if the later ones are cancelled', async () => {
  const [first, second, third, last] = (await repeats()) as [Occurrence, Occurrence, Occurrence, Occurrence]
  const post: Post = await app.read(last._id)
  await reschedulePost(movedOf({ post }), later(last.publishAt, 1))
  await cancelPost({ post })
  expect(openedDialog()).toBeUndefined()
  for (const { _id } of [second, third]) await app.call(`posts/${_id}/cancel`, { json: {} })
  expect(await askForSeriesPart('Save which posts?', await app.read(first._id))).toBe('this')
})

test('says that the series didn’t load', async () => {
  const [first] = await repeats()
  const post: Post = await app.read(first!._id)
  expect(await askForSeriesPart('Move which posts?', { ...post, _id: 'gone' })).toBeUndefined()
  expect(shownToasts().at(-1)).toMatchObject({ type: 'error', message: 'There is no such post.' })
})

test('asks in the calendar once a repeated post was dragged, and puts it back if that is closed', async () => {
  keepMount($items)
  $router.open('/dashboard/calendar?view=month&on=2030-01-10')
  const before = await repeats()
  await $entries.reload()
  const item = () => $items.get().find(({ postId }) => postId === before[1]!._id)!
  const at = later(before[1]!.publishAt, 1)
  moveTo(item(), at)
  const question = await asked()
  expect(+item().at).toBe(+at)
  question.answer(undefined)
  await seen($items, () => item().at.toISOString() === before[1]!.publishAt)

  moveTo(item(), at)
  ;(await asked()).answer('following')
  await said('3 posts moved, the first to')
  const ids = before.map(({ _id }) => _id)
  const shown = $items.get().filter(({ postId }) => ids.includes(postId))
  expect(shown.map(({ at, repeats }) => [at.toISOString(), repeats])).toEqual([
    [before[0]!.publishAt, true],
    ...before.slice(1).map(({ publishAt }) => [later(publishAt, 1).toISOString(), true]),
  ])
})

test('asks how many are approved together, approves those, and says so', async () => {
  const all = await repeats()
  await requireApproval()
  const states = async () => (await seriesOf(all[0]!._id)).map(({ state }) => state)
  const post: Post = await app.read(all[1]!._id)
  const approving = approve(post, post.approval!.contentHash)
  const { title, all: label, answer } = await asked()
  expect([title, label]).toEqual(['Approve 4 posts?', 'Approve 4 posts'])
  answer(undefined)
  await approving
  expect(new Set(await states())).toEqual(new Set(['in_review']))

  const onlyOne = approve(post, post.approval!.contentHash)
  ;(await asked()).answer('this')
  await onlyOne
  expect(await states()).toEqual(['in_review', 'scheduled', 'in_review', 'in_review'])

  const rest = approveListed(await app.read(all[0]!._id))
  const question = await asked()
  expect(question.title).toBe('Approve 3 posts?')
  question.answer('following')
  await rest
  expect(new Set(await states())).toEqual(new Set(['scheduled']))
  expect(shownToasts().at(-1)).toMatchObject({ type: 'success', message: '3 posts approved.' })
})

test('approves all texts that take turns, each as it was shown, or only those with one text', async () => {
  const all = await repeats(['Come in'])
  await requireApproval()
  const states = async () => (await seriesOf(all[0]!._id)).map(({ state }) => state)
  const post: Post = await app.read(all[0]!._id)
  const some = approve(post, post.approval!.contentHash)
  const { title, texts, alike, answer } = await asked()
  expect([title, alike]).toEqual(['Approve 4 posts?', 'Only the 2 with this text'])
  expect(texts!.map(({ number, post, ids }) => [number, post.deliveries[0]!.message, ids])).toEqual([
    [1, 'Come in', [all[1]!._id, all[3]!._id]],
  ])
  answer('alike')
  await some
  expect(await states()).toEqual(['scheduled', 'in_review', 'scheduled', 'in_review'])

  const other = await repeats(['Come in'])
  const first: Post = await app.read(other[0]!._id)
  const everything = approve(first, first.approval!.contentHash, { toastsSuccess: true })
  ;(await asked()).answer('following')
  await everything
  expect(new Set((await seriesOf(first._id)).map(({ state }) => state))).toEqual(new Set(['scheduled']))
  expect(shownToasts().at(-1)).toMatchObject({ type: 'success', message: '4 posts approved.' })
})

test('says how many posts were approved if another text has changed meanwhile', async () => {
  const all = await repeats(['Come in', 'See you'])
  await requireApproval()
  const first: Post = await app.read(all[0]!._id)
  const approving = approve(first, first.approval!.contentHash)
  const { answer } = await asked()
  const platforms = [{ platform: 'facebook', message: 'See you soon' }]
  await app.call(`posts/${all[2]!._id}`, { method: 'PUT', json: { platforms } })
  answer('following')
  await expect(approving).rejects.toThrow()
  const { type, message } = shownToasts().at(-1)!
  expect([type, message]).toEqual(['error', expect.stringMatching(/^1 of 4 posts approved\. This post .+/)])
})

test('sends back the chosen posts with the comment', async () => {
  const all = await repeats()
  await requireApproval()
  const [first, second] = all.map(({ _id }) => _id)
  await requestChanges(await app.read(first!), 'Which day?', [second!])
  expect((await seriesOf(first!)).map(({ state }) => state)).toEqual([
    'changes_requested',
    'changes_requested',
    'in_review',
    'in_review',
  ])
})

test('says how many selected posts repeat, and that only these change', async () => {
  const [first, second] = await repeats()
  const repeated = [await app.read(first!._id), await app.read(second!._id)]
  const single = await app.read(await app.accept({ message: 'Once', inSeconds: 3600 }))
  const others = 'Only the selected posts change, not the others of their series.'
  expect(noteOnRepeated('cancel', [...repeated, single])).toBe(`2 of them repeat. ${others}`)
  expect(noteOnRepeated('move', repeated)).toBe(`All of them repeat. ${others}`)
  expect(noteOnRepeated('slot', [single, repeated[0]!])).toBe(`1 of them repeats. ${others}`)
  expect(noteOnRepeated('approve', [repeated[0]!])).toBe(`It repeats. ${others}`)
  expect([noteOnRepeated('label', repeated), noteOnRepeated('cancel', [single])]).toEqual([
    undefined,
    undefined,
  ])
})
