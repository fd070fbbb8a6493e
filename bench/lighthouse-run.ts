import { launch } from 'chrome-launcher'
import lighthouse, { type Config, type Flags } from 'lighthouse'

import { launchedBrowserFlags } from '../api/audits/browser-flags.ts'
import { ensureBrowser } from '../commands/verify/browser.ts'

const TRIES = 3
/** Chromium lost the beginning of its own record: this says nothing of the page. */
const LOST_RECORD = 'NO_NAVSTART'

type Run = {
  settings: Flags
  config?: Config
  /** Given the browser's port, before the page is opened. */
  prepare?: (port: number) => Promise<void>
}

/** What Lighthouse says of a page, in a browser of its own that has nothing of the site yet. */
export async function lighthouseRun(url: string, run: Run) {
  for (let attempt = 1; ; attempt++) {
    const result = await once(url, run)
    if (!result.runtimeError) return result
    if (result.runtimeError.code !== LOST_RECORD || attempt === TRIES)
      throw new Error(`Lighthouse could not measure ${url}: ${result.runtimeError.message}`)
  }
}

async function once(url: string, { settings, config, prepare }: Run) {
  const chrome = await launch({
    chromePath: await ensureBrowser(),
    chromeFlags: [...launchedBrowserFlags],
  })
  try {
    await prepare?.(chrome.port)
    const result = await lighthouse(url, { ...settings, port: chrome.port }, config)
    if (!result) throw new Error(`Lighthouse said nothing of ${url}.`)
    return result.lhr
  } finally {
    chrome.kill()
  }
}
