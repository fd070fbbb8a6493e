import { useStore } from '@nanostores/react'
import { MapPin, Plus } from 'lucide-react'

import type { LocationInfo } from '#shared/accounts.ts'
import { connectGoogle, $locations, locationChoice } from '#site/dashboard/shared/accounts/google-sign-in.ts'
import { Unlisted } from '#site/dashboard/shared/accounts/LocationDialog.tsx'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button } from '#site/ui/Button.tsx'
import { ErrorState, Skeleton } from '#site/ui/states.tsx'

/** Locations of the Google account, and the one used here. */
export function Locations() {
  const found = useStore($locations)
  const domain = useStore($selectedDomain)
  const hasAny = found.state === 'ready' && found.data.locations.length > 0
  const add = () => (hasAny ? locationChoice.open() : void connectGoogle('google-business-profile'))
  return (
    <section aria-labelledby="locations" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="locations" className="text-xl">
          Manage Locations
        </h2>
        <Button icon={<Plus />} disabled={!domain || found.state === 'loading'} onClick={add}>
          Add Location
        </Button>
      </div>
      <List />
    </section>
  )
}

function List() {
  const found = useStore($locations)
  if (found.state === 'loading')
    return (
      <div role="status" aria-label="Loading locations" className="grid gap-2">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    )
  if (found.state === 'failed') return <ErrorState message={found.message} onRetry={$locations.reload} />
  if (found.data.locations.length === 0)
    return (
      <p className="rounded-box border border-dashed border-edge px-5 py-8 text-center text-sm text-soft">
        Connect Google to see your locations.
      </p>
    )
  return (
    <>
      <Unlisted groups={found.data.unlisted} />
      <Found locations={found.data.locations} />
    </>
  )
}

function Found({ locations }: { locations: readonly LocationInfo[] }) {
  return (
    <ul className="grid divide-y divide-base-300 rounded-box border border-base-300 bg-raised">
      {locations.map(location => (
        <li key={location.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
          <MapPin className="size-5 shrink-0 text-soft" />
          <div className="min-w-0 grow basis-36">
            <h3 className="text-base wrap-anywhere">{location.name}</h3>
            <p className="text-sm wrap-anywhere text-soft">{location.address}</p>
            {location.blocked && <p className="text-sm wrap-anywhere">{location.blocked}</p>}
          </div>
          {location.isSelected ? (
            <Badge tone="good">Posts go here</Badge>
          ) : location.blocked ? null : (
            <Button
              small
              aria-label={`Use ${location.name}`}
              onClick={() => locationChoice.choose(location.id)}
            >
              Use
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
