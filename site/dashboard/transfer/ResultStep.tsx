import { useStore } from '@nanostores/react'

import { plural } from '#shared/plural.ts'
import type { Import } from '#shared/posts/imports.ts'
import { $needsApproval } from '#site/dashboard/shared/approvals/rule.ts'
import { Button, ButtonLink, keepFocus } from '#site/ui/Button.tsx'
import { Rows } from './CheckStep.tsx'
import { openImport } from './store.ts'

/** Shows which posts were added, and which weren't. */
export function ResultStep({ data }: { data: Import }) {
  const needsApproval = useStore($needsApproval)
  const { created, updated, changed, known, error, failed } = data.counts
  const left = [
    updated > 0 && created > 0 && `${plural(updated, 'post')} changed`,
    changed > 0 && `${plural(changed, 'post')} left as ${changed === 1 ? 'it is' : 'they are'}`,
    known > 0 && `${plural(known, 'row')} already here`,
    error > 0 && `${plural(error, 'row')} left out`,
    failed > 0 && `${plural(failed, 'row')} not added`,
  ].filter(Boolean)
  return (
    <div className="grid gap-8">
      <section
        ref={keepFocus}
        aria-label="Result"
        className="grid gap-4 rounded-box border border-success/35 bg-success/5 p-6"
      >
        <h2 className="text-xl">
          {created === 0
            ? updated > 0
              ? `${plural(updated, 'post')} changed`
              : 'No post was added'
            : `${plural(created, 'post')} ${needsApproval ? 'sent for approval' : 'scheduled'}`}
        </h2>
        {left.length > 0 && <p className="text-sm">{left.join(', ')}.</p>}
        <p className="flex flex-wrap gap-3">
          <ButtonLink variant="primary" href="/dashboard/calendar">
            See them in the calendar
          </ButtonLink>
          <Button onClick={() => openImport()}>Import another file</Button>
        </p>
      </section>
      <Rows data={data} />
    </div>
  )
}
