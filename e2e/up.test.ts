import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { inputFile, picture, video } from './pictures.ts'
import { sandboxClient } from './sandbox-client.ts'
import { closePages, newVisitor, openBrowser, type Visitor } from './visitor.ts'

/** Long enough to build the site on a busy machine, so that only a hung start is ended. */
const START_MS = 600_000
const INTERRUPTED = 0

const GOOGLE = 'Google Business Profile'
type Network = 'Facebook' | 'Instagram' | typeof GOOGLE
type Kind = { message: string; networks: Network[]; files: File[]; comment?: string; later?: boolean }

/** Each kind of post, on each network that accepts it. */
const KINDS: Kind[] = [
  { message: 'A text alone', networks: ['Facebook', GOOGLE], files: [] },
  {
    message: 'One picture',
    networks: ['Facebook', 'Instagram', GOOGLE],
    files: [await picture('tap.jpg', 200)],
  },
  {
    message: 'Two pictures and a first comment',
    networks: ['Facebook', 'Instagram'],
    files: [await picture('van.jpg', 40), await picture('pipe.jpg', 90)],
    comment: 'Book on our site',
  },
  { message: 'A video', networks: ['Facebook', 'Instagram'], files: [await video('clip.mp4')] },
  {
    message: 'A picture for later',
    networks: ['Facebook', 'Instagram', GOOGLE],
    files: [await picture('sink.jpg', 300)],
    later: true,
  },
]
const NOW = KINDS.filter(({ later }) => !later)

const dataDir = mkdtempSync(join(tmpdir(), 'currawong-up-'))
const ports = {
  PORT: String(await freePort()),
  SANDBOX_PORT: String(await freePort()),
  SANDBOX_SMTP_PORT: String(await freePort()),
}
const sandboxUrl = `http://127.0.0.1:${ports.SANDBOX_PORT}`
const world = sandboxClient(sandboxUrl)
const browser = await openBrowser()

let running: Awaited<ReturnType<typeof up>> | undefined
afterAll(async () => {
  await closePages(browser)
  await running?.interrupt()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts the product by the README, in a separate process group, as a terminal does. */
async function up() {
  const { NODE_ENV: _ofTests, SITE_URL: _site, PUBLIC_URL: _public, ...inherited } = process.env
  const child = Bun.spawn([process.execPath, 'run', 'up'], {
    env: { ...inherited, ...ports, DATA_DIR: dataDir },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    detached: true,
  })
  let printed = ''
  const reading = Promise.all(
    [child.stdout, child.stderr].map(async stream => {
      for await (const chunk of stream.pipeThrough(new TextDecoderStream())) printed += chunk
    }),
  )
  await eventually(
    'the product to be up',
    async () => {
      if (child.exitCode !== null) throw new Error(`up ended by itself:\n${printed}`)
      return printed.includes('Ctrl-C stops everything.')
    },
    START_MS,
  )
  const field = (name: string) => new RegExp(`^  ${name} +(\\S+)`, 'm').exec(printed)?.[1] ?? ''
  return {
    url: field('Open'),
    email: field('Sign in'),
    password: field('Password'),
    isRunning: () => child.exitCode === null,
    printed: () => printed,
    /** Presses Ctrl-C, which the terminal sends to every process. @returns the exit code and everything that was printed */
    async interrupt() {
      process.kill(-child.pid, 'SIGINT')
      const code = await child.exited
      await reading
      return { code, printed }
    },
  }
}

async function signIn({ page }: Visitor, { url, email, password }: typeof running & object) {
  await page.goto(url)
  await page.getByRole('button', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in to Currawong' })
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Dashboard Overview', level: 1 }).waitFor()
}

/** Writes a post in the open composer, and publishes or schedules it. */
async function post({ page }: Visitor, { message, networks, files, comment, later = false }: Kind) {
  await page.getByRole('textbox', { name: 'Message' }).fill(message)
  if (files.length > 0)
    await page.getByLabel('Add pictures or a video').setInputFiles(await Promise.all(files.map(inputFile)))
  for (const network of ['Facebook', 'Instagram', GOOGLE] as const)
    await turn(page, network, networks.includes(network))
  if (files.length === 0) await page.getByText('Post without a picture').click()
  await turn(page, 'Schedule this post', later)
  if (comment) {
    await page.getByRole('button', { name: 'Add a first comment' }).click()
    await page.getByRole('textbox', { name: 'First comment' }).fill(comment)
  }
  await page.getByRole('button', { name: later ? 'Schedule Post' : 'Post Now' }).click()
  // The previous post's line may still be there, so only its focus proves that this post was sent.
  await page.locator('#sent-post:focus').waitFor()
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('')
  await page.getByRole('link', { name: 'View the post' }).waitFor()
}

/** Turns a switch on or off. Presses again if the page turned it just before the key did. */
async function turn(page: Page, name: string, isOn: boolean) {
  const control = page.getByRole('switch', { name })
  await eventually(`${name} turned ${isOn ? 'on' : 'off'}`, async () => {
    if ((await control.isChecked()) === isOn) return true
    await control.press('Space')
    return false
  })
}

/** Waits until each post is published once on each of its networks. A failure shows the counts and the product's output. */
async function untilPublished(posts: Kind[]) {
  const wanted = posts.flatMap(({ message, networks }) =>
    networks.map(network => ({ message, network: networkId(network) })),
  )
  async function counted() {
    const published = await world.published()
    return wanted.map(({ message, network }) => ({
      message,
      network,
      count: published.filter(each => each.message === message && each.network === network).length,
    }))
  }
  await eventually(
    async () => `every post once on its networks: ${Bun.inspect(await counted())}\n${running?.printed()}`,
    async () => (await counted()).every(({ count }) => count === 1),
  )
}

/** Expects a post on the sandbox's page, in the column of each of its networks. */
async function seeOnNetworks({ page }: Visitor, { message, networks, files, comment }: Kind) {
  for (const network of networks) {
    const column = page.getByRole('region', { name: new RegExp(`on ${networkId(network)}$`) })
    const card = column.getByRole('article').filter({ hasText: message })
    await card.waitFor()
    expect(await card.count()).toBe(1)
    expect(await card.locator('figure').count()).toBe(files.length)
    for (const shown of await card.locator('figure :is(img, video)').all())
      expect(
        (await page.request.get(new URL((await shown.getAttribute('src')) ?? '', sandboxUrl).href)).ok(),
      ).toBe(true)
    if (comment) await card.getByText(comment).waitFor()
  }
}

const networkId = (network: Network) => (network === GOOGLE ? 'google' : network.toLowerCase())

test(
  'up publishes each kind of post on each network, stops at Ctrl-C, and still has everything after the next start',
  async () => {
    running = await up()
    const desktop = await newVisitor(browser, running.url, { viewport: 'desktop' })
    await signIn(desktop, running)
    await desktop.page.goto(`${running.url}/dashboard/create-post`)
    // The composer proposes the next free posting time of the sample business, which would otherwise come after the choice of now.
    await desktop.page.getByRole('switch', { name: 'Schedule this post', checked: true }).waitFor()
    for (const kind of KINDS) await post(desktop, kind)
    await untilPublished(NOW)
    const onNetworks = await newVisitor(browser, sandboxUrl, { viewport: 'desktop' })
    await onNetworks.page.goto(sandboxUrl)
    for (const kind of NOW) await seeOnNetworks(onNetworks, kind)
    expect(running.isRunning()).toBe(true)
    const before = await world.published()

    await desktop.leave()
    // The sandbox's page reloads itself, which would fail while nothing runs.
    await onNetworks.page.goto('about:blank')
    const { code, printed } = await running.interrupt()
    expect({ code, printed }).toEqual({ code: INTERRUPTED, printed: expect.stringContaining('Stopping …') })
    expect(printed).not.toContain('unexpectedly')

    running = await up()
    expect(await world.published()).toEqual(before)
    await onNetworks.page.goto(sandboxUrl)
    for (const kind of NOW) await seeOnNetworks(onNetworks, kind)

    // Each start sets another password.
    const again = await newVisitor(browser, running.url, { viewport: 'desktop' })
    await signIn(again, running)
    const { page } = again
    await page.goto(`${running.url}/dashboard/view-post?tab=published`)
    for (const { message } of NOW) await page.getByRole('article', { name: message }).first().waitFor()
    const scheduled = KINDS.find(({ later }) => later)
    await page.getByRole('tab', { name: /^Planned/ }).click()
    await page.getByRole('article', { name: scheduled!.message }).first().waitFor()
    await page.getByRole('button', { name: `More for ${scheduled!.message}` }).click()
    await page.getByText('Publish now', { exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Publish/ })
      .click()
    await untilPublished([scheduled!])
    await onNetworks.page.goto(sandboxUrl)
    await seeOnNetworks(onNetworks, scheduled!)
    expect(running.isRunning()).toBe(true)
    expect([...desktop.faults, ...again.faults, ...onNetworks.faults]).toEqual([])
  },
  START_MS,
)
