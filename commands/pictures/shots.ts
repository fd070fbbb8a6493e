import type { Page } from 'playwright-core'

import type { PRODUCT_PICTURES } from '#site/sections/product-pictures.ts'

export type Shot = {
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
export const SHOTS: Shot[] = [
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
