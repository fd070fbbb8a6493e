import { useStore } from '@nanostores/react'

import { LocationDialog } from '#site/dashboard/shared/accounts/LocationDialog.tsx'
import { useQueryReturn } from '#site/dashboard/shared/accounts/use-query-return.ts'
import { $domains, $domainsRefreshing, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'
import { ErrorState } from '#site/ui/states/ErrorState.tsx'
import { AccountInfo } from './AccountInfo.tsx'
import { AccountMeter } from './AccountMeter.tsx'
import { DisconnectDialog } from './DisconnectDialog.tsx'
import { Insights } from './Insights.tsx'
import { SocialLinks } from './links/SocialLinks.tsx'
import { PageChoiceDialog } from './sign-in/PageChoiceDialog.tsx'

export function SocialHub() {
  useQueryReturn()
  const domains = useStore($domains)
  // On a phone, somebody with a business looks for its accounts first; somebody without needs the prompt to add one.
  const hasBusiness = useStore($selectedDomain) !== undefined
  return (
    <>
      <ScreenHeading title="Social Hub">
        The accounts of your business in one place. <AccountMeter />
      </ScreenHeading>
      {domains.state === 'failed' ? (
        <ErrorState message={domains.message} onRetry={$domains.reload} />
      ) : (
        <div className="grid grid-cols-1 gap-10 lg:grid-cols-[20.5rem_minmax(0,1fr)]">
          <Insights />
          <div className={`grid grid-cols-1 content-start gap-10 ${hasBusiness ? 'max-lg:order-first' : ''}`}>
            <SocialLinks />
            <AccountInfo />
          </div>
        </div>
      )}
      <Refreshing />
      <PageChoiceDialog />
      <LocationDialog />
      <DisconnectDialog />
    </>
  )
}

/** Covers the screen while a saved business reloads, so that nothing moves. */
const Refreshing = () => (
  <div
    role="status"
    className="pointer-events-none fixed inset-x-0 bottom-6 z-30 flex justify-center empty:hidden"
  >
    {useStore($domainsRefreshing) && (
      <p className="flex animate-rise items-center gap-2.5 rounded-full bg-neutral px-4 py-2 text-sm text-neutral-content shadow-lift">
        <Spinner />
        Loading...
      </p>
    )}
  </div>
)
