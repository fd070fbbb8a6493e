import { existsSync } from 'node:fs'

import type { Config } from '#api/runtime/config.ts'
import { AuditError, type Auditor, checkAddress } from './audit.ts'
import { findBrowser } from './find-browser.ts'
import { localLighthouse } from './lighthouse/lighthouse.ts'
import { pageSpeed } from './pagespeed.ts'

const NOT_CONFIGURED =
  'Scores aren’t available here yet: this server has neither a browser to measure with nor a key for PageSpeed. Its administrator can add either.'

/**
 * Returns the PageSpeed auditor if there is a key, else one that uses this machine's browser, else one that reports the
 * missing settings.
 */
export function openAuditor({ audits, dataDir }: Pick<Config, 'audits' | 'dataDir'>): Auditor {
  const { pagespeedKey: key, pagespeedUrl: url, allowPrivate } = audits
  if (key) return pageSpeed({ key, url, allowPrivate })
  const chromePath = findBrowser(audits.chromePath)
  return chromePath && existsSync(chromePath)
    ? localLighthouse({ chromePath, dataDir, allowPrivate })
    : unavailableAuditor(allowPrivate)
}

const unavailableAuditor = (allowPrivate: boolean): Auditor => ({
  source: 'lighthouse',
  concurrency: 1,
  check: checkAddress(allowPrivate),
  audit: () => Promise.reject(new AuditError('service', NOT_CONFIGURED)),
})
