import { useStore } from '@nanostores/react'

import { $locations, locationChoice } from '#site/dashboard/shared/accounts/locations.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $can } from '#site/dashboard/shared/permissions/permissions.ts'
import { Button } from '#site/ui/Button.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { ConnectLink } from './ConnectLink.tsx'

const CARD =
  'flex flex-wrap items-center gap-x-5 gap-y-4 rounded-box border border-base-300 bg-raised p-5 sm:p-6'

/** Shown to members whose role may not connect accounts. */
const NotConnected = ({ business }: { business: string }) => (
  <section aria-labelledby="connect" className={CARD}>
    <NetworkMark network="google" decorative className="size-10" />
    <div className="min-w-0 grow basis-64">
      <h2 id="connect" className="text-lg wrap-anywhere">
        {business} isn’t connected to its profile yet
      </h2>
      <p className="text-sm text-soft">An owner or editor of the business can connect it.</p>
    </div>
  </section>
)

/** Offers the sign-in, or its pending choice, while nothing is connected. */
export function ConnectGoogle() {
  const business = useStore($selectedDomain)?.businessName ?? ''
  const found = useStore($locations)
  const mayConnect = useStore($can)('connect')
  if (!mayConnect) return <NotConnected business={business} />
  const mustChoose = found.state === 'ready' && found.data.mustChoose
  return (
    <section aria-labelledby="connect" className={CARD}>
      <NetworkMark network="google" decorative className="size-10" />
      <div className="min-w-0 grow basis-64">
        <h2 id="connect" className="text-lg wrap-anywhere">
          {mustChoose ? `Which location is ${business}?` : `Connect ${business} to its profile`}
        </h2>
        <p className="text-sm text-soft">
          {mustChoose
            ? 'You’re signed in to Google. Choose a location to finish connecting.'
            : 'Sign in with the Google account that manages the profile. We only post what you send.'}
        </p>
      </div>
      {mustChoose ? (
        <Button variant="primary" onClick={locationChoice.open}>
          Choose a location
        </Button>
      ) : (
        <ConnectLink>Connect Google Business Profile</ConnectLink>
      )}
    </section>
  )
}
