import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readConfig } from '#api/runtime/config.ts'
import { atEnd } from '#api/test/at-end.ts'
import { reportPage } from '#shared/reports/render/report.ts'
import { sampleReport } from '#shared/reports/sample.ts'
import { findBrowser } from './find-browser.ts'
import { openPrinter } from './printer.ts'

const chromePath = findBrowser(process.env.CHROME_PATH) ?? ''

test.skipIf(!existsSync(chromePath))(
  'prints a report on one sheet, without running a script in it, in a folder with a long path',
  async () => {
    const parent = mkdtempSync(join(tmpdir(), 'currawong-print-'))
    atEnd(() => rmSync(parent, { recursive: true, force: true }))
    const dataDir = join(parent, 'a-long-name-of-a-volume-'.repeat(4))
    const { audits } = readConfig({ NODE_ENV: 'test', CHROME_PATH: chromePath })
    const page = reportPage({ ...sampleReport, content: { ...sampleReport.content, business: 'Pat' } })
    const script = '<script>document.title = "Script"</script>'
    const pdf = await openPrinter({ audits, dataDir }).print(page.replace('</body>', `${script}</body>`))
    const text = pdf.toString('latin1')
    expect(text).toContain('/Title (Pat: report for ')
    expect(text.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  },
)
