import { useStore } from '@nanostores/react'
import { Lock } from 'lucide-react'

import { plural } from '#shared/plural.ts'
import { askToOpen } from './ask-to-open.ts'
import { $clients } from './clients.ts'

const MAX_NAMED = 3

type UnopenedClientsProps = {
  /** Such as 'in this calendar'. */
  where: string
  path: string
}

/** Lists the clients that an administrator has to open before they are included. */
export function UnopenedClients({ where, path }: UnopenedClientsProps) {
  const closed = (useStore($clients).data?.clients ?? []).filter(({ role }) => role === null)
  if (closed.length === 0) return null
  const more = closed.length - MAX_NAMED
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
      <span className="inline-flex items-center gap-1.5">
        <Lock className="size-4 shrink-0" />
        {plural(closed.length, 'client isn’t', 'clients aren’t')} {where} until you open{' '}
        {closed.length === 1 ? 'it' : 'them'}:
      </span>
      {closed.slice(0, MAX_NAMED).map(client => (
        <button
          key={client._id}
          type="button"
          className="prose-link cursor-pointer pointer-coarse:min-h-11"
          onClick={() => askToOpen(client, path)}
        >
          Open {client.businessName}
        </button>
      ))}
      {more > 0 && (
        <a href="/dashboard/clients" className="prose-link">
          and {more} more
        </a>
      )}
    </p>
  )
}
