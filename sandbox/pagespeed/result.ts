import type { Run } from './parameters.ts'
import { CATEGORIES, scoreOf } from './scoring.ts'

const VERSION = '13.5.0'
const AGENT =
  'Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36'

/** Builds runPagespeed's response, with the scores but without their audits. */
export function resultOf({ url, strategy, locale, categories }: Run, now: Date) {
  const id = new URL(url).href
  return {
    captchaResult: 'CAPTCHA_NOT_NEEDED',
    kind: 'pagespeedonline#result',
    id,
    loadingExperience: { initial_url: id },
    lighthouseResult: {
      requestedUrl: id,
      finalUrl: id,
      mainDocumentUrl: id,
      finalDisplayedUrl: id,
      lighthouseVersion: VERSION,
      userAgent: AGENT,
      fetchTime: now.toISOString(),
      environment: { networkUserAgent: AGENT, hostUserAgent: AGENT, benchmarkIndex: 1500 },
      runWarnings: [],
      configSettings: {
        emulatedFormFactor: strategy,
        formFactor: strategy,
        locale,
        onlyCategories: categories,
        channel: 'lr',
      },
      audits: {},
      categories: Object.fromEntries(
        categories.map(category => [
          category,
          {
            id: category,
            title: CATEGORIES[category],
            score: scoreOf(id, category),
            auditRefs: [],
          },
        ]),
      ),
      categoryGroups: {},
      timing: { total: 12_345.6 },
      i18n: { rendererFormattedStrings: {} },
    },
    analysisUTCTimestamp: now.toISOString(),
  }
}
