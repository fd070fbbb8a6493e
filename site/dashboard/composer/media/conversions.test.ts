import { expect, test } from 'bun:test'
import sharp from 'sharp'

import { heldFfmpeg, makeVideo } from '#api/test/make-video.ts'
import { picture } from '#api/test/publishing.ts'
import { clearComposer } from '#site/dashboard/composer/draft/clear-composer.ts'
import { $identity } from '#site/dashboard/composer/draft/draft.ts'
import { openDraft, startNewPost } from '#site/dashboard/composer/draft/drafts.ts'
import { saveNow } from '#site/dashboard/composer/draft/saving.ts'
import { asPublished } from '#site/dashboard/composer/previews/Previews.tsx'
import { openComposer } from '#site/test/composer.ts'
import { $media, type DraftMedia } from './media.ts'
import { $mediaProblems } from './problems.ts'
import { addFiles, finishUploads, removeFile } from './uploads.ts'

const ffmpeg = heldFfmpeg()
const { app } = await openComposer({ env: { FFMPEG_PATH: ffmpeg.path } })

const finish = () => finishUploads(new AbortController().signal)

let made: Promise<string> | undefined

/** A video whose conversion begins and is held. */
async function film() {
  ffmpeg.hold()
  const options = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a ac3'
  made ??= makeVideo({ name: 'film.mov', rate: 15, options })
  return new File([await Bun.file(await made).bytes()], 'film.mov', { type: 'video/quicktime' })
}

/** Resolves with the first file once it is in a state. */
const inState = (state: DraftMedia['upload']['state']) =>
  new Promise<DraftMedia>(resolve => {
    const check = ([first]: readonly DraftMedia[]) => {
      if (first?.upload.state !== state) return
      queueMicrotask(() => stop())
      resolve(first)
    }
    const stop = $media.subscribe(check)
  })

test.if(Bun.which('ffmpeg') !== null)(
  'a video that is being converted is in its draft, and is found there again',
  async () => {
    addFiles([await film()])
    const converting = await inState('converting')
    expect(converting).toMatchObject({ kind: 'video', upload: { item: { url: '' } } })
    await saveNow()
    const { id } = $identity.get()
    await startNewPost()
    await openDraft(id)
    ffmpeg.release()
    await finish()
    const [found] = $media.get()
    expect(found).toMatchObject({ upload: { state: 'uploaded', item: { audioCodec: 'aac', fps: 30 } } })
    expect(found?.url).toStartWith('http')
    clearComposer()
  },
)

test.if(Bun.which('ffmpeg') !== null)(
  'a conversion ends when its video is removed from the post',
  async () => {
    addFiles([await film()])
    const { id, upload } = await inState('converting')
    removeFile(id)
    const mediaId = upload.state === 'converting' ? upload.item._id : ''
    for (;;) {
      const response = await app.call(`media/${mediaId}`)
      if (response.status === 404) break
      await Bun.sleep(20)
    }
    expect($media.get()).toEqual([])
  },
)

test('previews show each network’s own file, and a logo that vanishes on white is named', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"><circle cx="150" cy="150" r="90" fill="white"/></svg>'
  addFiles([new File([await sharp(Buffer.from(svg)).png().toBuffer()], 'logo.png', { type: 'image/png' })])
  await finish()
  const [logo] = $media.get()
  expect(asPublished(logo!, 'facebook').url).toContain('/original.png')
  expect(asPublished(logo!, 'instagram').url).toContain('/jpeg.jpg')
  expect(asPublished(logo!, 'google').url).toContain('/jpeg.jpg')
  expect($mediaProblems.get().get(logo!.id)?.message).toStartWith(
    '“logo.png” is white on a transparent ground',
  )
  clearComposer()
})

test('names the networks on which a tiny picture looks blurred', async () => {
  const tiny = sharp({ create: { width: 90, height: 80, channels: 3, background: 'red' } })
  addFiles([new File([await tiny.png().toBuffer()], 'tiny.png', { type: 'image/png' })])
  await finish()
  expect([...$mediaProblems.get().values()]).toEqual([
    {
      message:
        '“tiny.png” has only 90 × 80 pixels, so it looks blurred on Facebook and Instagram. Use a larger picture.',
    },
  ])
  clearComposer()
  addFiles([await picture('red')])
  await finish()
  expect([...$mediaProblems.get().values()]).toEqual([])
  clearComposer()
})
