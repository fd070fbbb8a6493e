import type { Page } from 'playwright-core'

export type Shot = {
  name: string
  path: string
  width: number
  height: number
  prepare?: (page: Page) => Promise<void>
}

/** Hides content that exists only in the demo. */
const hideNotices = (page: Page) =>
  page.evaluate(() => {
    for (const notice of document.querySelectorAll('[aria-label="Sample data"]')) notice.remove()
  })

/** The public pages' pictures of the dashboard. `DashboardPicture.astro` knows their sizes. */
export const SHOTS: Shot[] = [
  { name: 'calendar', path: '/dashboard/calendar', width: 1280, height: 800, prepare: hideNotices },
  {
    name: 'composer',
    path: '/dashboard/create-post',
    width: 1280,
    height: 800,
    async prepare(page) {
      await hideNotices(page)
      const message = page.getByRole('textbox', { name: /message/i }).first()
      await message.fill('Sourdough is out of the oven at seven. First in gets the crusty one.')
      await page.waitForTimeout(1500)
    },
  },
  { name: 'phone', path: '/dashboard/calendar', width: 390, height: 780, prepare: hideNotices },
]
