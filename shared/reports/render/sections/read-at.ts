import { html, type Html } from '#shared/reports/render/html.ts'
import { momentLabel } from '#shared/reports/render/labels.ts'
import type { ReportContent } from '#shared/reports/report.ts'

/** 'As of 1 Nov 2026, 8:36 pm', from the oldest figure in the section. */
export function readAtNote({ timeZone }: ReportContent, times: readonly (string | null)[]): Html {
  const known = times.flatMap(time => time ?? []).toSorted()
  const [oldest] = known
  if (!oldest) return html`<p class="as-of">The networks haven’t shared reactions to these posts.</p>`
  return html`<p class="as-of">
    As of
    ${momentLabel(oldest, timeZone)}.${
      known.length < times.length && ' A dash means that the network doesn’t share the figure.'
    }
  </p>`
}
