import type { APIRoute } from 'astro'

import { reportPage } from '#shared/reports/render/report.ts'
import { sampleReport } from '#shared/reports/sample.ts'

/** A monthly report with made-up figures, marked as a sample, for people who consider becoming clients. */
export const GET: APIRoute = () =>
  new Response(reportPage(sampleReport).replace(/^<!doctype/, '<!DOCTYPE'), {
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  })
