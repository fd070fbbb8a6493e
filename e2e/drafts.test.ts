import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'

import { eventually } from './eventually.ts'
import { pictureFile } from './pictures.ts'
import { openTestbed } from './testbed.ts'

const testbed = openTestbed()

const WORDS = 'Winter is when pipes burst'

const compose = async (page: Page, search = '') => {
  await page.goto(`${testbed.url}/dashboard/create-post${search}`)
  await page.getByRole('switch', { name: 'Facebook' }).waitFor()
}

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor()
const shows = (page: Page, text: string) =>
  eventually(`the message “${text}”`, async () => (await message(page).inputValue()) === text)

async function isCropped(page: Page) {
  await page.getByRole('button', { name: 'Alt text of tap.jpg' }).click()
  await page.getByText('cropped to 4:5').waitFor()
  await page.keyboard.press('Escape')
}

async function addPicture(page: Page) {
  await page.getByLabel('Add pictures or a video').setInputFiles(await pictureFile('tap.jpg'))
}

test('keeps a draft with a cropped picture across a reload and publishes it with its first comment', async () => {
  const client = await testbed.newAuthor('drafts@example.com')
  const session = client.token()
  await testbed.visit('draft', { viewport: 'desktop', session }, async visitor => {
    const { page } = visitor
    await compose(page)
    await message(page).fill(WORDS)
    await addPicture(page)
    await page.getByRole('button', { name: 'Add a first comment' }).click()
    await page.getByRole('textbox', { name: 'First comment' }).fill('Book on our site')

    await page.getByRole('button', { name: 'Crop tap.jpg' }).click()
    const crop = page.getByRole('dialog', { name: 'Crop tap.jpg' })
    await crop.getByRole('button', { name: '4:5' }).click()
    await crop.getByRole('group', { name: /Part of the picture/ }).focus()
    await page.keyboard.press('ArrowRight')
    await crop.getByRole('button', { name: 'Use this crop' }).click()
    await isCropped(page)
    await saved(page)

    await page.reload()
    await shows(page, WORDS)
    await isCropped(page)
    await page.getByRole('button', { name: 'Templates' }).click()
    await page.getByRole('textbox', { name: /^Save your message/ }).fill('Frost')
    await page.getByRole('button', { name: 'Save as template' }).click()
    await page.getByRole('button', { name: 'Insert Frost' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /^Drafts/ }).click()
    await page.getByRole('link', { name: `Open the draft ${WORDS}` }).click()
    await shows(page, WORDS)

    await page
      .getByText('Goes to Pat’s Plumbing on Facebook straight away, with a first comment after it.')
      .waitFor()
    const response = Promise.withResolvers<void>()
    await page.route('**/api/auth/createPosts', async route => {
      await response.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Post Now' }).click()
    await eventually('the message to be read-only', () =>
      message(page)
        .isEditable()
        .then(isEditable => !isEditable),
    )
    response.resolve()
    await page.getByRole('link', { name: 'View the post' }).waitFor()
    expect(await message(page).isEditable()).toBe(true)
    expect(page.url()).toEndWith('/dashboard/view-post?tab=drafts&new=now')
    const [post] = await eventually('the first comment', async () => {
      const posts = (await testbed.world.publishedWith(WORDS)) as unknown as {
        ownComments: string[]
        media: { width: number; height: number }[]
      }[]
      return posts[0]?.ownComments.length ? posts : undefined
    })
    expect(post).toMatchObject({ ownComments: ['Book on our site'], media: [{ width: 512, height: 640 }] })
    expect(visitor.faults).toEqual([])
  })
})

test('restores a half-written post after the session ended, and saves it once the connection is back', async () => {
  const client = await testbed.newAuthor('half-written@example.com')
  const session = client.token()
  await testbed.visit('half-written', { viewport: 'phone', session }, async ({ page }) => {
    await compose(page)
    await page.route('**/api/drafts/**', route => route.abort())
    await message(page).fill(WORDS)
    await page.getByText('Offline, saved on this device').waitFor()
    await page.getByRole('link', { name: 'Close', exact: true }).click()
    await page.getByText(/^You’re offline\. Your post is kept on this device/).waitFor()
    await page.goBack()
    await shows(page, WORDS)

    await client.call('users/logout', { json: {} })
    await page.unroute('**/api/drafts/**')
    await message(page).fill(`${WORDS}!`)
    const dialog = page.getByRole('dialog', { name: 'Sign in to Currawong' })
    await dialog.getByRole('textbox', { name: 'Email' }).waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await shows(page, `${WORDS}!`)
    await saved(page)
    await page.reload()
    await shows(page, `${WORDS}!`)
  })
})
