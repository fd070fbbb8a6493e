import { useStore } from '@nanostores/react'

import { $googleSignIn } from '#site/dashboard/shared/accounts/google-sign-in.ts'
import { LocationDialog } from '#site/dashboard/shared/accounts/LocationDialog.tsx'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { useQueryReturn } from '#site/dashboard/shared/accounts/use-query-return.ts'
import { WithBusiness } from '#site/dashboard/shared/domains/WithBusiness.tsx'
import { Allowed } from '#site/dashboard/shared/permissions/Allowed.tsx'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { FormMessage } from '#site/ui/fields/FormMessage.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { Skeleton } from '#site/ui/states/Skeleton.tsx'
import { ConnectedProfile } from './ConnectedProfile.tsx'
import { ConnectGoogle } from './ConnectGoogle.tsx'
import { Locations } from './Locations.tsx'

const CRUMBS = [
  { label: 'Dashboard', href: '/dashboard' },
  { label: 'Social Hub', href: '/dashboard/social-hub' },
  { label: 'Google Business Profile' },
]

/** Connects the business's Google profile and chooses its location. */
export function GoogleBusiness() {
  useQueryReturn()
  const signIn = useStore($googleSignIn)
  return (
    <>
      <ScreenHeading title="Google Business Profile Manager" crumbs={CRUMBS}>
        Posts go to one location of your business, where people find it in Search and on Maps.
      </ScreenHeading>
      <div className="grid grid-cols-1 gap-10">
        <div className="grid gap-4">
          <WithBusiness
            loading={<ProfileSkeleton />}
            heading="Your profile"
            invitation="Add your business first, then connect its profile here."
          >
            <Profile />
          </WithBusiness>
          {signIn.step === 'failed' && <FormMessage message={signIn.message} />}
        </div>
        <Allowed to="connect">
          <Locations />
        </Allowed>
      </div>
      <LocationDialog />
    </>
  )
}

function Profile() {
  const account = useStore($accounts.google)
  if (account.state === 'loading') return <ProfileSkeleton />
  if (account.state === 'failed')
    return <ErrorState message={account.message} onRetry={$accounts.google.reload} />
  return account.data.accountConnected ? <ConnectedProfile account={account.data} /> : <ConnectGoogle />
}

const ProfileSkeleton = () => (
  <div role="status" aria-label="Loading the profile">
    <Skeleton className="h-32" />
  </div>
)
