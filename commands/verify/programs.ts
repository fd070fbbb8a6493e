import { existsSync } from 'node:fs'

import { findBrowser } from '#api/audits/find-browser.ts'
import { findFfmpeg } from '#api/media/videos/find-ffmpeg.ts'
import { runWithOutput } from './step.ts'

const { CHROME_PATH, FFMPEG_PATH } = process.env
const hasFfmpeg = () => findFfmpeg({ ffmpegPath: FFMPEG_PATH }) !== undefined

/** Chromium without a user interface, Playwright's default, which needs half of the processor time. */
const HEADLESS_SHELL = 'chromium-headless-shell'
export const findHeadlessShell = () => Bun.which(HEADLESS_SHELL)

/**
 * Finds a Chromium for the journeys and an ffmpeg for the tests of videos: from CHROME_PATH and FFMPEG_PATH, or installed. Otherwise
 * installs Debian's.
 * @returns the path of the browser
 */
export async function ensurePrograms(): Promise<string> {
  const found = findBrowser(CHROME_PATH)
  if (found && !existsSync(found)) throw new Error(`CHROME_PATH names ${found}, which doesn’t exist.`)
  const missing = [...(found ? [] : ['chromium']), ...(hasFfmpeg() ? [] : ['ffmpeg'])]
  const output = missing.length === 0 ? '' : await installWithApt(missing)
  // Not every release of Debian has it, and the journeys also run in Chromium itself.
  if (!found && !findHeadlessShell()) await installWithApt([HEADLESS_SHELL])
  const browser = findBrowser(CHROME_PATH)
  if (browser && hasFfmpeg()) return browser
  throw new Error(`${missing.join(' and ')} could not be installed:\n${output}`)
}

async function installWithApt(names: string[]): Promise<string> {
  if (process.getuid?.() !== 0 || !Bun.which('apt-get')) {
    throw new Error(
      'The tests need Chromium or Chrome, and ffmpeg. Install them, or set CHROME_PATH and FFMPEG_PATH.',
    )
  }
  console.log(`Installing Debian’s ${names.join(' and ')} …`)
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await runWithOutput(['apt-get', 'update', '-qq'], quiet)
  const installed = await runWithOutput(
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...names],
    quiet,
  )
  return `${updated.output}\n${installed.output}`
}
