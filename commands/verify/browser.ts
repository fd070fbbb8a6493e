import { existsSync } from 'node:fs'

import { findBrowser } from '#api/audits/find-browser.ts'
import { runWithOutput } from './step.ts'

/** Finds a Chromium for the journeys: that of CHROME_PATH, an installed one, or Debian's, after installing it. */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser(process.env.CHROME_PATH)
  if (found && !existsSync(found)) throw new Error(`CHROME_PATH names ${found}, which doesn’t exist.`)
  if (found) return found
  if (process.getuid?.() !== 0 || !Bun.which('apt-get')) {
    throw new Error('The browser journeys need Chromium or Chrome. Install one, or set CHROME_PATH.')
  }
  console.log('No browser found. Installing Debian’s Chromium …')
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await runWithOutput(['apt-get', 'update', '-qq'], quiet)
  const installed = await runWithOutput(
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
    quiet,
  )
  const browser = findBrowser(process.env.CHROME_PATH)
  if (!browser) throw new Error(`Chromium could not be installed:\n${updated.output}\n${installed.output}`)
  return browser
}
