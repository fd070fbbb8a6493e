import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import * as v from 'valibot'

import { AuditError } from '#api/audits/audit.ts'
import { guardedBrowserFlags } from '#api/audits/browser-flags.ts'
import { startFilteringProxy } from '#api/audits/filtering-proxy.ts'
import { printResponse } from '#api/audits/process-response.ts'
import { addressGuard } from '#api/runtime/address-guard.ts'
import { SCORE_CATEGORIES } from '#shared/scores.ts'
import { AuditJob } from './job.ts'
import { LighthouseResult, readMeasurement } from './result.ts'

/** Time limit for loading the page. The network isn't throttled, because Lighthouse calculates a phone's times. */
const LOAD_MS = 30_000
const FIRST_PAINT_MS = 15_000

/** Audits one page in its own browser and prints an AuditResult. `lighthouse.ts` starts it, and kills it at its limits. */
const job = v.parse(AuditJob, JSON.parse(process.argv[2] ?? ''))
await printResponse(audit(), 'Measuring was interrupted.')

async function audit() {
  const proxy = await startFilteringProxy(addressGuard({ allowPrivate: job.allowPrivate }))
  const chrome = await launch({
    chromePath: job.chromePath,
    userDataDir: job.folder,
    chromeFlags: guardedBrowserFlags(proxy.port),
    handleSIGINT: false,
    logLevel: 'silent',
  })
  try {
    const result = await lighthouse(job.url, {
      port: chrome.port,
      logLevel: 'silent',
      output: 'json',
      onlyCategories: [...SCORE_CATEGORIES],
      disableFullPageScreenshot: true,
      maxWaitForLoad: LOAD_MS,
      maxWaitForFcp: FIRST_PAINT_MS,
    })
    if (!result) throw new Error('Lighthouse gave no result')
    const { runtimeError, categories, audits } = result.lhr
    const failed = runtimeError && proxyErrorOf(proxy.failures, job.url)
    if (failed) throw failed
    return readMeasurement(v.parse(LighthouseResult, { runtimeError, categories, audits }), job.url)
  } finally {
    chrome.kill()
    proxy.stop()
  }
}

/** Returns the proxy's reason for a failure, since Chromium only sees a refused connection. */
function proxyErrorOf(failures: Map<string, AuditError>, url: string): AuditError | undefined {
  const own = failures.get(new URL(url).hostname)
  return own ?? [...failures.values()].find(({ kind }) => kind === 'refused')
}
