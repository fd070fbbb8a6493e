import { useStore } from '@nanostores/react'
import { ShieldCheck, TriangleAlert, ShieldUser } from 'lucide-react'
import { atom, computed } from 'nanostores'

import type { Domain } from '#shared/businesses/domains.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { leaveAsAdministrator } from '#site/dashboard/shared/domains/visits.ts'
import { $me, $twoFactor } from '#site/dashboard/shared/me.ts'
import { $router } from '#site/dashboard/shared/router.ts'
import { api } from '#site/lib/api/api.ts'
import { browserStorage } from '#site/lib/browser-storage.ts'
import { formatDate, timeZone } from '#site/lib/format.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { Banner } from '#site/ui/Banner.tsx'
import { Button, ButtonLink, BusyButton } from '#site/ui/Button.tsx'

/** Banners for an account's deletion and for a visit or, without either, the offer of a second factor. */
export function Banners() {
  const deletionAt = useStore($me).data?.deletionAt
  const domain = useStore($selectedDomain)
  const isOffered = useStore($isOffered)
  return (
    <>
      {deletionAt && <DeletionBanner at={deletionAt} />}
      {domain?.isVisit && <VisitBanner domain={domain} />}
      {isOffered && !deletionAt && !domain?.isVisit && <SecondFactorOffer />}
    </>
  )
}

const KEY = 'two-factor-offer'

/** Id of the user who dismissed the offer in this browser. */
const $dismissedBy = atom(browserStorage('localStorage')?.getItem(KEY))

/**
 * Offers administrators a second factor on the first screen and in Settings, until they have one or dismiss the offer, since they
 * can see every client's posts.
 */
export const $isOffered = computed(
  [$me, $dismissedBy, $router],
  (me, dismissedBy, page) =>
    me.data?.role === 'admin' &&
    me.data._id !== dismissedBy &&
    (page?.route === 'overview' || page?.route === 'settings'),
)

export function dismissOffer() {
  const id = $me.get().data?._id
  if (!id) return
  $dismissedBy.set(id)
  try {
    browserStorage('localStorage')?.setItem(KEY, id)
  } catch {
    // Storage is full: the offer reappears on the next page.
  }
}

function DeletionBanner({ at }: { at: string }) {
  const keepAccount = () =>
    withErrorToast('That didn’t work. Try again.', async () => {
      await api.users.cancelDeletion.$post()
      await $me.reload()
      toast('success', 'Your account stays.')
    })
  return (
    <Banner
      tone="error"
      icon={TriangleAlert}
      label="Account deletion"
      actions={
        <BusyButton small onClick={keepAccount}>
          Keep my account
        </BusyButton>
      }
    >
      Your account will be deleted on <strong>{formatDate(at, timeZone())}</strong>. Until then your scheduled
      posts are on hold.
    </Banner>
  )
}

function SecondFactorOffer() {
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

/** Reminds an administrator whose business this is, and that its members see what they do. */
function VisitBanner({ domain: { _id, businessName } }: { domain: Domain }) {
  return (
    <Banner
      tone="warning"
      icon={ShieldUser}
      label="Visit as administrator"
      actions={
        <BusyButton small busyLabel="Leaving…" onClick={() => leaveAsAdministrator(_id)}>
          Leave
        </BusyButton>
      }
    >
      <strong>You’re in {businessName} as administrator.</strong> Its members see what you do in their{' '}
      <a href="/dashboard/activity" className="underline underline-offset-4">
        activity
      </a>
      .
    </Banner>
  )
}
