import { brand } from '#shared/brand.ts'
import { PAGE_STYLE, REPORT_STYLE } from '#shared/reports/render/style.ts'

/** Shown for both unknown and withdrawn links. */
export const missingPage = (): string => `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>No report here</title>
<style>${PAGE_STYLE}${REPORT_STYLE}</style>
</head>
<body><main><article class="report">
<h1>There is no report at this address</h1>
<p>It may have been withdrawn, or part of the link may be missing. Ask the person who sent it to you.</p>
<footer><p>${Bun.escapeHTML(brand.company)}</p></footer>
</article></main></body>
</html>`
