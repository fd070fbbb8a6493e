import { useStore } from '@nanostores/react'
import { Building2 } from 'lucide-react'

import { BusinessLink } from '#site/dashboard/shared/domains/BusinessLink.tsx'
import { $domains } from '#site/dashboard/shared/domains/store.ts'
import { Button } from '#site/ui/Button.tsx'
import type { RequestProgress } from './progress.ts'

/** The business that was created from a request, or the button that creates it. */
export function ClientOfRequest({ progress, onCreate }: { progress: RequestProgress; onCreate: () => void }) {
  const { client } = useStore(progress.$stage)
  const domains = useStore($domains)
  if (!client)
    return (
      <Button
        small
        className="justify-self-start"
        icon={<Building2 aria-hidden="true" className="size-4" />}
        onClick={onCreate}
      >
        Create client
      </Button>
    )
  const isMember = domains.state === 'ready' && domains.data.some(({ _id }) => _id === client._id)
  return (
    <p className="flex min-h-11 items-center gap-2 rounded-field border border-base-300 bg-base-200 px-3.5">
      <Building2 aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 grow text-sm wrap-anywhere">
        <span className="text-soft">Client: </span>
        <strong>{client.businessName}</strong>
      </span>
      {isMember && (
        <BusinessLink
          domainId={client._id}
          href="/dashboard"
          className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
        >
          Open<span className="sr-only"> {client.businessName}</span>
        </BusinessLink>
      )}
    </p>
  )
}
