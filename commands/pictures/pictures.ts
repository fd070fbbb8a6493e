import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'

import { calls } from '#shared/calls.ts'
import { FILM_SIZE, type Tutorial, tutorials } from '#site/sections/guide/tutorials.ts'
import { APPROVAL_THEMES, approvalIn, PHONE_SIZE } from '#site/sections/home/approval.ts'
import { pictureName, PRODUCT_PICTURES } from '#site/sections/product-pictures.ts'
import { nextFreePort } from '../processes/free-port.ts'
import { createProcessGroup } from '../processes/process-group.ts'
import { buildSite } from '../setup/build-site.ts'
import { makeDemo } from '../setup/demo/demo.ts'
import { sandboxSettings, startApi, startPersistentSandbox } from '../setup/start-services.ts'
import { ensurePrograms } from '../verify/programs.ts'
import { captionDrawer, film } from './film.ts'

type Shot = {
  name: keyof typeof PRODUCT_PICTURES
  path: string
  viewport: { width: number; height: number }
  /** True on a device without a mouse. */
  hasTouch?: boolean
  prepare?: (page: Page) => Promise<void>
}

/** Alt texts of the sample business's pictures that the composer shows. */
const CHOSEN = [
  'A sourdough loaf on a striped cloth',
  'Three baguettes in a basket',
  'Two croissants on a white plate',
]

/** The public pages' pictures of the dashboard, in the widths of `site/sections/product-pictures.ts`. */
const SHOTS: Shot[] = [
  { name: 'calendar', path: '/dashboard/calendar', viewport: { width: 1280, height: 800 } },
  {
    name: 'composer',
    path: '/dashboard/create-post',
    viewport: { width: 1280, height: 800 },
    async prepare(page) {
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
    viewport: { width: 390, height: 780 },
    hasTouch: true,
    async prepare(page) {
      await page
        .getByRole('grid')
        .getByRole('button', { name: /[1-9]\d* posts?/ })
        .first()
        .click()
      await page.waitForTimeout(500)
    },
  },
]

const FOLDER = 'site/public/product'
const QUALITY = { avif: 52, webp: 74 }
const SCALE = 1.5
/** Fixed delay, because the dashboard's event stream keeps the network from ever being idle. */
const SETTLE_MS = 2500

/**
 * Takes screenshots of the dashboard with the sample business, in both themes, and films the tutorials and an approval, for the
 * public pages.
 * @param only names of pictures and films, such as `calendar`; the others stay as they are. All if empty
 */
export async function makePictures(only: string[] = []) {
  const isWanted = (name: string) => only.length === 0 || only.includes(name)
  const dataDir = mkdtempSync(join(tmpdir(), 'currawong-pictures-'))
  process.env.DATA_DIR = dataDir
  const processes = createProcessGroup()
  const browser = await chromium.launch({
    executablePath: await ensurePrograms(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    const port = await nextFreePort(Number(process.env.PORT ?? 3000))
    const sandbox = await startPersistentSandbox(processes)
    const env = {
      ...sandboxSettings(sandbox.url, sandbox.smtpUrl),
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    }
    const [demo] = await Promise.all([
      makeDemo({ ...process.env, ...env }, sandbox.url, { hasProblems: false }),
      buildSite(),
    ])
    const api = await startApi(processes, { env, onLine: () => {} })
    const token = await signIn(api.url, demo)
    await send(`${api.url}/api/notifications/read`, {}, token)
    if (only.length === 0) rmSync(FOLDER, { recursive: true, force: true })
    mkdirSync(FOLDER, { recursive: true })
    for (const shot of SHOTS.filter(({ name }) => isWanted(name)))
      for (const theme of ['light', 'dark'] as const) {
        await takeScreenshot(browser, { url: api.url, token, theme, shot })
        console.log(`${shot.name} ${theme}`)
      }
    for (const tutorial of tutorials.filter(({ id }) => isWanted(id))) {
      await prepareAccount(tutorial.starts, { api: api.url, token, sandbox: sandbox.url })
      const visit = { url: api.url, token, path: '/dashboard' }
      const page = await openScreen(browser, visit, { viewport: FILM_SIZE })
      await film(page, tutorial, { frames: dataDir, to: FOLDER })
      await page.context().close()
      console.log(`${tutorial.id} film`)
    }
    // Last, because it makes all posts wait for approval.
    for (const [index, colorScheme] of APPROVAL_THEMES.entries()) {
      const approval = approvalIn(colorScheme)
      if (!isWanted(approval.id)) continue
      const path = await shareForApproval(api.url, token, index)
      const phone = {
        viewport: PHONE_SIZE,
        deviceScaleFactor: 2,
        hasTouch: true,
        isMobile: true,
        colorScheme,
      }
      const page = await openScreen(browser, { url: api.url, token: '', path }, phone)
      const band = await captionDrawer(browser, { width: PHONE_SIZE.width, scale: 2 })
      await film(page, approval, { frames: dataDir, to: FOLDER, band })
      await page.context().close()
      console.log(`${approval.id} film`)
    }
  } finally {
    await browser.close()
    await processes.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function signIn(url: string, { email, password }: { email: string; password: string }) {
  const response = await send(`${url}/api/users/login`, { email, password })
  return ((await response.json()) as { token: string }).token
}

const send = (url: string, json: object, token = '', method = 'POST') =>
  fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(json),
  })

type Visit = { url: string; token: string; path: string }

/** Opens a screen of the sample business, lets it settle, and removes its notice of sample data. */
async function openScreen(browser: Browser, { url, token, path }: Visit, options: BrowserContextOptions) {
  const origins = token ? [{ origin: url, localStorage: [{ name: 'token', value: token }] }] : []
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    bypassCSP: true,
    timezoneId: calls.timeZone,
    locale: 'en-AU',
    storageState: { cookies: [], origins },
    ...options,
  })
  const page = await context.newPage()
  await page.route(url + path, async route => {
    const response = await route.fetch()
    // A page on which a font is optional may keep its fallback.
    const body = (await response.text()).replaceAll(/font-display:\s*optional/g, 'font-display:block')
    await route.fulfill({ response, body })
  })
  await page.goto(url + path)
  await page.locator('main h1').waitFor()
  // Screenshots have no scrollbar, so its gutter would be an empty stripe.
  await page.evaluate(() => (document.documentElement.style.scrollbarGutter = 'auto'))
  await page.waitForTimeout(SETTLE_MS)
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => {
    for (const notice of document.querySelectorAll('[aria-label="Sample data"]')) notice.remove()
  })
  return page
}

/** Creates a review link with one of the next posts, which waits for approval. Returns its path. */
async function shareForApproval(url: string, token: string, index: number): Promise<string> {
  async function read<Data>(path: string): Promise<Data> {
    const headers = { Authorization: `Bearer ${token}` }
    const response = await fetch(`${url}/api/${path}`, { headers })
    return ((await response.json()) as { data: Data }).data
  }
  const { _id } = await read<{ _id: string }>('users/getUserActiveDomain')
  await send(`${url}/api/businesses/${_id}/approval-rule`, { required: true }, token, 'PUT')
  const post = (await read<{ _id: string }[]>('posts?tab=scheduled'))[index]
  const link = await send(`${url}/api/businesses/${_id}/review-links`, { postIds: [post?._id] }, token)
  return new URL(((await link.json()) as { url: string }).url).pathname
}

type Urls = { api: string; token: string; sandbox: string }

/** Brings the Facebook account into the state with which a film starts. */
async function prepareAccount(state: Tutorial['starts'], { api, token, sandbox }: Urls) {
  const json = { provider: 'facebook' }
  if (state === 'disconnected') await send(`${api}/api/auth/disconnectSocialAccount`, json, token, 'DELETE')
  if (state !== 'signed out') return
  await send(`${sandbox}/_sandbox/expire`, json)
  await send(`${api}/api/auth/accountDetails`, json, token)
}

type Screenshot = { url: string; token: string; theme: 'light' | 'dark'; shot: Shot }

async function takeScreenshot(browser: Browser, { url, token, theme, shot }: Screenshot) {
  const { name, path, viewport, hasTouch = false, prepare } = shot
  const options = { viewport, hasTouch, deviceScaleFactor: SCALE, colorScheme: theme }
  const page = await openScreen(browser, { url, token, path }, options)
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
  await page.context().close()
}
