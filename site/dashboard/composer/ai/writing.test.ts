import { afterEach, beforeEach, expect, test } from 'bun:test'
import { keepMount } from 'nanostores'

import { CAPTION_MESSAGES } from '#shared/posts/captions.ts'
import { clearComposer } from '#site/dashboard/composer/draft/clear-composer.ts'
import {
  $draft,
  enable,
  setMessage,
  setMessageFor,
  setSameMessage,
  $errors,
} from '#site/dashboard/composer/draft/draft.ts'
import { sendPost } from '#site/dashboard/composer/send/send.ts'
import { $hasAi } from '#site/dashboard/shared/has-ai.ts'
import { cutNetwork } from '#site/test/browser.ts'
import { openPosts, postsApp, shownToasts } from '#site/test/posts.ts'
import {
  $aiTexts,
  isByAi,
  $announcements,
  $writing,
  stopWriting,
  undoWriting,
  writeInto,
  $aiSteps,
} from './writing.ts'

const app = await postsApp()
let site: Awaited<ReturnType<typeof openPosts>>

beforeEach(async () => {
  site = await openPosts(app)
})
afterEach(async () => {
  await app.clearFaults()
  clearComposer()
  setSameMessage(true)
  enable('facebook', true)
  $aiTexts.set([])
  $aiSteps.set({})
  site.close()
})

const fault = (kind: string, more: object = {}) =>
  app.world('faults', { provider: 'openai', operation: 'chat', kind, ...more })
const lastPrompt = async () => {
  const requests = await app.world<{ path: string; form: Record<string, string> }[]>('requests')
  return requests.findLast(({ path }) => path.endsWith('/chat/completions'))!.form['messages']!
}
const errorToast = (message: string) => ({ type: 'error', title: 'Error', message })
const byAi = () => isByAi($draft.get().message, $aiTexts.get())

/** Resolves when the box first differs from what its author typed. */
const whenWriting = (typed: string) =>
  new Promise<void>(resolve => {
    const stop = $draft.listen(({ message }) => message !== typed && (stop(), resolve()))
  })

test('streams AI text into the box, and undoes it', async () => {
  setMessage('New taps, in 20 words')
  const shown: string[] = []
  const stop = $draft.listen(({ message }) => shown.push(message))
  const writing = writeInto('message')
  expect([$writing.get()?.field, $announcements.get().message]).toEqual(['message', 'AI is writing.'])
  await writing
  stop()
  const { message } = $draft.get()
  expect(shown.length).toBeGreaterThan(20)
  expect(shown.every((text, index) => index === 0 || text.startsWith(shown[index - 1]!))).toBe(true)
  expect(message.split('\n\n')[1]!.split(' ')).toHaveLength(20)
  expect($announcements.get().message).toMatch(/^AI has written \d+ words\. You can undo it\.$/)
  expect([byAi(), $writing.get()]).toEqual([true, undefined])
  undoWriting('message')
  expect($draft.get().message).toBe('New taps, in 20 words')
  expect(byAi()).toBe(false)
})

test('marks a text as AI’s after a small edit, and as the author’s after a rewrite', async () => {
  setMessage('New taps, in 20 words')
  await writeInto('message')
  setMessage($draft.get().message.replace('\n\n', '\n\nHello! '))
  expect(byAi()).toBe(true)
  setSameMessage(false)
  expect(isByAi($draft.get().messages.instagram, $aiTexts.get())).toBe(true)
  setSameMessage(true)
  setMessage('We fixed the leak at the town hall. Thanks to all who helped.')
  expect(byAi()).toBe(false)
})

test('keeps the text so far when stopped, and restores the typed text on undo', async () => {
  await fault('slow', { ms: 30 })
  setMessage('New taps')
  const writing = writeInto('message')
  await whenWriting('New taps')
  expect(await Promise.race([sendPost(), writing])).toBe(false)
  expect(shownToasts()).toMatchObject([errorToast('AI is still writing. Wait for it, or press Stop.')])
  stopWriting()
  await writing
  const { message } = $draft.get()
  expect(message).not.toBe('New taps')
  expect(message.split(' ').length).toBeLessThan(80)
  expect($announcements.get().message).toBe('Stopped. The text so far is in the box.')
  undoWriting('message')
  expect($draft.get().message).toBe('New taps')
})

test('makes no call without a prompt', async () => {
  setMessage('  ')
  await writeInto('message')
  expect(shownToasts()).toMatchObject([errorToast('Please enter a prompt for AI content generation.')])
  expect($errors.get()).toMatchObject({ message: CAPTION_MESSAGES.noPrompt })
})

test('shows the service’s message on failure, and restores the typed text', async () => {
  setMessage('New taps, in 20 words')
  await fault('quota')
  await writeInto('message')
  expect(shownToasts().at(-1)?.message).toStartWith('You exceeded your current quota')
  await fault('stream-error')
  await writeInto('message')
  expect(shownToasts().at(-1)?.message).toStartWith('The server had an error')
  await fault('bad-json')
  await writeInto('message')
  expect(shownToasts().at(-1)).toMatchObject(errorToast('Failed to generate AI content.'))
  expect($draft.get().message).toBe('New taps, in 20 words')
  expect([byAi(), $errors.get().message]).toEqual([false, undefined])
})

test('shows a rejected topic beside the box', async () => {
  setMessage('Kill the dripping tap')
  await writeInto('message')
  expect($errors.get().message).toBe(CAPTION_MESSAGES.refused)
})

test('reports a lost connection', async () => {
  setMessage('New taps')
  const undo = cutNetwork()
  await writeInto('message')
  undo()
  expect(shownToasts().at(-1)?.message).toStartWith('We can’t reach the server.')
  expect($draft.get().message).toBe('New taps')
})

test('shortens an AI text for the network of its box', async () => {
  setSameMessage(false)
  setMessageFor('instagram', 'New taps, in 20 words')
  await writeInto('instagram')
  await writeInto('instagram', 'shorter')
  expect(await lastPrompt()).toContain('within 2200 characters')
  expect(await lastPrompt()).toContain('Make it shorter')
  const after = $draft.get().messages.instagram
  setMessageFor('facebook', 'Taps, in 10 words')
  await writeInto('facebook')
  expect(await lastPrompt()).toContain('within 63206 characters')
  expect($draft.get().messages.instagram).toBe(after)
})

test('regenerates an AI text from its author’s prompt, and undoes each step', async () => {
  setMessage('New taps, in 20 words')
  await writeInto('message')
  const first = $draft.get().message
  await writeInto('message', 'longer')
  const second = $draft.get().message
  await writeInto('message')
  expect(await lastPrompt()).toContain('<about>\\nNew taps, in 20 words\\n</about>')
  const texts = [1, 2, 3, 4].map(() => {
    undoWriting('message')
    return $draft.get().message
  })
  expect(texts).toEqual([second, first, 'New taps, in 20 words', 'New taps, in 20 words'])
})

test('writes into one box at a time', async () => {
  setSameMessage(false)
  for (const network of ['facebook', 'instagram'] as const) setMessageFor(network, 'Taps, in 10 words')
  await Promise.all([writeInto('facebook'), writeInto('instagram')])
  expect($draft.get().messages.instagram).toBe('Taps, in 10 words')
})

test('leaves the composer empty when it is cleared while AI writes', async () => {
  await fault('slow', { ms: 10 })
  setMessage('New taps')
  const writing = writeInto('message')
  await whenWriting('New taps')
  clearComposer()
  await writing
  expect($draft.get().message).toBe('')
})

test('leaves a cleared composer empty when writing fails', async () => {
  await fault('error', { status: 404 })
  setMessage('New taps')
  const writing = writeInto('message')
  clearComposer()
  await writing
  expect($draft.get().message).toBe('')
})

test('reports whether AI is available', async () => {
  keepMount($hasAi)
  await $hasAi.reload()
  expect($hasAi.get()).toEqual({ state: 'ready', data: true })
})

test('clears announcements together with the text', () => {
  $announcements.setKey('message', 'AI has written 90 words. You can undo it.')
  clearComposer()
  expect($announcements.get()).toEqual({})
})
