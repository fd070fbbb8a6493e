import { afterAll, expect, jest, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { ServerResponse, IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startSandbox } from '../start.ts'
import { openSavedWorld } from './saved-world.ts'

const folder = mkdtempSync(join(tmpdir(), 'sandbox-saved-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PIXEL = Buffer.from(
  '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
  'base64',
)

test('keeps accounts connected and posts public across a restart', async () => {
  const first = await startSandbox({ folder })
  const login = await fetch(`${first.url}/_sandbox/login`, {
    method: 'POST',
    body: JSON.stringify({ provider: 'facebook', pages: ['Harbour Bakehouse'] }),
  })
  const { authResponse } = (await login.json()) as { authResponse: { accessToken: string } }
  const pages = (url: string) =>
    fetch(`${url}/facebook/v23.0/me/accounts?access_token=${authResponse.accessToken}`).then(
      response => response.json() as Promise<{ data: { id: string; access_token: string }[] }>,
    )
  const [page] = (await pages(first.url)).data
  const form = new FormData()
  form.set('access_token', page?.access_token ?? '')
  form.set('message', 'Open at six')
  form.set('source', new File([PIXEL], 'loaf.jpg', { type: 'image/jpeg' }))
  await fetch(`${first.url}/facebook/v23.0/${page?.id}/photos`, { method: 'POST', body: form })
  await first.stop()

  const second = await startSandbox({ folder })
  expect((await pages(second.url)).data).toEqual([page!])
  const published = (await (await fetch(`${second.url}/_sandbox/published`)).json()) as {
    message: string
    media: { url: string }[]
  }[]
  expect(published).toMatchObject([{ message: 'Open at six' }])
  const picture = await fetch(published[0]?.media[0]?.url ?? '')
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(PIXEL)
  await second.stop()
})

test('serialises its state only during and after a request, and after a mail', () => {
  jest.useFakeTimers()
  const { world, follow, close } = openSavedWorld(() => new Date(), join(folder, 'idle'))
  let reads = 0
  const { people } = world
  Object.defineProperty(world, 'people', { enumerable: true, get: () => (reads++, people) })
  const readsInSeconds = (seconds: number) => {
    reads = 0
    jest.advanceTimersByTime(seconds * 1000)
    return reads
  }
  expect([readsInSeconds(1), readsInSeconds(3)]).toEqual([1, 0])
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  follow(response)
  expect(readsInSeconds(3)).toBe(3)
  response.emit('close')
  expect([readsInSeconds(1), readsInSeconds(3)]).toEqual([1, 0])
  world.mails.push({} as (typeof world.mails)[number])
  expect([readsInSeconds(1), readsInSeconds(3)]).toEqual([1, 0])
  close()
})
