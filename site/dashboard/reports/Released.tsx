import { useStore } from '@nanostores/react'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'

import type { Report } from '#shared/reports/report.ts'
import { Allowed } from '#site/dashboard/shared/permissions.tsx'
import { $businessZone, formatAsOfIn, formatDueIn } from '#site/dashboard/shared/zone.ts'
import { toast } from '#site/lib/toasts.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { ExternalButton } from '#site/ui/ExternalButton.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { withdraw } from './store.ts'

/** A released report's link, PDF and recipients. */
export function Released({ report }: { report: Report }) {
  const { link, releasedAt, recipients, preparedAt } = report
  const zone = useStore($businessZone)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <div ref={keepFocus} className="grid gap-4 rounded-box border border-base-300 bg-raised p-5">
        <p className="text-sm">
          Released {releasedAt && formatDueIn(zone, releasedAt)}, with figures{' '}
          {formatAsOfIn(zone, preparedAt)}.
          <span className="block text-soft">
            {recipients.length > 0 ? `Emailed to ${recipients.join(', ')}.` : 'Not emailed to anyone.'}
          </span>
        </p>
        {link ? (
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" icon={<Copy />} onClick={() => void copy(link)}>
              Copy link
            </Button>
            <ExternalButton href={link} context="the report">
              Open
            </ExternalButton>
            {report.pdf?.state === 'ready' && (
              <ButtonLink href={`${link}/pdf`} download={`report-${report.month}.pdf`} icon={<Download />}>
                Download PDF
              </ButtonLink>
            )}
            <Allowed to="configure">
              <Button variant="quiet" onClick={() => setAsking(true)}>
                Withdraw
              </Button>
            </Allowed>
          </div>
        ) : (
          <Allowed to="configure">
            <div className="flex flex-wrap items-center gap-3">
              <p className="text-sm text-soft">
                The link can’t be shown again. Withdraw the report and release it to get a new one.
              </p>
              <Button onClick={() => setAsking(true)}>Withdraw</Button>
            </div>
          </Allowed>
        )}
        <PdfNote report={report} />
      </div>
      <ConfirmDialog
        open={asking}
        title="Withdraw this report?"
        confirmLabel="Withdraw"
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          await withdraw(report)
          setAsking(false)
        }}
      >
        Its link stops working for everybody who has it. You can prepare and release it again.
      </ConfirmDialog>
    </>
  )
}

function PdfNote({ report: { pdf } }: { report: Report }) {
  if (!pdf || pdf.state === 'ready') return null
  return (
    <p role="status" className="text-sm text-soft">
      {pdf.state === 'failed' ? pdf.message : 'The PDF is being made. It appears here in a moment.'}
    </p>
  )
}

async function copy(link: string) {
  try {
    await navigator.clipboard.writeText(link)
    toast('success', 'Link copied.')
  } catch {
    toast('error', 'Your browser didn’t let us copy. Open the report and copy its address.')
  }
}
