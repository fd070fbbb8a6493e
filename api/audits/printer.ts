import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Config } from '#api/runtime/config.ts'
import { REPORT_MESSAGES } from '#shared/reports/report.ts'
import { AuditError } from './audit.ts'
import { launchedBrowserFlags } from './browser-flags.ts'
import { browserEnvironment, withBrowserFolder } from './browser-folder.ts'
import { withinLimits } from './browser-limits.ts'
import { findBrowser } from './find-browser.ts'

const TIME_LIMIT_MS = 60_000
/** `%PDF`, the first bytes of every PDF. */
const SIGNATURE = '%PDF'

/** @throws {AuditError} `service` without a browser, otherwise `transient` */
export type Printer = { print(page: string, signal?: AbortSignal): Promise<Buffer> }

/** Blocks the network. Scripts stay enabled, because headless Chromium prints with a script; each report's own policy blocks scripts. */
const ISOLATED = [
  '--disable-gpu',
  '--no-first-run',
  '--no-pings',
  '--disable-background-networking',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=socks5://127.0.0.1:1',
]

/** Prints pages with this machine's Chromium, or reports that there is none. */
export function openPrinter({ audits, dataDir }: Pick<Config, 'audits' | 'dataDir'>): Printer {
  const chromePath = findBrowser(audits.chromePath)
  if (!chromePath || !existsSync(chromePath))
    return { print: () => Promise.reject(new AuditError('service', REPORT_MESSAGES.noBrowser)) }
  return {
    print: (page, signal) =>
      withBrowserFolder(dataDir, folder => printIn(folder, { page, chromePath, signal })),
  }
}

type PrintRequest = { page: string; chromePath: string; signal: AbortSignal | undefined }

async function printIn(folder: string, { page, chromePath, signal }: PrintRequest): Promise<Buffer> {
  const [source, target] = [join(folder, 'page.html'), join(folder, 'page.pdf')]
  await Bun.write(source, page)
  const child = Bun.spawn(
    [
      chromePath,
      ...launchedBrowserFlags,
      ...ISOLATED,
      `--user-data-dir=${join(folder, 'profile')}`,
      '--no-pdf-header-footer',
      `--print-to-pdf=${target}`,
      pathToFileURL(source).href,
    ],
    {
      env: browserEnvironment(folder),
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    },
  )
  await withinLimits(child, child.exited, {
    timeLimitMs: TIME_LIMIT_MS,
    signal,
    tooLong: new AuditError('transient', 'Printing the report took too long.'),
    tooMuch: new AuditError('transient', 'Printing the report needed too much memory.'),
  })
  const pdf = existsSync(target) ? Buffer.from(await Bun.file(target).arrayBuffer()) : Buffer.alloc(0)
  if (!pdf.subarray(0, SIGNATURE.length).equals(Buffer.from(SIGNATURE)))
    throw new AuditError('transient', 'The browser for printing could not be started.')
  return pdf
}
