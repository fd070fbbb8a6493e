import { existsSync } from 'node:fs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** The Chromium or Chrome of this machine; what `chosen` names is taken as it is. */
export const findBrowser = (chosen?: string): string | undefined =>
  chosen ??
  NAMES.map(name => Bun.which(name)).find(path => path !== null) ??
  (existsSync(MAC_CHROME) ? MAC_CHROME : undefined)
