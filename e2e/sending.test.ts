import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'

import { writeWithAi } from './captions.ts'
import { eventually } from './eventually.ts'
import { chooseTime, describe, removeTimes, send } from './journey/composer.ts'
import { inputFile, picture, pictureFile } from './pictures.ts'
import { openTestbed } from './testbed.ts'
import { devices } from './visitor.ts'

const testbed = openTestbed()

async function author(email: string) {
  const client = await testbed.newAuthor(email)
  await client.connectInstagram('pats.plumbing')
  return client.token()
}

const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const postNow = (page: Page) => page.getByRole('button', { name: 'Post Now' }).click()
const CREATE = '**/api/auth/createPosts'

async function compose(page: Page) {
  await page.goto(`${testbed.url}/dashboard/create-post`)
  await page.getByRole('switch', { name: 'Instagram' }).waitFor()
}

/** Writes a post with a picture in the open composer. */
async function write(page: Page, text: string) {
  await page.getByRole('switch', { name: 'Instagram' }).waitFor()
  await message(page).fill(text)
  await page.getByLabel('Add pictures or a video').setInputFiles([await pictureFile('tap.jpg')])
  await page.getByRole('button', { name: 'Remove tap.jpg' }).waitFor()
}

test('says after a reload what became of the post that was being sent', async () => {
  const session = await author('reloads@example.com')
  await testbed.visit('reload-after-sending', { viewport: 'desktop', session }, async ({ page }) => {
    await compose(page)
    await write(page, 'Accepted, but the page never heard')
    const received = Promise.withResolvers<void>()
    await page.route(
      CREATE,
      async route => {
        await route.fetch()
        received.resolve()
      },
      { times: 1 },
    )
    await postNow(page)
    await received.promise
    await page.reload()
    await page.getByText('“Accepted, but the page never heard” has been posted.').waitFor()
    expect(await message(page).inputValue()).toBe('')

    await write(page, 'Accepted, and then reloaded')
    await postNow(page)
    await page.getByRole('link', { name: 'View the post' }).waitFor()
    await page.getByText('Success', { exact: true }).waitFor({ state: 'attached' })
    await page.reload()
    await message(page).waitFor()
    expect(await page.getByRole('link', { name: 'View the post' }).count()).toBe(0)

    await write(page, 'Never left the browser')
    const sending = page.waitForRequest(CREATE)
    await page.route(CREATE, () => undefined, { times: 1 })
    await postNow(page)
    await sending
    await page.reload()
    await page.getByText('Your post wasn’t sent. It’s here again: check it, then send it.').waitFor()
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Never left the browser')
  })
  expect(await testbed.world.publishedWith('Never left the browser')).toEqual([])
})

test('says that a post was scheduled where a screen is lost after it', async () => {
  const session = await author('loses@example.com')
  await testbed.visit('lost-screen', { viewport: 'desktop', session }, async ({ page }) => {
    await page.route(/\/_astro\/Calendar\.[^/]*\.js/, route => route.abort())
    await compose(page)
    await write(page, 'Spring clean for your gutters')
    await page.getByRole('button', { name: /^Tomorrow/ }).click()
    await page.getByRole('button', { name: 'Schedule Post' }).click()
    await page.getByText(/^Scheduled for /).waitFor()
    await page.getByRole('link', { name: 'Calendar', exact: true }).click()
    await page.getByText('This page didn’t load. Loading it again usually helps.').waitFor()
    await page.getByText(/^Your post was scheduled for .* on Facebook and Instagram\./).waitFor()
    await page.getByRole('link', { name: 'See the post' }).click()
    await page
      .getByRole('dialog', { name: 'Post Details' })
      .getByText('Spring clean for your gutters')
      .first()
      .waitFor()
  })
})

/** Puts data into the clipboard as a program copies it. Formats with a picture have it as PNG. */
const copy = (page: Page, formats: Record<string, string>, withPicture = true) =>
  page.evaluate(
    async ({ formats, withPicture }) => {
      const canvas = new OffscreenCanvas(20, 20)
      canvas.getContext('2d')?.fillRect(0, 0, 20, 20)
      const texts = Object.entries(formats).map(([type, text]) => [type, new Blob([text], { type })] as const)
      const picture = withPicture ? [['image/png', await canvas.convertToBlob()] as const] : []
      await navigator.clipboard.write([new ClipboardItem(Object.fromEntries([...texts, ...picture]))])
    },
    { formats, withPicture },
  )

test('adds a file of the library at a double click', async () => {
  const session = await author('doubles@example.com')
  await testbed.visit('library', { viewport: 'desktop', session }, async ({ page }) => {
    await compose(page)
    await write(page, 'A tap')
    await page.getByRole('button', { name: 'Crop tap.jpg' }).waitFor()
    const remove = page.getByRole('button', { name: 'Remove tap.jpg' })
    await remove.click()
    await page.getByRole('button', { name: 'Choose from media' }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose from media' })
    await dialog.getByRole('button', { name: /^tap.jpg/ }).dblclick()
    await dialog.waitFor({ state: 'detached' })
    await remove.waitFor()
  })
})

test('pastes text as text and a picture as a picture', async () => {
  const session = await author('pastes@example.com')
  await testbed.visit('paste', { viewport: 'desktop', session }, async ({ page }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await compose(page)
    const paste = async () => {
      await message(page).focus()
      await page.keyboard.press('ControlOrMeta+v')
    }
    const files = page.getByRole('button', { name: /^Remove / })

    await copy(page, { 'text/plain': 'Taps\t12', 'text/html': '<table><tr><td>Taps<td>12</table>' })
    await paste()
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Taps\t12')
    expect(await files.count()).toBe(0)

    await copy(page, {})
    await paste()
    await files.waitFor()

    await copy(page, { 'text/html': '<img src="https://pat.example/tap.png">' })
    await paste()
    await files.nth(1).waitFor()
    expect(await message(page).inputValue()).toBe('Taps\t12')
  })
})

test('formats an article as its website will, and says where the marks are shown as written', async () => {
  const client = await testbed.newAuthor('formats@example.com')
  await client.connectWordPress()
  await testbed.visit(
    'article',
    { viewport: 'desktop', session: client.token() },
    async ({ page, expectAccessible, faults }) => {
      await page.goto(`${testbed.url}/dashboard/create-post`)
      await page.getByRole('switch', { name: 'WordPress' }).press('Space')
      await message(page).fill('# Burst pipes\nTurn off the water:\n- at the tap\n- at the heater')
      const notice = page.getByText('“#” is shown as written on Facebook. Only WordPress formats it.')
      await notice.waitFor()
      await page.getByRole('switch', { name: 'Facebook' }).press('Space')
      await notice.waitFor({ state: 'detached' })
      await page.getByRole('group', { name: 'Format for WordPress' }).waitFor()

      await message(page).evaluate((area: HTMLTextAreaElement) => {
        const start = area.value.indexOf('water')
        area.focus()
        area.setSelectionRange(start, start + 'water'.length)
      })
      await page.keyboard.press('ControlOrMeta+b')
      const article = page.getByRole('group', { name: 'WordPress preview' })
      await article.locator('strong', { hasText: /^water$/ }).waitFor()
      expect(await message(page).inputValue()).toContain('off the **water**:')
      expect(await article.getByText('Burst pipes').count()).toBe(1)
      expect(await article.getByRole('listitem').allTextContents()).toEqual(['at the tap', 'at the heater'])
      await expectAccessible('a formatted article')

      await page.getByRole('button', { name: 'Post without a picture' }).click()
      await postNow(page)
      await page
        .getByText(/Published on/)
        .first()
        .waitFor()
      expect(await testbed.world.published()).toContainEqual(
        expect.objectContaining({
          title: 'Burst pipes',
          message: 'Turn off the water:\n• at the tap\n• at the heater',
        }),
      )
      expect(faults).toEqual([])
    },
  )
})

test('shows a box and a preview for each platform beside each other in a wide window, and tabs in others', async () => {
  const session = await author('wide@example.com')
  await testbed.visit(
    'beside',
    { viewport: 'desktop', session },
    async ({ page, expectAccessible, faults }) => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await compose(page)
      await message(page).fill('Winter is when pipes burst')
      await page.getByRole('switch', { name: 'Same message for all platforms' }).click()
      const boxes = page.getByRole('textbox', { name: /^Message for/ })
      await boxes.nth(1).fill('Winter bursts pipes #taps')
      const [first, second] = await Promise.all([boxes.nth(0).boundingBox(), boxes.nth(1).boundingBox()])
      expect(first!.x + first!.width).toBeLessThanOrEqual(second!.x)
      expect(first!.y).toBe(second!.y)
      const preview = page.getByRole('complementary', { name: 'Preview' })
      await preview
        .getByRole('region', { name: 'Facebook' })
        .getByText('Winter is when pipes burst')
        .waitFor()
      await preview.getByRole('region', { name: 'Instagram' }).getByText('Winter bursts pipes').waitFor()
      expect(await page.getByRole('tab').count()).toBe(0)
      await expectAccessible('boxes beside each other')

      await page.setViewportSize({ width: 1024, height: 800 })
      await page.getByRole('tab', { name: 'Instagram' }).first().click()
      expect(await boxes.count()).toBe(1)
      expect(await boxes.inputValue()).toBe('Winter bursts pipes #taps')

      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByText('@pats.plumbing').waitFor()
      expect(faults).toEqual([])
    },
  )
})

test('shows a picture on Instagram only: in the previews, in the scheduled post, and once it is published', async () => {
  const session = await author('limits@example.com')
  const text = 'Two taps on Instagram'
  await testbed.visit('limits', { viewport: 'desktop', session }, async visitor => {
    const { page, expectAccessible } = visitor
    await page.setViewportSize({ width: 1280, height: 800 })
    await compose(page)
    await removeTimes(page)
    await message(page).fill(text)
    const files = await Promise.all([picture('tap.jpg', 200), picture('pat.jpg', 40)])
    await page.getByLabel('Add pictures or a video').setInputFiles(await Promise.all(files.map(inputFile)))
    await describe(page, 'tap.jpg', 'A tap')
    await describe(page, 'pat.jpg', 'Pat')

    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Alt text of pat.jpg' }).press('Enter')
    const choice = page.getByRole('group', { name: 'Show on' })
    await choice.getByRole('checkbox', { name: 'Facebook' }).press('Space')
    await expectAccessible('a picture for some networks only')
    await page.keyboard.press('Escape')
    const onlyInstagram = page.getByRole('listitem').getByText('Only on Instagram')
    await onlyInstagram.waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await preview.getByRole('region', { name: 'Facebook' }).getByText('1 file', { exact: true }).waitFor()
    await preview.getByRole('region', { name: 'Instagram' }).getByText('2 files', { exact: true }).waitFor()

    await chooseTime(visitor)
    await send(visitor, 'Schedule Post')
    await page.getByRole('link', { name: 'View the post' }).click()
    await page.getByRole('dialog', { name: 'Post Details' }).waitFor()
    await page.goto(`${testbed.url}/dashboard/view-post`)
    await page.getByRole('button', { name: `More for ${text}` }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await onlyInstagram.waitFor()
    await page.getByRole('button', { name: /^When it goes out/ }).click()
    await page.getByText('Schedule this post').click()
    await page.getByRole('button', { name: 'Save and post now' }).click()
    const published = await eventually('the post on both networks', async () => {
      const posts = await testbed.world.publishedWith(text)
      return posts.length === 2 && posts
    })
    const onNetworks = published.map(({ network, media }) => [network, media.map(({ altText }) => altText)])
    expect(Object.fromEntries(onNetworks)).toEqual({ facebook: ['A tap'], instagram: ['A tap', 'Pat'] })
    expect(visitor.faults).toEqual([])
  })
})

test.each(devices('desktop'))(
  'on a %s, writes a caption with AI by keyboard, stops it, undoes it, lets it finish, and shows why it fails',
  async (viewport, colorScheme) => {
    const session = await author(`has-it-written-on-${viewport}@example.com`)
    await testbed.visit('captions', { viewport, colorScheme, session }, async visitor => {
      await writeWithAi(visitor, testbed)
      expect(visitor.faults.filter(fault => !fault.includes('502'))).toEqual([])
    })
  },
)
