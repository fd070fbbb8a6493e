import '#site/test/browser.ts'
import { expect, test } from 'bun:test'
import * as v from 'valibot'

import { ApiError } from '#site/lib/api/error.ts'
import { checkForm, formStore } from './form-store.ts'

const Note = v.object({ words: v.pipe(v.string(), v.nonEmpty('Please write something.')) })

const noteForm = (send: () => Promise<void>) =>
  formStore({
    check: (values: { words: string }) => checkForm(Note, values),
    send,
    failed: 'Not sent.',
    incomplete: 'Something is missing.',
  })

const taken = () => Promise.resolve()

test('shows missing fields only after a submit, then updates them with each change', async () => {
  const form = noteForm(taken)
  form.change({ words: '' })
  expect(form.$state.get()).toEqual({ sending: false, fields: {}, message: '' })
  expect(await form.submit({ words: '' })).toBe(false)
  expect(form.$state.get()).toEqual({
    sending: false,
    fields: { words: 'Please write something.' },
    message: 'Something is missing.',
  })
  form.change({ words: 'Hello' })
  expect(form.$state.get()).toEqual({ sending: false, fields: {}, message: '' })
  form.change({ words: '' })
  expect(form.$state.get().fields).toEqual({ words: 'Please write something.' })
})

test('sends once when submit is pressed twice', async () => {
  let sent = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const form = noteForm(() => {
    sent++
    return promise
  })
  const first = form.submit({ words: 'Hello' })
  expect(form.$state.get().sending).toBe(true)
  expect(await form.submit({ words: 'Hello' })).toBe(false)
  resolve()
  expect(await first).toBe(true)
  expect(sent).toBe(1)
  expect(form.$state.get().sending).toBe(false)
})

test('shows the server’s message for a rejection, or the form’s own if there is none', async () => {
  const refusals = [
    new ApiError('invalid', 'That is not a word.', { words: 'Not this.' }),
    new TypeError('a bug'),
  ]
  const form = noteForm(() => Promise.reject(refusals.shift()))
  await form.submit({ words: 'Hello' })
  expect(form.$state.get()).toEqual({
    sending: false,
    fields: { words: 'Not this.' },
    message: 'That is not a word.',
  })
  await form.submit({ words: 'Hello' })
  expect(form.$state.get()).toEqual({ sending: false, fields: {}, message: 'Not sent.' })
})

test('keeps the typed values after a rejection and when the dialog closes, until they are sent', async () => {
  const form = noteForm(taken)
  await form.submit({ words: '' })
  form.change({ words: 'Hel' })
  form.clearErrors()
  expect(form.draft()).toEqual({ words: 'Hel' })
  expect(form.$state.get().fields).toEqual({})
  await form.submit({ words: 'Hello' })
  expect(form.draft()).toBeUndefined()
})

test('keeps the typed values of a saved form across a reload, until they are sent', async () => {
  const names: string[] = []
  const open = (form: string, fails = false) =>
    formStore({
      check: (values: { words: string }) => checkForm(Note, values),
      send(_, { headers }) {
        names.push(headers['Idempotency-Key'])
        return fails ? Promise.reject(new Error('lost')) : taken()
      },
      failed: 'Not sent.',
      savedAs: form,
    })
  await open('note', true).submit({ words: 'Hello' })
  const reloaded = open('note')
  expect(reloaded.draft()).toEqual({ words: 'Hello' })
  expect(open('another').draft()).toBeUndefined()
  await reloaded.submit({ words: 'Hello' })
  expect(open('note').draft()).toBeUndefined()
  await open('note').submit({ words: 'Hello' })
  const [lost, again, another] = names as [string, string, string]
  expect(again).toBe(lost)
  expect(another).not.toBe(lost)

  sessionStorage.setItem('form-note', '{not JSON')
  expect(open('note').draft()).toBeUndefined()
})
