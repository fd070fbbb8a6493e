import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'

import { LeftOut } from '#site/dashboard/shared/clients/LeftOut.tsx'
import { createDomain, $domains } from '#site/dashboard/shared/domains/store.ts'
import { $isAgency, $lookedAfter } from '#site/dashboard/shared/permissions.tsx'
import { Button } from '#site/ui/Button.tsx'
import { DomainTable } from './DomainTable.tsx'
import { StatCards } from './StatCards.tsx'
import { $overview } from './store.ts'

/** Figures and websites. Hidden from agencies that have none, whose home would be zeros. */
export function OwnBusinesses() {
  const isAgency = useStore($isAgency)
  const domains = useStore($domains)
  const hasFigures = useStore($overview).data?.figures.connected !== 0
  if (isAgency && domains.data?.length === 0) return null
  return (
    <>
      {isAgency && hasFigures && <AllTogether />}
      <div>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-xl">Domain Performance Metrics</h2>
          <Button variant="ink" small onClick={createDomain} icon={<Plus />}>
            Add New Domain
          </Button>
        </div>
        <DomainTable />
      </div>
    </>
  )
}

/** The figures of all clients that the user has opened. */
export const AllTogether = () => (
  <StatCards $store={$overview} title={`All ${useStore($lookedAfter).many} together`}>
    <LeftOut where="included" path="/dashboard" />
  </StatCards>
)
