import { existsSync } from 'node:fs'

import { run } from './step.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

const findBrowser = () =>
  process.env.CHROME_PATH ??
  NAMES.map(name => Bun.which(name)).find(path => path !== null) ??
  (existsSync(MAC_CHROME) ? MAC_CHROME : undefined)

/** A Chromium for the browser journeys: CHROME_PATH, one on this machine, or Debian's, installed now. */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser()
  if (found && !existsSync(found)) throw new Error(`CHROME_PATH names ${found}, and there is nothing.`)
  if (found) return found
  if (process.getuid?.() !== 0 || !Bun.which('apt-get')) {
    throw new Error('The browser journeys need Chromium or Chrome: install one, or set CHROME_PATH to it.')
  }
  console.log('No browser here: installing Debian’s Chromium …')
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await run(['apt-get', 'update', '-qq'], quiet)
  const installed = await run(
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
    quiet,
  )
  const browser = findBrowser()
  if (!browser) throw new Error(`Chromium could not be installed:\n${updated.output}\n${installed.output}`)
  return browser
}
