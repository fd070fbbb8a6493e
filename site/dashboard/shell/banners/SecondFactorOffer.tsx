import { useStore } from '@nanostores/react'
import { ShieldCheck } from 'lucide-react'

import { $twoFactor } from '#site/dashboard/shared/second-factor.ts'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { keepFocus } from '#site/ui/keep-focus.ts'
import { $isOffered, dismissOffer } from './second-factor-offer.ts'

/** Offers two-factor sign-in to administrators without it. */
export const SecondFactorOffer = () => (useStore($isOffered) ? <Offer /> : null)

function Offer() {
  const status = useStore($twoFactor)
  if (status.state !== 'ready' || status.data.enabled) return null
  return (
    <section
      ref={keepFocus}
      aria-label="Two-factor sign-in"
      className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-box border border-info/35 bg-info/5 px-5 py-4"
    >
      <ShieldCheck aria-hidden="true" className="size-5 shrink-0 text-info" />
      <p className="min-w-48 grow basis-0 text-sm">
        Administrators can read what every client has sent. Protect your account with a code from your phone.
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink small href="/dashboard/settings">
          Set it up
        </ButtonLink>
        <Button small look="quiet" onClick={dismissOffer}>
          Not now
        </Button>
      </div>
    </section>
  )
}
