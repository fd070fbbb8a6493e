import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'

import { asUser, type UserContext } from '#api/context.ts'
import { media } from '#api/db/schema/posts/media.ts'
import { MEDIA_ERRORS } from '#api/media/errors.ts'
import { acceptMedia, checkStoredMedia } from '#api/media/media.ts'
import { testApp, type TestApp } from '#api/test/app.ts'
import { inVerify } from '#api/test/in-verify.ts'
import { halvesError, heldFfmpeg, makeVideo } from '#api/test/make-video.ts'
import { MEDIA_MESSAGES, type MediaItem } from '#shared/media/media.ts'
import { finishConversion, startConversions, stopConversions } from './conversions.ts'

type Person = { ctx: UserContext; call: Awaited<ReturnType<TestApp['signUp']>>['call'] }

let app: TestApp
let pat: Person

async function signUp(): Promise<Person> {
  const { userId, call } = await app.signUp()
  await call('users/saveUserDomain', { json: { businessName: 'Pat’s Plumbing' } })
  return { ctx: asUser(app.ctx, userId), call }
}

const ffmpeg = heldFfmpeg()

beforeAll(async () => {
  ffmpeg.release()
  app = await testApp({ env: { FFMPEG_PATH: ffmpeg.path } })
  pat = await signUp()
})

async function upload(path: string, { call }: Person, name = path) {
  const form = new FormData()
  form.append('media', new File([await Bun.file(path).bytes()], name.split('/').at(-1)!))
  const response = await call('media', { form })
  return {
    status: response.status,
    body: (await response.json()) as { data: MediaItem; message: string; fields?: object },
  }
}

const download = async ({ url }: MediaItem) => {
  const { pathname, search } = new URL(url)
  return (await app.request(pathname + search)).bytes()
}

const H264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p'

/** Encodes ordinary colours as a phone's HDR, in which their white has 203 cd/m². */
const hdr = (transfer: string) =>
  `-vf scale=out_color_matrix=bt709:out_range=tv,format=yuv444p,zscale=pin=bt709:tin=bt709:min=bt709:rin=tv:t=linear:npl=203:p=bt709:m=bt709,format=gbrpf32le,zscale=p=bt2020,zscale=t=${transfer}:m=bt2020nc:r=tv:npl=203,format=yuv420p10le -c:v libx265 -x265-params log-level=none:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc -color_primaries bt2020 -color_trc ${transfer} -colorspace bt2020nc -c:a aac`

let slow: Promise<string> | undefined

/** Uploads a video that must be converted, without waiting for it. */
async function uploadHeld({ ctx }: Person) {
  slow ??= makeVideo({ name: 'slow.mp4', rate: 15, options: `${H264} -c:a aac` })
  const path = await slow
  const file = { field: 'media', name: 'slow.mp4', kind: 'video', type: 'video/mp4', path, bytes: 1 } as const
  const [row] = await acceptMedia(ctx, [{ file, networks: [] }], { waitMs: 0 })
  return row!.id
}

const stateOf = async (id: string) =>
  (await app.ctx.db.select().from(media).where(eq(media.id, id)))[0]?.conversion

const VIDEOS: [name: string, made: Parameters<typeof makeVideo>[0]][] = [
  [
    '4K at 60 frames a second',
    { name: 'a.mp4', size: '3840x2160', rate: 60, seconds: 0.2, options: `${H264} -c:a aac` },
  ],
  ['15 frames a second', { name: 'a.mp4', rate: 15, options: `${H264} -c:a aac` }],
  [
    'a variable frame rate',
    { name: 'a.mp4', options: `${H264} -vsync vfr -c:a aac`, filter: 'setpts=N/30/TB+0.02*sin(N)/TB' },
  ],
  ['sound in PCM', { name: 'a.mov', options: `${H264} -c:a pcm_s16le` }],
  ['ProRes', { name: 'a.mov', options: '-c:v prores_ks -c:a pcm_s16le' }],
  ['WebM', { name: 'a.webm', options: '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus' }],
  ['the full range of a camera', { name: 'a.mov', options: '-c:v mjpeg -q:v 2 -pix_fmt yuvj420p -c:a aac' }],
  [
    'pixels that aren’t square',
    { name: 'a.mp4', size: '160x180', options: `${H264} -c:a aac`, filter: 'setsar=2' },
  ],
  ['HDR in PQ', { name: 'a.mov', options: hdr('smpte2084') }],
  ['HDR in HLG', { name: 'a.mov', options: hdr('arib-std-b67') }],
]
/** Each kind of correction once. */
const IN_VERIFY = [
  '15 frames a second',
  'a variable frame rate',
  'sound in PCM',
  'WebM',
  'the full range of a camera',
  'pixels that aren’t square',
  'HDR in PQ',
]

describe.if(Bun.which('ffmpeg') !== null)('a video that a network doesn’t take as it is', () => {
  test.each(inVerify(IN_VERIFY, VIDEOS))('is converted with its colours and sound: %s', async (_, made) => {
    const { status, body } = await upload(await makeVideo(made), pat)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ kind: 'video', codec: 'avc', audioCodec: 'aac' })
    expect(body.data).not.toHaveProperty('conversion')
    expect(body.data.width).toBeLessThanOrEqual(1920)
    expect(body.data.fps).toBeWithin(23, 61)
    const file = await download(body.data)
    expect(Buffer.from(file.subarray(4, 12)).toString()).toBe('ftypisom')
    expect(await halvesError(file)).toBeLessThanOrEqual(made.options.includes('bt2020') ? 12 : 6)
  })

  test('is refused if its end is missing, although its index is complete', async () => {
    const options = '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus'
    const path = await makeVideo({ name: 'a.webm', seconds: 4, options })
    const bytes = await Bun.file(path).bytes()
    await Bun.write(path, bytes.subarray(0, bytes.length / 2))
    const { status, body } = await upload(path, pat)
    expect([status, body.message]).toEqual([400, MEDIA_MESSAGES.unreadableVideo])
  })

  test('stays upright, and loses where it was filmed', async () => {
    const lying = await makeVideo({
      name: 'a.mov',
      options: `${H264} -c:a aac -metadata location=-37.8136+144.9631/`,
    })
    const upright = lying.replace('a.mov', 'b.mov')
    await Bun.$`ffmpeg -v error -i ${lying} -metadata:s:v rotate=90 -c copy -movflags use_metadata_tags ${upright}`
    const { body } = await upload(upright, pat)
    expect([body.data.width, body.data.height]).toEqual([180, 320])
    expect(Buffer.from(await download(body.data)).toString('latin1')).not.toContain('144.96')
  })

  test('is refused with what to do if it is damaged', async () => {
    const path = await makeVideo({ name: 'a.mov', options: `${H264} -c:a aac` })
    const bytes = await Bun.file(path).bytes()
    await Bun.write(path, bytes.subarray(0, bytes.length / 2))
    const { status, body } = await upload(path, pat)
    expect([status, body.message]).toEqual([400, MEDIA_MESSAGES.unreadableVideo])
    expect(body.fields).toEqual({ 'a.mov': MEDIA_MESSAGES.unreadableVideo })
  })
})

describe.if(Bun.which('ffmpeg') !== null)('a conversion', () => {
  beforeEach(ffmpeg.hold)

  test('shows its progress, can’t be posted before it ends, and is begun again after its process stops', async () => {
    const id = await uploadHeld(pat)
    const { data } = (await (await pat.call(`media/${id}`)).json()) as { data: MediaItem }
    expect(data).toMatchObject({ url: '', conversion: { progress: expect.any(Number) } })
    const [row] = await app.ctx.db.select().from(media).where(eq(media.id, id))
    expect(() => checkStoredMedia(row!, ['facebook'])).toThrow(MEDIA_ERRORS.converting)
    await stopConversions(app.ctx)
    expect(await stateOf(id)).toBe('waiting')
    ffmpeg.release()
    await startConversions(app.ctx)
    expect(await finishConversion(app.ctx, id)).toMatchObject({
      conversion: null,
      fps: 30,
      conversionAttempts: 2,
    })
  })

  test('is taken over when the lease of its process has expired, but not forever', async () => {
    const id = await uploadHeld(pat)
    await stopConversions(app.ctx)
    const abandoned = { conversion: 'running', conversionLease: new Date(0), conversionAttempts: 3 } as const
    await app.ctx.db.update(media).set(abandoned).where(eq(media.id, id))
    await startConversions(app.ctx)
    expect(await finishConversion(app.ctx, id)).toMatchObject({
      conversion: 'failed',
      conversionMessage: MEDIA_MESSAGES.unconvertible,
    })
  })

  test('ends when its video is deleted', async () => {
    const id = await uploadHeld(pat)
    expect((await pat.call(`media/${id}`, { method: 'DELETE' })).status).toBe(200)
    expect(await stateOf(id)).toBeUndefined()
    await stopConversions(app.ctx)
    expect(await app.ctx.storage.read(`${id}/source`)).toBeUndefined()
  })

  test('of one person leaves room for another’s', async () => {
    const kim = await signUp()
    const first = await uploadHeld(pat)
    const second = await uploadHeld(pat)
    const other = await uploadHeld(kim)
    const states = await Promise.all([first, second, other].map(stateOf))
    expect(states).toEqual(['running', 'waiting', 'running'])
    for (const id of [first, second]) await pat.call(`media/${id}`, { method: 'DELETE' })
    await kim.call(`media/${other}`, { method: 'DELETE' })
    await stopConversions(app.ctx)
    expect(await app.ctx.db.$count(media, and(eq(media.conversion, 'running')))).toBe(0)
  })
})

test('without ffmpeg, what can’t be published is refused with what to do', async () => {
  const without = await testApp({ env: { FFMPEG_PATH: '/nowhere/ffmpeg' } })
  const { call } = await without.signUp()
  const form = new FormData()
  form.append('media', new File([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(500)], 'a.webm'))
  const response = await call('media', { form })
  expect(response.status).toBe(415)
  expect(await response.json()).toMatchObject({
    message: MEDIA_MESSAGES.type,
    fields: { 'a.webm': `${MEDIA_MESSAGES.type} ${MEDIA_MESSAGES.exportVideo}` },
  })
})
