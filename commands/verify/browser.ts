import { existsSync } from 'node:fs'

import { findBrowser } from '#api/audits/find-browser.ts'
import { run } from './step.ts'

/** Finds a Chromium for the journeys: CHROME_PATH, an installed one, or Debian's, which it installs. */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser(process.env.CHROME_PATH)
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
  const browser = findBrowser(process.env.CHROME_PATH)
  if (!browser) throw new Error(`Chromium could not be installed:\n${updated.output}\n${installed.output}`)
  return browser
}
