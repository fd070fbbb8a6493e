import { Glob } from 'bun'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'

import { pictureName, PRODUCT_PICTURES } from '#site/sections/product-pictures.ts'
import { startFamily } from '../processes/family.ts'
import { nextFreePort } from '../processes/free-port.ts'
import { buildSite } from '../setup/build-site.ts'
import { makeDemo } from '../setup/demo/demo.ts'
import { sandboxSettings } from '../setup/sandbox.ts'
import { startApi, startSandbox } from '../setup/start-parts.ts'
import { ensurePrograms } from '../verify/programs.ts'

type Shot = {
  name: keyof typeof PRODUCT_PICTURES
  path: string
  width: number
  height: number
  /** True on a device without a mouse. */
  hasTouch?: boolean
  prepare?: (page: Page) => Promise<void>
}

/** Hides content that exists only in the demo. */
const hideNotices = (page: Page) =>
  page.evaluate(() => {
    for (const notice of document.querySelectorAll('[aria-label="Sample data"]')) notice.remove()
  })

/** Alt texts of pictures of the sample business. */
const CHOSEN = [
  'A sourdough loaf on a striped cloth',
  'Three baguettes in a basket',
  'Two croissants on a white plate',
]

/** The public pages' pictures of the dashboard, in the widths of `site/sections/product-pictures.ts`. */
const SHOTS: Shot[] = [
  { name: 'calendar', path: '/dashboard/calendar', width: 1280, height: 800, prepare: hideNotices },
  {
    name: 'composer',
    path: '/dashboard/create-post',
    width: 1280,
    height: 800,
    async prepare(page) {
      await hideNotices(page)
      const message = page.getByRole('textbox', { name: 'Message' })
      await message.fill('Sourdough is out of the oven at seven. First in gets the crusty one.')
      await page.getByRole('button', { name: 'Choose from media' }).click()
      const library = page.getByRole('dialog', { name: 'Choose from media' })
      for (const alt of CHOSEN) await library.getByRole('img', { name: alt }).first().click()
      await library.getByRole('button', { name: `Add ${CHOSEN.length} files` }).click()
      await page.waitForTimeout(1500)
    },
  },
  {
    name: 'phone',
    path: '/dashboard/calendar',
    width: 390,
    height: 780,
    hasTouch: true,
    prepare: hideNotices,
  },
]

const FOLDER = 'site/public/product'
/** The hash of the sources from which the pictures were made. */
const RECORD = join(FOLDER, 'made-from')
/** Files that decide what the pictures show. */
const SOURCES = [
  'site/dashboard/**',
  'site/ui/**',
  'site/styles/**',
  'commands/setup/demo/**',
  'commands/pictures/**',
]
const QUALITY = { avif: 52, webp: 74 }
const SCALE = 1.5
/** Fixed delay, because the dashboard's event stream keeps the network from ever being idle. */
const SETTLE_MS = 2500

/** True if the dashboard has changed since its pictures were made. */
export const isStale = async () =>
  !existsSync(RECORD) || (await Bun.file(RECORD).text()) !== (await hashOfSources())

/** Takes screenshots of the dashboard with the sample business, in both themes, for the public pages. */
export async function makePictures() {
  const dataDir = mkdtempSync(join(tmpdir(), 'currawong-pictures-'))
  process.env.DATA_DIR = dataDir
  const family = startFamily()
  const browser = await chromium.launch({
    executablePath: await ensurePrograms(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    const port = await nextFreePort(Number(process.env.PORT ?? 3000))
    const sandbox = await startSandbox(family)
    const env = {
      ...sandboxSettings(sandbox.url, sandbox.smtpUrl),
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    }
    const [demo] = await Promise.all([makeDemo({ ...process.env, ...env }, sandbox.url), buildSite()])
    const api = await startApi(family, { env, onLine: () => {} })
    const token = await signIn(api.url, demo)
    rmSync(FOLDER, { recursive: true, force: true })
    mkdirSync(FOLDER, { recursive: true })
    for (const shot of SHOTS)
      for (const theme of ['light', 'dark'] as const) {
        await takeScreenshot(browser, { url: api.url, token, theme, shot })
        console.log(`${shot.name} ${theme}`)
      }
    await Bun.write(RECORD, await hashOfSources())
  } finally {
    await browser.close()
    await family.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function signIn(url: string, { email, password }: { email: string; password: string }) {
  const response = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return ((await response.json()) as { token: string }).token
}

type Photo = { url: string; token: string; theme: 'light' | 'dark'; shot: Shot }

async function takeScreenshot(browser: Browser, { url, token, theme, shot }: Photo) {
  const { name, path, width, height, hasTouch = false, prepare } = shot
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch,
    deviceScaleFactor: SCALE,
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: 'Australia/Melbourne',
    locale: 'en-AU',
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: [{ name: 'token', value: token }] }],
    },
  })
  const page = await context.newPage()
  await page.goto(url + path)
  await page.locator('main h1').waitFor()
  // Screenshots have no scrollbar, so its gutter would be an empty stripe.
  await page.evaluate(() => (document.documentElement.style.scrollbarGutter = 'auto'))
  await page.waitForTimeout(SETTLE_MS)
  await prepare?.(page)
  const picture = sharp(await page.screenshot())
  const { widths } = PRODUCT_PICTURES[name]
  // Without AVIF, which nearly all browsers have, one size is enough.
  for (const [format, sizes] of [
    ['avif', widths],
    ['webp', [widths[1]]],
  ] as const)
    for (const width of sizes)
      await picture
        .clone()
        .resize({ width, withoutEnlargement: true })
        .toFormat(format, { quality: QUALITY[format], effort: 2 })
        .toFile(join(FOLDER, pictureName(name, theme, width, format)))
  await context.close()
}

async function hashOfSources(): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  const paths = SOURCES.flatMap(pattern => [...new Glob(pattern).scanSync('.')])
  for (const path of paths.toSorted())
    if (!/\.test\.tsx?$/.test(path)) hash.update(`${path}\0`).update(await Bun.file(path).bytes())
  return `${hash.digest('hex')}\n`
}
