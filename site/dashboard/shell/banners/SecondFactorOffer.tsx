import { useStore } from '@nanostores/react'
import { ShieldCheck } from 'lucide-react'

import { $twoFactor } from '#site/dashboard/shared/second-factor.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { Banner } from '#site/ui/states/Banner.tsx'
import { $isOffered, dismissOffer } from './second-factor-offer.ts'

/** Offers two-factor sign-in to administrators without it. */
export const SecondFactorOffer = () => (useStore($isOffered) ? <Offer /> : null)

function Offer() {
  const status = useStore($twoFactor)
  if (status.state !== 'ready' || status.data.enabled) return null
  return (
    <Banner
      tone="info"
      icon={ShieldCheck}
      label="Two-factor sign-in"
      actions={
        <div className="flex flex-wrap gap-2">
          <ButtonLink small href="/dashboard/settings#security">
            Set it up
          </ButtonLink>
          <Button small variant="quiet" onClick={dismissOffer}>
            Not now
          </Button>
        </div>
      }
    >
      Administrators can read what every client has sent. Protect your account with a code from your phone.
    </Banner>
  )
}
