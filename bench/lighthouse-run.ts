import { launch } from 'chrome-launcher'
import lighthouse, { type Config, type Flags } from 'lighthouse'

import { launchedBrowserFlags } from '../api/audits/browser-flags.ts'
import { ensurePrograms } from '../commands/verify/programs.ts'

const MAX_ATTEMPTS = 3
/** Lighthouse's error if Chromium lost the start of its trace, which isn't the page's fault. */
const LOST_TRACE = 'NO_NAVSTART'

type Run = {
  settings: Flags
  config?: Config
  /** Called with the browser's debugging port before the page is opened. */
  prepare?: (port: number) => Promise<void>
}

/** Runs Lighthouse on a page in a fresh browser, retrying runs whose trace was lost. */
export async function runLighthouse(url: string, run: Run) {
  for (let attempt = 1; ; attempt++) {
    const result = await attemptRun(url, run)
    if (!result.runtimeError) return result
    if (result.runtimeError.code !== LOST_TRACE || attempt === MAX_ATTEMPTS)
      throw new Error(`Lighthouse could not measure ${url}: ${result.runtimeError.message}`)
  }
}

async function attemptRun(url: string, { settings, config, prepare }: Run) {
  const chrome = await launch({
    chromePath: await ensurePrograms(),
    chromeFlags: [...launchedBrowserFlags],
  })
  try {
    await prepare?.(chrome.port)
    const result = await lighthouse(url, { ...settings, port: chrome.port }, config)
    if (!result) throw new Error(`Lighthouse returned no result for ${url}.`)
    return result.lhr
  } finally {
    chrome.kill()
  }
}
