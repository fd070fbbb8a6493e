import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

import { findBrowser } from '#api/audits/find-browser.ts'
import { openPrinter } from '#api/audits/printer.ts'
import { readConfig } from '#api/runtime/config.ts'
import { atEnd } from '#api/test/at-end.ts'
import { inVerify } from '#api/test/in-verify.ts'
import { NETWORK_IDS } from '#shared/networks.ts'
import { DEFAULT_BRAND } from '#shared/reports/brand.ts'
import { reportPage } from '#shared/reports/render/report.ts'
import { LISTED_POSTS, MAX_NOTE, REPORT_POSTS } from '#shared/reports/report.ts'
import { sampleReport } from '#shared/reports/sample.ts'
import { inlineFonts } from './printing.ts'

const chromePath = findBrowser(process.env.CHROME_PATH) ?? ''

const print = async (page: string) => {
  const parent = mkdtempSync(join(tmpdir(), 'currawong-print-'))
  atEnd(() => rmSync(parent, { recursive: true, force: true }))
  const dataDir = join(parent, 'a-long-name-of-a-volume-'.repeat(4))
  const { audits } = readConfig({ NODE_ENV: 'test', CHROME_PATH: chromePath })
  return (await openPrinter({ audits, dataDir }).print(page)).toString('latin1')
}
const sheetsOf = (pdf: string) => pdf.match(/\/Type\s*\/Page\b/g)?.length

test.skipIf(!existsSync(chromePath))(
  'prints a report without running a script in it, in a folder with a long path',
  async () => {
    const page = reportPage({ ...sampleReport, content: { ...sampleReport.content, business: 'Pat' } })
    const script = '<script>document.title = "Script"</script>'
    expect(await print(page.replace('</body>', `${script}</body>`))).toContain('/Title (Pat: report for ')
  },
)

const { content } = sampleReport
const { conversation: _, ...withoutReviews } = content
/** A square mark, in the largest size that is stored. */
const TALL = {
  ...DEFAULT_BRAND,
  mark: `data:image/webp;base64,${(
    await sharp({ create: { width: 480, height: 480, channels: 3, background: '#7a1f3d' } })
      .webp()
      .toBuffer()
  ).toString('base64')}`,
}
const LONG =
  'A long message that doesn’t fit on one line, as people write them for their own businesses. '.repeat(2)
const [listed] = content.posts.listed
const [planned] = content.plan.listed
const many = {
  ...content,
  business: 'A business with a rather long name and more to say',
  best: { ...content.best!, excerpt: LONG },
  runnersUp: [content.best!, { ...content.best!, excerpt: LONG }],
  posts: {
    ...content.posts,
    total: LISTED_POSTS + 1,
    listed: Array.from({ length: LISTED_POSTS + 1 }, () => ({ ...listed!, excerpt: LONG })),
  },
  plan: {
    ...content.plan,
    listed: Array.from({ length: REPORT_POSTS }, () => ({
      ...planned!,
      excerpt: LONG,
      networks: [...NETWORK_IDS],
    })),
  },
}

const REPORTS: [name: string, sheets: number, report: Parameters<typeof reportPage>[0]][] = [
  [
    'a short report',
    1,
    {
      note: 'A good month. '.repeat(14),
      content: {
        ...withoutReviews,
        presence: [],
        posts: { ...content.posts, listed: content.posts.listed.slice(0, 3) },
        plan: { ...content.plan, listed: content.plan.listed.slice(0, 3) },
      },
    },
  ],
  ['the sample', 2, sampleReport],
  [
    'a report of two profiles',
    2,
    {
      note: '',
      content: { ...many, presence: [...content.presence!, ...content.presence!] },
    },
  ],
  ['the sample with a tall mark', 2, { ...sampleReport, content: { ...content, brand: TALL } }],
  ['the sample without reviews', 2, { ...sampleReport, content: withoutReviews }],
  ['many posts and no plan', 2, { note: '', content: { ...many, plan: { ...content.plan, listed: [] } } }],
  ['the longest report', 2, { note: LONG.repeat(4).slice(0, MAX_NOTE), content: many }],
  [
    'the longest report of many accounts',
    2,
    {
      note: LONG.repeat(4).slice(0, MAX_NOTE),
      content: { ...many, accounts: [...content.accounts, ...content.accounts] },
    },
  ],
]
const IN_VERIFY = [
  'a short report',
  'the sample',
  'many posts and no plan',
  'the longest report of many accounts',
]

test.skipIf(!existsSync(chromePath)).each(inVerify(IN_VERIFY, REPORTS))(
  'prints %s on %d sheets',
  async (_name, sheets, report) => {
    expect(sheetsOf(await print(reportPage(report, { fonts: await inlineFonts() })))).toBe(sheets)
  },
)
