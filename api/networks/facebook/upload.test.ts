import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'

import type { IntentLog, Publication, StepData } from '#api/networks/core/network.ts'
import { connectingApp } from '#api/test/connecting.ts'

const MIB = 1024 ** 2
const FILM_BYTES = 25 * MIB

/** A video that is uploaded in three parts: the head of a real one, padded with zeros. */
async function film(): Promise<Blob> {
  const head = (await readFile(`${import.meta.dirname}/../../test/fixtures/clip.mp4`)).subarray(0, 64)
  return new Blob([new Uint8Array(head), new Uint8Array(FILM_BYTES - head.length)])
}

/** Opens an in-memory intent log of one delivery, which survives a killed process. */
function openIntentLog(now: () => Date): IntentLog {
  const steps = new Map<string, StepData>()
  return {
    recall: step => steps.get(step),
    record: async (step, result) => void steps.set(step, result),
    forget: async names => names.forEach(name => steps.delete(name)),
    begin: async () => {},
    finish: async result => void steps.set('publish', result),
    finished: () => undefined,
    claim: async ids => ids[0],
    unclaimed: async ids => ids,
    now,
    pause: async () => {},
    onUsage: () => {},
  }
}

async function scene() {
  const app = await connectingApp()
  const { authResponse } = await app.logIn({ provider: 'facebook' })
  const { login, publish } = { ...app.ctx.networks.facebook }
  const person = await login.exchangeToken({
    accessToken: authResponse.accessToken,
    userId: authResponse.userID,
  })
  const [page] = (await login.listPages(person.accessToken)).found
  const whole = await film()
  const publication: Publication = {
    id: 'delivery',
    accountId: page!.id,
    token: page!.accessToken,
    userToken: person.accessToken,
    message: 'A long film',
    media: [
      {
        id: 'film',
        kind: 'video',
        type: 'video/mp4',
        bytes: FILM_BYTES,
        altText: '',
        width: 640,
        height: 360,
        url: '',
        read: async (start, end) => whole.slice(start, end),
        toCroppedPoint: point => point,
        uncroppedUrl: async () => '',
        readWithin: async () => whole,
      },
    ],
  }
  const intentLog = openIntentLog(app.ctx.now)
  const sent = async () =>
    (await app.world<{ method: string; path: string; headers: Record<string, string> }[]>('requests'))
      .filter(({ method, path }) => method === 'POST' && path.includes('/upload:'))
      .map(({ headers }) => Number(headers.file_offset) / MIB)
  return { ...app, person, page: page!, publication, sent, publish: () => publish(publication, intentLog) }
}
type Scene = Awaited<ReturnType<typeof scene>>

const films = async ({ world }: Scene) =>
  (await world<{ message: string; media: { bytes: number }[] }[]>('published')).map(({ message, media }) => [
    message,
    media[0]?.bytes,
  ])
const fault = ({ world }: Scene, operation: string, more: object) =>
  world('faults', { provider: 'facebook', operation, ...more })

test('uploads a large file in parts and publishes it once', async () => {
  const app = await scene()
  await fault(app, 'status', { kind: 'delay-before', ms: 400 })
  await app.publish()
  expect(await app.sent()).toEqual([0, 10, 20])
  expect(await films(app)).toEqual([['A long film', FILM_BYTES]])
})

test('continues within one attempt when the response to a part is lost', async () => {
  const app = await scene()
  await fault(app, 'videos.transfer', { kind: 'drop-after' })
  await fault(app, 'status', { kind: 'delay-before', ms: 400 })
  await app.publish()
  expect(await app.sent()).toEqual([0, 10, 20])
})

test('continues in a later attempt where the last one was interrupted', async () => {
  const app = await scene()
  await fault(app, 'videos.offset', { kind: 'delay-before', ms: 0 })
  await fault(app, 'videos.offset', { kind: 'error', code: 2, status: 500 })
  await expect(app.publish()).rejects.toMatchObject({ kind: 'transient' })
  expect(await app.sent()).toEqual([0, 10])
  await fault(app, 'status', { kind: 'delay-before', ms: 400 })
  await app.publish()
  expect(await app.sent()).toEqual([0, 10, 20])
  expect(await films(app)).toEqual([['A long film', FILM_BYTES]])
})

test('starts over when the handle was lost with the response to the last part', async () => {
  const app = await scene()
  await fault(app, 'videos.transfer', { kind: 'delay-before', ms: 0, times: 2 })
  await fault(app, 'videos.transfer', { kind: 'drop-after' })
  await expect(app.publish()).rejects.toMatchObject({ kind: 'transient' })
  await fault(app, 'status', { kind: 'delay-before', ms: 400 })
  await app.publish()
  expect(await app.sent()).toEqual([0, 10, 20, 0, 10, 20])
  expect(await films(app)).toHaveLength(1)
})

test('asks for a new sign-in for the video alone while the Page’s own token works', async () => {
  const app = await scene()
  await fault(app, 'videos.start', { kind: 'error', code: 190, subcode: 463 })
  await expect(app.publish()).rejects.toMatchObject({
    kind: 'permanent',
    message: expect.stringContaining('sign in again before it accepts videos'),
  })
})
