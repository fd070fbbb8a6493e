import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import sharp from 'sharp'

import { newTemporaryPath, sweepTemporaryFiles } from '#api/media/files/temporary-files.ts'
import { DomainError } from '#api/runtime/errors.ts'
import { STORAGE_MESSAGES } from '#api/storage/storage.ts'
import { fileType, pictureType } from '#shared/media/file-type.ts'
import { MAX_IMAGE_BYTES, MEDIA_MESSAGES } from '#shared/media/media.ts'
import { receiveUpload } from './upload.ts'

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const JPEG = Buffer.from('ffd8ffe000104a46494600010101', 'hex')
const MP4 = Buffer.from('00000018667479706d703432000000006d703432', 'hex')

let dataDir: string
const folders: string[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'currawong-upload-'))
  folders.push(dataDir)
})
afterAll(() => Promise.all(folders.map(folder => rm(folder, { recursive: true }))))

const temporaryFiles = () => readdir(join(dataDir, 'tmp')).catch(() => [])
const png = (name = 'a.png') => new File([PNG, 'the rest'], name)

function form(parts: [string, string | File][]) {
  const data = new FormData()
  for (const [name, value] of parts) data.append(name, value)
  return new Request('http://currawong.test', { method: 'POST', body: data })
}

const receive = (request: Request) =>
  receiveUpload({ dataDir }, request, { fileFields: ['media'], userId: 'pat', typeOf: fileType })

async function rejectionOf(request: Request) {
  const error = await receive(request).then(
    () => undefined,
    (reason: { code: string; message: string }) => ({ code: reason.code, message: reason.message }),
  )
  expect(await temporaryFiles()).toEqual([])
  return error
}

describe('an upload', () => {
  test('of nothing but boundaries is rejected after its first parts', async () => {
    const body = '--x\r\n'.repeat(4_000_000)
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    const delays = monitorEventLoopDelay({ resolution: 5 })
    delays.enable()
    const rejection = rejectionOf(new Request('http://currawong.test', { method: 'POST', body, headers }))
    expect(await rejection).toEqual({ code: 'invalid', message: 'This form has too many fields.' })
    delays.disable()
    expect(delays.max / 1e6).toBeLessThan(500)
  })
  test('without a declared length is accepted if there is space for the maximum', async () => {
    const chunked = () => {
      const request = form([['media', png()]])
      request.headers.set('Transfer-Encoding', 'chunked')
      return request
    }
    const { files, discard } = await receive(chunked())
    expect(files).toHaveLength(1)
    await discard()
    const all = { fileFields: ['media'], userId: 'pat', typeOf: fileType, maxFiles: 1_000_000_000 }
    const failure = await receiveUpload({ dataDir }, chunked(), all).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'storage_full', message: STORAGE_MESSAGES.full })
  })

  test('releases the disk space that it reserved when it is rejected or discarded', async () => {
    const { bavail, bsize } = await statfs(dataDir)
    // Incoming and stored copy together take more than half of the free space.
    const length = String(Math.floor(bavail * bsize * 0.3))
    const large = (file: File) => {
      const request = form([['media', file]])
      request.headers.set('Content-Length', length)
      return request
    }
    const many = { fileFields: ['media'], userId: 'pat', typeOf: fileType, maxFiles: 1_000_000_000 }
    const take = (file: File) => receiveUpload({ dataDir }, large(file), many)
    for (let upload = 0; upload < 3; upload++) await (await take(png())).discard()
    const typeless = new File(['no picture at all, whatever it says'], 'a.png')
    for (let upload = 0; upload < 3; upload++)
      expect(await take(typeless).catch((error: unknown) => error)).toMatchObject({ code: 'unsupported' })
    expect(await temporaryFiles()).toEqual([])
  })

  test('yields its fields, and each file with its detected type', async () => {
    const upload = await receive(
      form([
        ['data', '{"é":1}'],
        ['media', png('Früh “stück”.jpg')],
        ['isScheduled', 'true'],
        ['media', new File([JPEG, 'xyz'], 'photo', { type: 'text/html' })],
        ['media', new File([MP4, 'x'], 'clip.png')],
      ]),
    )
    expect(upload.fields).toEqual({ data: '{"é":1}', isScheduled: 'true' })
    expect(upload.files).toMatchObject([
      { field: 'media', name: 'Früh “stück”.jpg', kind: 'image', type: 'image/png', bytes: PNG.length + 8 },
      { name: 'photo', kind: 'image', type: 'image/jpeg' },
      { name: 'clip.png', kind: 'video', type: 'video/mp4' },
    ])
    expect(await Bun.file(upload.files[0]!.path).text()).toBe(`${PNG.toString()}the rest`)
    await upload.discard()
    expect(await temporaryFiles()).toEqual([])
  })

  test('is received unchanged, however it is split into chunks', async () => {
    const body = crypto.getRandomValues(new Uint8Array(65_536))
    const whole = new Uint8Array(await form([['media', new File([PNG, body], 'a.png')]]).arrayBuffer())
    const boundary = new TextDecoder().decode(whole).slice(2, whole.indexOf(13))
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < whole.length; at += 7) controller.enqueue(whole.slice(at, at + 7))
        controller.close()
      },
    })
    const headers = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }
    const upload = await receive(
      new Request('http://currawong.test', { method: 'POST', body: stream, headers }),
    )
    const received = await Bun.file(upload.files[0]!.path).bytes()
    expect(Buffer.compare(received, Buffer.concat([PNG, body]))).toBe(0)
  })

  test('has no file if none was chosen', async () => {
    expect((await receive(form([['media', new File([], '')]]))).files).toEqual([])
    expect(await temporaryFiles()).toEqual([])
  })

  test.each([
    ['a page named like a picture', new File(['<html><script>alert(1)</script></html>'], 'x.png')],
    ['a file too short to be anything', new File(['\xff'], 'x.jpg')],
    ['an empty file', new File([], 'x.jpg')],
  ])('with %s is rejected as a whole', async (_, file) => {
    const error = await rejectionOf(
      form([
        ['media', png()],
        ['media', file],
        ['media', png()],
      ]),
    )
    expect(error).toEqual({
      code: 'unsupported',
      message: 'Only JPG, JPEG, PNG, and MP4 files are allowed.',
    })
  })

  test('names each file that can’t be accepted, and the reason', async () => {
    const request = form([
      ['media', png()],
      ['media', new File(['Dear diary'], 'notes.txt', { type: 'text/plain' })],
      ['media', new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' })],
    ])
    const { type } = MEDIA_MESSAGES
    await expect(receive(request)).rejects.toMatchObject({
      code: 'unsupported',
      message: type,
      fields: { 'notes.txt': type, 'logo.svg': type },
    })
  })

  test.each([
    ['photo', ''],
    ['photo.png', 'image/png'],
    ['photo.txt', 'text/plain'],
  ])('takes a JPEG by its content: %s of type “%s”', async (name, type) => {
    const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    const { files } = await receive(form([['media', new File([jpeg], name, { type })]]))
    expect(files).toMatchObject([{ name, kind: 'image', type: 'image/jpeg' }])
  })

  test('is limited to ten files', async () => {
    const files = (count: number) =>
      form(Array.from({ length: count }, (): [string, File] => ['media', png()]))
    expect(await rejectionOf(files(11))).toEqual({
      code: 'invalid',
      message: 'You can upload a maximum of 10 files.',
    })
    expect((await receive(files(10))).files).toHaveLength(10)
  })

  test('with two files instead of one is rejected with a matching message', async () => {
    const photo = { fileFields: ['profileImage'], userId: 'pat', typeOf: pictureType, maxFiles: 1 }
    const request = form([
      ['profileImage', png()],
      ['profileImage', png()],
    ])
    await expect(receiveUpload({ dataDir }, request, photo)).rejects.toMatchObject({
      message: 'Please choose one file.',
      fields: { profileImage: 'Please choose one file.' },
    })
  })

  test('with a picture over 30 MB is rejected', async () => {
    const picture = (bytes: number) =>
      form([['media', new File([PNG, new Uint8Array(bytes - PNG.length)], 'a.png')]])
    expect(await rejectionOf(picture(MAX_IMAGE_BYTES + 1))).toEqual({
      code: 'too_large',
      message: MEDIA_MESSAGES.imageSize,
    })
    expect((await receive(picture(MAX_IMAGE_BYTES))).files[0]?.bytes).toBe(MAX_IMAGE_BYTES)
  })

  test('accepts only the form’s fields and file types', async () => {
    expect((await rejectionOf(form([['profileImage', png()]])))?.code).toBe('invalid')
    const request = form([['profileImage', new File([MP4], 'a.mp4')]])
    const pictures = { fileFields: ['profileImage'], userId: 'pat', typeOf: pictureType, maxFiles: 1 }
    await expect(receiveUpload({ dataDir }, request, pictures)).rejects.toMatchObject({ code: 'unsupported' })
  })

  test('with overlong text or too many fields is rejected', async () => {
    const long = form([
      ['media', png()],
      ['data', 'x'.repeat(1024 * 1024 + 1)],
    ])
    expect(await rejectionOf(long)).toEqual({ code: 'invalid', message: 'This text is too long.' })
    const many = Array.from({ length: 51 }, (_, index): [string, string] => [`field${index}`, ''])
    expect((await rejectionOf(form(many)))?.code).toBe('invalid')
  })

  test.each([
    ['no part at all', 'multipart/form-data; boundary=x', 'hello'],
    [
      'a missing final boundary',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="media"; filename="a.png"\r\n\r\n\x89PNG',
    ],
    [
      'a part cut in its headers',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; na',
    ],
    ['no boundary', 'multipart/form-data', '--x\r\n'],
    ['an empty body', 'multipart/form-data; boundary=x', ''],
  ])('with %s is rejected as unreadable', async (_, type, body) => {
    const request = new Request('http://currawong.test', {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
    })
    expect(await rejectionOf(request)).toEqual({
      code: 'invalid',
      message: 'This upload can’t be read. Please try again.',
    })
  })

  test('without a form is rejected', async () => {
    const request = new Request('http://currawong.test', { method: 'POST', body: '{}' })
    expect((await rejectionOf(request))?.code).toBe('unsupported')
  })

  test.each([
    ['by a rule', 1, () => Promise.reject(new DomainError('too_large', 'no'))],
    ['for lack of disk space', 1_000_000_000, () => Promise.resolve()],
  ])(
    'that is rejected %s reports the rejection even if its sender disconnects',
    async (_, maxFiles, admit) => {
      const sender = Promise.withResolvers<void>()
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          await sender.promise
          controller.error(new Error('gone'))
        },
      })
      const request = new Request('http://currawong.test', {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'multipart/form-data; boundary=x', 'Transfer-Encoding': 'chunked' },
      })
      const receiving = receiveUpload({ dataDir }, request, {
        fileFields: ['media'],
        userId: 'pat',
        typeOf: fileType,
        maxFiles,
        admit,
      })
      setTimeout(sender.resolve, 20)
      const failure = await receiving.catch((error: unknown) => error)
      expect(failure).toMatchObject({ code: maxFiles === 1 ? 'too_large' : 'storage_full' })
    },
  )

  test('leaves nothing behind when its sender disconnects', async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(
          Buffer.from('--x\r\nContent-Disposition: form-data; name="media"; filename="a.png"\r\n\r\n'),
        )
        controller.enqueue(PNG)
      },
      pull: controller => controller.error(new Error('gone')),
    })
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    expect(
      (await rejectionOf(new Request('http://currawong.test', { method: 'POST', body, headers })))?.code,
    ).toBe('invalid')
  })
})

test('removes temporary files of dead processes and of its own pid at the start, and no others', async () => {
  const own = await newTemporaryPath({ dataDir })
  const ended = Bun.spawn(['true'])
  await ended.exited
  const living = `${hostname()}.${process.ppid}.${crypto.randomUUID()}`
  const elsewhere = `another.machine.7.${crypto.randomUUID()}`
  const dead = `${hostname()}.${ended.pid}.${crypto.randomUUID()}`
  await writeFile(own, '')
  for (const name of [living, elsewhere, dead]) await writeFile(join(dataDir, 'tmp', name), '')
  await sweepTemporaryFiles({ dataDir })
  expect(new Set(await temporaryFiles())).toEqual(new Set([elsewhere, living]))
})
