import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

import { fileType } from '#shared/media/file-type.ts'
import { MEDIA_MESSAGES } from '#shared/media/media.ts'
import { receiveUpload, uploadsOf } from './upload.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

let dataDir: string
beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'currawong-in-flight-'))))
afterEach(() => rm(dataDir, { recursive: true }))

function requestOf(init: RequestInit = {}) {
  const body = new FormData()
  body.append('media', new File([PNG], 'a.png'))
  return new Request('http://currawong.test', { method: 'POST', body, ...init })
}

const receive = (userId: string, request = requestOf()) =>
  receiveUpload({ dataDir }, request, { fileFields: ['media'], typeOf: fileType, userId })
const failureOf = (attempt: Promise<unknown>) => attempt.catch((error: unknown) => error)

test('allows a user eight uploads in flight, and another when one ends', async () => {
  const first = await Promise.all(Array.from({ length: 8 }, () => receive('pat')))
  expect(await failureOf(receive('pat'))).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 5 })
  await (await receive('ann')).discard()

  await first[0]!.discard()
  const damaged = { headers: { 'Content-Type': 'multipart/form-data; boundary=x' }, body: 'hello' }
  expect(await failureOf(receive('pat', requestOf(damaged)))).toMatchObject({ code: 'invalid' })
  await Promise.all([...first, await receive('pat')].map(upload => upload.discard()))
})

test('rejects an upload whose declared length exceeds the limit before reading any of it', async () => {
  const request = requestOf()
  request.headers.set('Content-Length', '4000000000')
  expect(await failureOf(receive('pat', request))).toMatchObject({
    code: 'too_large',
    message: MEDIA_MESSAGES.videoSize,
  })
})

test('waits for the uploads of all users while it shuts down, and rejects new ones', async () => {
  const [pats, anns] = [await receive('pat'), await receive('ann')]
  const uploads = uploadsOf({ dataDir })
  const closed = uploads.close(60_000)
  expect(await failureOf(receive('pat'))).toMatchObject({ code: 'upstream' })
  await pats.discard()
  await setImmediate()
  expect(uploads.shutdownSignal.aborted).toBe(false)
  await anns.discard()
  await closed
  expect(uploads.shutdownSignal.aborted).toBe(true)
})
