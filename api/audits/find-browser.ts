import { existsSync } from 'node:fs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** Returns the path of this machine's Chromium or Chrome. A `chosen` path isn't checked. */
export const findBrowser = (chosen?: string): string | undefined =>
  chosen ??
  NAMES.map(name => Bun.which(name)).find(path => path !== null) ??
  (existsSync(MAC_CHROME) ? MAC_CHROME : undefined)
