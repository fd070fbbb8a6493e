import { join } from 'node:path'
import type { Locator, Page, Browser } from 'playwright-core'
import sharp from 'sharp'

import { inks } from '#site/assets/inks.ts'
import type { Action, Film } from '#site/sections/guide/tutorials.ts'
import { BAND_HEIGHT } from '#site/sections/home/approval.ts'
import { run } from '../processes/run.ts'

const FRAMES_PER_SECOND = 25
/** Width in pixels of the picture that stands for a film until it plays. */
const POSTER_WIDTH = 960
const MOVE_FRAMES = 16
/** Time to read a caption, in seconds per character. */
const SECONDS_PER_CHARACTER = 0.055
/** Time for which the result of an action is shown, in seconds. */
const RESULT_SECONDS = 0.8
/** Time for which the last frame is shown, in seconds. */
const LAST_SECONDS = 2
/** Time for a screen to settle, which isn't part of the film. */
const SETTLE_MS = 900

const FINGER =
  '<circle cx="30" cy="30" r="14" fill="#1b1b1b" fill-opacity=".35" stroke="#fff" stroke-width="2"/>'
const MOUSE =
  '<path d="M30 30v20l5-4.600 3.800 8.400 4-1.800-3.800-8.200h7z" fill="#1b1b1b" stroke="#fff" stroke-width="1.600"/>'

const pointer = (drawing: string, presses: boolean, size: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60" width="${size}" height="${size}">${presses ? '<circle cx="30" cy="30" r="20" fill="#f5b921" fill-opacity=".6"/>' : ''}${drawing}</svg>`,
  )

type Places = {
  frames: string
  to: string
  /** Draws a caption above the pictures, for a film without a caption file. */
  band?: (caption: string) => Promise<Buffer>
}

/**
 * Films a tutorial frame by frame, so that its pace doesn't depend on the machine and no frame shows a screen that is loading. Draws the
 * pointer onto the frames. Writes the film, a caption for each step, and the last frame as the poster.
 */
export async function film(page: Page, { id, steps }: Film, { frames: folder, to, band }: Places) {
  const frames: { file: string; seconds: number }[] = []
  const { width, height } = page.viewportSize()!
  const { scale, isPhone } = await page.evaluate(() => ({
    scale: devicePixelRatio,
    isPhone: navigator.maxTouchPoints > 0,
  }))
  let at = { x: width / 2, y: height / 2 }
  let caption: Buffer | undefined
  const duration = () => frames.reduce((sum, { seconds }) => sum + seconds, 0)
  /** True while the result of the last action hasn't been filmed. */
  let hasUnfilmedResult = false

  async function frame(seconds: number, shown?: Buffer, presses = false) {
    const file = join(folder, `${id}-${frames.length}.png`)
    const place = { left: Math.round((at.x - 30) * scale), top: Math.round((at.y - 30) * scale) }
    const picture = await sharp(shown ?? (await page.screenshot()))
      .composite([{ input: pointer(isPhone ? FINGER : MOUSE, presses, 60 * scale), ...place }])
      .png({ compressionLevel: 1 })
      .toBuffer()
    await Bun.write(file, caption ? await joinBelow(caption, picture) : picture)
    frames.push({ file, seconds })
  }

  /** Moves the pointer, faster in the middle. While it drags, the page follows. */
  async function moveTo(to: typeof at, drags = false) {
    const [from, shown] = [at, drags ? undefined : await page.screenshot()]
    for (let step = 1; step <= MOVE_FRAMES; step++) {
      const share = (1 - Math.cos((Math.PI * step) / MOVE_FRAMES)) / 2
      at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
      if (drags) await page.mouse.move(at.x, at.y)
      await frame((drags ? 2 : 1) / FRAMES_PER_SECOND, shown, drags)
    }
    await page.mouse.move(at.x, at.y)
  }

  async function centreOf(target: Locator) {
    await target.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await target.boundingBox())!
    return { x: x + Math.min(width / 2, 160), y: y + height / 2 }
  }

  async function press(target: Locator) {
    await moveTo(await centreOf(target))
    await frame(0.3, undefined, true)
    await page.mouse.click(at.x, at.y)
  }

  async function show(action: Action) {
    if (hasUnfilmedResult) await frame(RESULT_SECONDS)
    const [kind, first, second] = action
    // A dialog covers the screen.
    const dialogs = page.getByRole('dialog').filter({ visible: true })
    const scope = (await dialogs.count()) > 0 ? dialogs.last() : page
    if (kind === 'press')
      await press(scope.getByRole(first, { name: second }).filter({ visible: true }).first())
    if (kind === 'key') await page.keyboard.press(first)
    if (kind === 'write') {
      await press(page.getByRole('textbox', { name: first }))
      for (const part of second.match(/.{1,3}/g) ?? []) {
        await page.keyboard.insertText(part)
        await frame(0.12)
      }
    }
    if (kind === 'consent') {
      // The network's own window isn't part of the film.
      const opened = page.context().waitForEvent('page')
      await press(page.getByRole('button', { name: first }))
      const dialog = await opened
      const closed = dialog.waitForEvent('close')
      const accounts = dialog.getByRole('button', { name: /^Continue as/ })
      await accounts.first().click()
      await closed
      await page.getByText('This takes a few seconds.').waitFor({ state: 'detached' })
    }
    if (kind === 'drag') {
      const chip = page.getByRole('link', { name: first }).first()
      const day = await chip.evaluate(node => node.closest<HTMLElement>('[data-day]')!.dataset['day']!)
      const key = Temporal.PlainDate.from(day).add({ days: second }).toString()
      await moveTo(await centreOf(chip))
      await page.mouse.down()
      await moveTo(await centreOf(page.locator(`td[data-day="${key}"]`)), true)
      await page.mouse.up()
    }
    await page.waitForTimeout(SETTLE_MS)
    hasUnfilmedResult = true
  }

  const captions = ['WEBVTT']
  for (const [index, { text, shows }] of steps.entries()) {
    const start = duration()
    // Shows the new caption on the result of the previous step, before its own actions.
    caption = await band?.(text)
    const begin = frames.length
    await frame(RESULT_SECONDS)
    hasUnfilmedResult = false
    for (const action of shows) await show(action)
    if (index === steps.length - 1) await frame(LAST_SECONDS)
    frames[begin]!.seconds += Math.max(0, text.length * SECONDS_PER_CHARACTER - (duration() - start))
    captions.push(`${clock(start)} --> ${clock(duration())} line:0\n${text}`)
  }
  if (!band) await Bun.write(join(to, `${id}.vtt`), `${captions.join('\n\n')}\n`)
  const last = frames.at(-1)!.file
  await sharp(last)
    .resize({ width: POSTER_WIDTH, withoutEnlargement: true })
    .webp({ quality: 55 })
    .toFile(join(to, `${id}.webp`))
  const list = frames.map(({ file, seconds }) => `file '${file}'\nduration ${seconds}`)
  await Bun.write(join(folder, 'frames.txt'), [...list, `file '${last}'`].join('\n'))
  const { code, err } = await run(
    [...encoder(join(folder, 'frames.txt')), join(to, `${id}.mp4`)],
    process.env,
  )
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}: ${err}`)
}

/** Puts a picture below its caption. */
async function joinBelow(caption: Buffer, picture: Buffer) {
  const { height } = await sharp(caption).metadata()
  return sharp(picture)
    .extend({ top: height })
    .composite([{ input: caption, top: 0, left: 0 }])
    .png({ compressionLevel: 1 })
    .toBuffer()
}

const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(14, 23)

const encoder = (list: string) =>
  `ffmpeg -y -v error -f concat -safe 0 -i ${list} -vf fps=${FRAMES_PER_SECOND},format=yuv420p -c:v libx264 -preset veryslow -tune animation -crf 32 -movflags +faststart`.split(
    ' ',
  )

const FONT = import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2')

/** Returns a function that draws a caption in the site's font, on a band as wide as the film. */
export async function captionDrawer(browser: Browser, { width, scale }: { width: number; scale: number }) {
  const page = await browser.newPage({ viewport: { width, height: BAND_HEIGHT }, deviceScaleFactor: scale })
  const font = (await Bun.file(new URL(FONT)).bytes()).toBase64()
  await page.setContent(`<style>
    @font-face { font-family: Figtree; src: url(data:font/woff2;base64,${font}); font-weight: 400 700 }
    body { margin: 0; height: 100vh; box-sizing: border-box; padding: 0 24px; display: grid; align-items: center;
      background: ${inks.ink}; color: ${inks.paper}; font: 600 23px/1.25 Figtree; text-wrap: balance }
  </style><body><p></p>`)
  return async (caption: string) => {
    await page.locator('p').evaluate((line, text) => (line.textContent = text), caption)
    await page.evaluate(() => document.fonts.ready)
    return page.screenshot()
  }
}
