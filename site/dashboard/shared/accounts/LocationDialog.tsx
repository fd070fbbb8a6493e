import { useStore } from '@nanostores/react'
import { TriangleAlert } from 'lucide-react'

import type { UnlistedGroup } from '#shared/accounts.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { Badge } from '#site/ui/Badge.tsx'
import { ExternalTextLink } from '#site/ui/ExternalButton.tsx'
import { Skeleton } from '#site/ui/states.tsx'
import { ChoiceCard, ChoiceOptions, type ChoiceProps, ConnectChoice } from './ConnectChoice.tsx'
import { showConnected, $locations, locationChoice } from './google-sign-in.ts'

/** Chooses the business's location after a Google sign-in with several, or changes it later. */
export function LocationDialog({ onConnected, direct = false }: ChoiceProps) {
  const domain = useStore($selectedDomain)
  return (
    <ConnectChoice
      store={locationChoice}
      title="Choose one location"
      connectLabel="Connect location"
      intro={
        <>
          Please choose one location{domain && <> for {domain.businessName}</>}. Your other businesses can use
          other locations.{!direct && ' Posts on hold go to the one you choose.'}
        </>
      }
      onConnected={() => {
        showConnected()
        onConnected?.()
      }}
      direct={direct}
      note={
        <p className="text-sm text-soft">
          Not here?{' '}
          <ExternalTextLink href="https://business.google.com/add">Add it at Google</ExternalTextLink> and
          open this list again.
        </p>
      }
    >
      <Loaded store={$locations} loading={<Skeleton className="h-28" />}>
        {({ locations, unlisted }) => (
          <>
            <ChoiceOptions legend="Locations">
              {locations.map(({ id, name, address, blocked, isSelected }) => (
                <ChoiceCard key={id} id={id} disabled={blocked !== undefined}>
                  <span className="grid min-w-0 grow">
                    <span className="font-semibold wrap-anywhere">{name}</span>
                    <span className="text-xs wrap-anywhere opacity-80">{address}</span>
                    {blocked && <span className="text-sm wrap-anywhere">{blocked}</span>}
                  </span>
                  {isSelected && <Badge>In use</Badge>}
                </ChoiceCard>
              ))}
            </ChoiceOptions>
            <Unlisted groups={unlisted} />
          </>
        )}
      </Loaded>
    </ConnectChoice>
  )
}

/** Names the groups that a network didn’t list, each with its reason. */
export const Unlisted = ({ groups }: { groups: readonly UnlistedGroup[] }) =>
  groups.length > 0 && (
    <div className="flex items-start gap-2 text-sm" role="note">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-amber" />
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold">Some are missing from this list.</p>
        <ul className="grid gap-1">
          {groups.map(({ name, reason }) => (
            <li key={name} className="wrap-anywhere">
              <span className="font-semibold">{name}:</span> {reason}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
