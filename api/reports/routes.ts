import { Hono } from 'hono'

import { requireAdmin, requires, requireUser } from '#api/auth/middleware/user.ts'
import type { Env, UserEnv } from '#api/context.ts'
import { reports } from '#api/db/schema/businesses/reports.ts'
import { limit, LIMITS } from '#api/http/limits/limits.ts'
import { describing, FILE, formBody, noInput, parseInput, validate, doneWith } from '#api/http/route.ts'
import { secretUrl } from '#api/http/secret-url.ts'
import { receivePicture } from '#api/media/uploads/upload.ts'
import { PAGE_POLICY, stopPage } from '#api/settings/unsubscribe.ts'
import { brand } from '#shared/brand.ts'
import { BRAND_MESSAGES, brandStyle, SaveReportBrand } from '#shared/reports/brand.ts'
import { REPORT_POLICY, reportPage } from '#shared/reports/render/report.ts'
import { PAGE_STYLE, REPORT_STYLE } from '#shared/reports/render/style.ts'
import {
  PrepareReport,
  ReleaseReport,
  ReportQuery,
  ReportsQuery,
  SaveReportMailing,
  StopReports,
  type ReportContent,
} from '#shared/reports/report.ts'
import { readBrand, saveBrand } from './brand.ts'
import { checkStopLink, readMailing, resumeMailing, saveMailing, stopMailing } from './mailing.ts'
import { inlineFonts, inlineLogo } from './printing.ts'
import {
  findReleased,
  listReports,
  prepareReport,
  readPdf,
  readReport,
  releaseReport,
  requireReport,
  withdrawReport,
} from './reports.ts'
import { draftSummary } from './summary.ts'

const describe = describing('Reports')
const REPORT =
  '`_id domainId month state (draft, released or withdrawn) preparedAt releasedAt recipients pdf {state, message}`'
const MAILING =
  '`day recipients`, the addresses that `stopped` the mails, and the `next {month, at}`; null if nobody has chosen any'
const BRAND = '`mark`, a picture as a data URL or null, and the colours `color accent`'
const WHOLE = `${REPORT}, its \`content\`, the \`note\` and the private \`link\``

export const reportRoutes = new Hono<UserEnv>()
  .use(requireUser)
  .get(
    '/',
    describe(
      'List the monthly reports of a business (`domainId`), or those of the last four months of all, newest first',
      { data: `A list of ${REPORT}` },
    ),
    validate('query', ReportsQuery),
    async c => c.json({ success: true, data: await listReports(c.var.ctx, c.req.valid('query')) }),
  )
  .post(
    '/',
    describe('Prepare a month’s report, or prepare it again until it is released', {
      data: WHOLE,
      errors: ['not_found', 'forbidden', 'conflict', 'rate_limited'],
    }),
    validate('json', PrepareReport),
    async c => c.json({ success: true, data: await prepareReport(c.var.ctx, c.req.valid('json')) }),
  )
  .get(
    '/brand',
    describe('Read the agency’s mark and colours on reports', { data: BRAND, errors: ['forbidden'] }),
    requireAdmin,
    async c => c.json({ success: true, data: await readBrand(c.var.ctx) }),
  )
  .put(
    '/brand',
    describe('Change the agency’s mark and colours on reports that aren’t released', {
      data: BRAND,
      errors: ['forbidden', 'invalid', 'too_large', 'unsupported', 'rate_limited'],
      requestBody: formBody({
        ...Object.fromEntries(
          Object.keys(SaveReportBrand.entries).map(name => [name, { type: 'string' } as const]),
        ),
        mark: FILE,
      }),
    }),
    requireAdmin,
    async c => {
      const { ctx } = c.var
      await limit(ctx, { ...LIMITS.updateProfile, key: ctx.userId })
      const upload = await receivePicture(ctx, c.req.raw, 'mark')
      try {
        const fields = parseInput(SaveReportBrand, upload.fields)
        const data = await saveBrand(ctx, fields, upload.files[0]?.path)
        return c.json({ success: true, message: BRAND_MESSAGES.saved, data })
      } finally {
        await upload.discard()
      }
    },
  )
  .get(
    '/mailing',
    describe('Read to whom, and on which day of the month, a business’s reports are mailed', {
      data: MAILING,
    }),
    validate('query', ReportQuery),
    async c => c.json({ success: true, data: await readMailing(c.var.ctx, c.req.valid('query')) }),
  )
  .put(
    '/mailing',
    describe(
      'Mail each released report of a business once, on a day of the next month at 9 am, to the given addresses; without any, mail none',
      { data: MAILING, errors: ['not_found', 'forbidden', 'rate_limited'] },
    ),
    validate('json', SaveReportMailing),
    async c => c.json({ success: true, data: await saveMailing(c.var.ctx, c.req.valid('json')) }),
  )
  .get('/:id', describe('Read a report', { data: WHOLE, errors: ['not_found'] }), async c =>
    c.json({ success: true, data: await readReport(c.var.ctx, c.req.param('id')) }),
  )
  .post(
    '/:id/release',
    describe('Release a report: freeze it, activate its link, mail it to each recipient once, and print it', {
      data: WHOLE,
      errors: ['not_found', 'conflict', 'rate_limited'],
    }),
    requires('configure', reports),
    validate('json', ReleaseReport),
    c => doneWith(c, releaseReport(c.var.ctx, c.req.param('id'), c.req.valid('json')), 'Report released.'),
  )
  .post(
    '/:id/summary',
    describe('Draft the summary above a report with AI', {
      data: '`text`',
      errors: ['not_found', 'forbidden', 'rate_limited', 'upstream'],
    }),
    requires('configure', reports),
    noInput,
    async c => {
      const { content } = await requireReport(c.var.ctx, c.req.param('id'))
      const text = await draftSummary(c.var.ctx, content, c.req.raw.signal)
      return c.json({ success: true, data: { text } })
    },
  )
  .post(
    '/:id/withdraw',
    describe('Withdraw a report: its link stops working', { data: WHOLE, errors: ['not_found', 'conflict'] }),
    requires('configure', reports),
    noInput,
    c => doneWith(c, withdrawReport(c.var.ctx, c.req.param('id')), 'Report withdrawn.'),
  )
  .get(
    '/:id/pdf',
    describe('Download a released report', { raw: 'application/pdf', errors: ['not_found'] }),
    async c => {
      const { report, pdf } = await readPdf(c.var.ctx, c.req.param('id'))
      return c.body(new Uint8Array(pdf), 200, pdfHeaders(report))
    },
  )

/** Names the file by business and month or, for clients that read only ASCII names, by month alone. */
const pdfHeaders = ({ month, content: { business } }: { month: string; content: ReportContent }) => ({
  'Content-Type': 'application/pdf',
  'Content-Disposition': `attachment; filename="report-${month}.pdf"; filename*=UTF-8''${encodeURIComponent(`${business} ${month}.pdf`).replaceAll("'", '%27')}`,
})

const STOP = {
  mail: 'monthly reports by email',
  again: 'Nobody but you can turn them on again.',
  after: 'A link to a report that you already have keeps working.',
}

const PAGE_HEADERS = {
  'Content-Security-Policy': `${REPORT_POLICY}; frame-ancestors 'none'`,
  'X-Frame-Options': 'DENY',
}

/** Pages for anyone with a report's link, outside /api. Unknown and withdrawn links get the same response. */
export const reportPageRoutes = new Hono<Env>()
  .use(secretUrl())
  // A GET changes nothing, since mail scanners follow links.
  .get(
    '/stop',
    describe('Show the page on which a reader stops the monthly mails of a business', {
      signedIn: false,
      raw: 'text/html',
      errors: ['not_found'],
    }),
    validate('query', StopReports),
    c => {
      const link = c.req.valid('query')
      checkStopLink(c.var.ctx, link)
      c.header('Content-Security-Policy', PAGE_POLICY)
      return c.html(stopPage(STOP, 'ask', c.var.ctx.config.siteUrl))
    },
  )
  .post(
    '/stop',
    describe('Stop the monthly mails of a business to one address (RFC 8058)', {
      signedIn: false,
      raw: 'text/html',
      errors: ['not_found', 'rate_limited'],
    }),
    validate('query', StopReports),
    async c => {
      const link = c.req.valid('query')
      await stopMailing(c.var.ctx, link)
      c.header('Content-Security-Policy', PAGE_POLICY)
      const resume = `/report/resume?${new URLSearchParams(link)}`
      return c.html(stopPage({ ...STOP, resume }, 'done', c.var.ctx.config.siteUrl))
    },
  )
  .post(
    '/resume',
    describe('Send the monthly mails of a business again to a reader who had stopped them', {
      signedIn: false,
      raw: 'text/html',
      errors: ['not_found', 'conflict', 'rate_limited'],
    }),
    validate('query', StopReports),
    async c => {
      await resumeMailing(c.var.ctx, c.req.valid('query'))
      c.header('Content-Security-Policy', PAGE_POLICY)
      return c.html(stopPage(STOP, 'resumed', c.var.ctx.config.siteUrl))
    },
  )
  .get(
    '/:token',
    describe('Show a released report', { signedIn: false, raw: 'text/html', errors: ['not_found'] }),
    async c => {
      const token = c.req.param('token')
      const found = await findReleased(c.var.ctx, token)
      if (!found) return c.html(missingPage(), 404, PAGE_HEADERS)
      const download = found.pdf ? `/report/${token}/pdf` : undefined
      return c.html(
        reportPage(found.report, { fonts: await inlineFonts(), logo: await inlineLogo(), download }),
        200,
        PAGE_HEADERS,
      )
    },
  )
  .get(
    '/:token/pdf',
    describe('Download a released report by its link', {
      signedIn: false,
      raw: 'application/pdf',
      errors: ['not_found'],
    }),
    async c => {
      const found = await findReleased(c.var.ctx, c.req.param('token'))
      if (!found?.pdf) return c.html(missingPage(), 404, PAGE_HEADERS)
      return c.body(new Uint8Array(found.pdf), 200, { ...PAGE_HEADERS, ...pdfHeaders(found.report) })
    },
  )

/** Shown for both unknown and withdrawn links. */
const missingPage = (): string => `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>No report here</title>
<style>${brandStyle()}${PAGE_STYLE}${REPORT_STYLE}</style>
</head>
<body><main><article class="report">
<h1>There is no report at this address</h1>
<p>It may have been withdrawn, or part of the link may be missing. Ask the person who sent it to you.</p>
<footer><p>${Bun.escapeHTML(brand.company)}</p></footer>
</article></main></body>
</html>`
