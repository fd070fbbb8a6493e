import { useEffect, useRef } from 'react'

import { reportArticle } from '#shared/reports/render/report.ts'
import { REPORT_STYLE } from '#shared/reports/render/style.ts'
import type { ReportContent } from '#shared/reports/report.ts'

type Props = { content: ReportContent; note: string }

/** The page's own fonts, and a heading below the screen's. */
const STYLE = REPORT_STYLE.replaceAll("'Familjen Grotesk', Figtree", 'var(--font-display)')
  .replaceAll('Figtree', 'var(--font-sans)')
  .replaceAll('.report h1', '.report h3')

/** The report as its readers see it. A shadow tree keeps the dashboard’s styles out; the article escapes all texts. */
export function Preview({ content, note }: Props) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!host.current) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    if (root.adoptedStyleSheets.length === 0) {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(STYLE)
      root.adoptedStyleSheets = [sheet]
    }
    root.innerHTML = reportArticle({ content, note }).replaceAll(/(<\/?)h1>/g, '$1h3>')
  }, [content, note])
  return <div ref={host} className="overflow-hidden rounded-box border border-base-300" />
}
