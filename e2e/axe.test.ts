import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'

import { violations } from './axe.ts'
import { closePages, openBrowser, VIEWPORTS } from './visitor.ts'

const SMALL = 'width:12px;height:12px;padding:0;border:0;display:block'

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
  page = await browser.newPage({ viewport: VIEWPORTS.phone })
})
afterAll(() => closePages(browser))

/** Shows two adjacent buttons, which a bar at the bottom of the window partly covers. */
const show = (style: string) =>
  page.setContent(`<!doctype html><html lang="en"><title>Targets</title><main style="min-height:2000px"><h1>Targets</h1>
    <div style="position:absolute;top:770px"><button id="first" style="${style}">1</button><button id="second" style="${style}">2</button></div>
    </main><nav style="position:sticky;bottom:0;height:60px;background:#fff"><a href="/" style="display:block;height:60px">Home</a></nav></html>`)

test('accepts a large target that a bar covers until the page is scrolled', async () => {
  await show('width:80px;height:40px;display:block')
  expect(await violations(page)).toEqual([])
})

test('reports targets that are too small at every scroll position', async () => {
  await show(SMALL)
  expect(await violations(page)).toEqual(['target-size: #first, #second'])
})
