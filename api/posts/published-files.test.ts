import { describe, expect, test } from 'bun:test'
import { basename } from 'node:path'

import { chartError } from '#api/test/chart.ts'
import { fixture } from '#api/test/fixture.ts'
import { inVerify } from '#api/test/in-verify.ts'
import { halvesError, makeVideo } from '#api/test/make-video.ts'
import { publishingApp } from '#api/test/publishing.ts'

type Published = { network: string; message: string; media: { type: string; url: string }[] }

const pictures = await publishingApp({ networks: ['facebook', 'instagram', 'google'] })
const videos = await publishingApp({ networks: ['facebook', 'instagram'] })

/** Publishes a file through the api, and returns what each network has of it. */
async function publish(app: typeof videos, path: string) {
  const message = `This is ${basename(path)}`
  await app.accept({ message, media: [new File([await Bun.file(path).bytes()], basename(path))] })
  await app.run()
  const published = (await app.published()) as unknown as Published[]
  const own = published.filter(post => post.message === message)
  return Promise.all(
    own.map(async ({ network, media: [file] }) => ({
      network,
      type: file!.type,
      bytes: await (await fetch(file!.url)).bytes(),
    })),
  )
}

const PICTURES: [name: string, turn: number][] = [
  ['phone.heic', 0],
  ['tiles-p3-rotated.heic', 270],
  ['chart.webp', 0],
  ['chart.avif', 0],
  ['chart.gif', 0],
]
/** One of the HEIC decoder, and one of sharp. `pictures.test.ts` converts the other formats. */
const PICTURES_IN_VERIFY = ['tiles-p3-rotated.heic', 'chart.webp']

describe('a picture that a phone or a program saved', () => {
  test.each(inVerify(PICTURES_IN_VERIFY, PICTURES))(
    'is published upright and in its colours on every network: %s',
    async (name, turn) => {
      const published = await publish(pictures, fixture(`pictures/${name}`))
      expect(published.map(({ network }) => network).toSorted()).toEqual(['facebook', 'google', 'instagram'])
      for (const { bytes } of published) expect(await chartError(bytes, turn)).toBeLessThanOrEqual(6)
    },
  )
})

const H264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p'

const VIDEOS: [name: string, made: Parameters<typeof makeVideo>[0]][] = [
  ['a MOV in H.264', { name: 'a.mov', options: `${H264} -c:a aac` }],
  [
    'a MOV in HEVC',
    {
      name: 'b.mov',
      options: '-c:v libx265 -x265-params log-level=none -pix_fmt yuv420p -tag:v hvc1 -c:a aac',
    },
  ],
  [
    'wider than Instagram takes, at 60 frames a second',
    { name: 'c.mp4', size: '1984x200', rate: 60, options: `${H264} -c:a aac` },
  ],
  [
    'a variable frame rate',
    { name: 'd.mp4', options: `${H264} -vsync vfr -c:a aac`, filter: 'setpts=N/30/TB+0.02*sin(N)/TB' },
  ],
  ['sound in AC-3', { name: 'e.mp4', options: `${H264} -c:a ac3` }],
]
/** One that only Instagram needs converted, and one with another codec. `conversions.test.ts` corrects sound and frame rates. */
const VIDEOS_IN_VERIFY = ['a MOV in HEVC', 'wider than Instagram takes, at 60 frames a second']

describe.if(Bun.which('ffmpeg') !== null)('a video that a phone or a program saved', () => {
  test.each(inVerify(VIDEOS_IN_VERIFY, VIDEOS))(
    'is published in its colours and with sound on Facebook and Instagram: %s',
    async (_, made) => {
      const published = await publish(videos, await makeVideo({ seconds: 3.1, ...made }))
      expect(published.map(({ network }) => network).toSorted()).toEqual(['facebook', 'instagram'])
      for (const { bytes, type } of published) {
        expect(type).toBe('video')
        expect(await halvesError(bytes)).toBeLessThanOrEqual(6)
        expect(Buffer.from(bytes).includes('mp4a')).toBe(true)
      }
    },
  )
})
