import familjenGrotesk from '@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2?inline'
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?inline'
import type { APIRoute } from 'astro'

import { reportPage } from '#shared/reports/render/report.ts'
import { fontFaces } from '#shared/reports/render/style.ts'
import { sampleReport } from '#shared/reports/sample.ts'
import { logoUrl } from '#site/build/mark.ts'

/** A monthly report with made-up figures, marked as a sample, for people who consider becoming clients. */
export const GET: APIRoute = async () =>
  new Response(
    reportPage(sampleReport, {
      fonts: fontFaces({ figtree, familjenGrotesk }),
      logo: await logoUrl(),
      visitors: true,
    }).replace(/^<!doctype/, '<!DOCTYPE'),
    { headers: { 'Content-Type': 'text/html; charset=utf-8' } },
  )
