import { useStore } from '@nanostores/react'
import { MapPin, Plus } from 'lucide-react'

import {
  describeLostAccess,
  type LinkedAccount,
  reconnectAdvice,
  type LocationInfo,
} from '#shared/accounts.ts'
import { BUTTON_LABELS } from '#shared/posts/extras.ts'
import { AccountAvatar, ConnectionBadge } from '#site/dashboard/shared/accounts/AccountAvatar.tsx'
import {
  $googleSignIn,
  connectGoogle,
  $locations,
  locationChoice,
  useQueryReturn,
} from '#site/dashboard/shared/accounts/google-sign-in.ts'
import { LocationDialog, Unlisted } from '#site/dashboard/shared/accounts/LocationDialog.tsx'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { AskForReviewsButton } from '#site/dashboard/shared/ask-for-reviews/AskForReviewsButton.tsx'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { WithBusiness } from '#site/dashboard/shared/domains/WithBusiness.tsx'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { openDialog } from '#site/dashboard/shared/open-dialog.ts'
import { Allowed, $can } from '#site/dashboard/shared/permissions.tsx'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { apiUrl } from '#site/lib/api/url.ts'
import { Badge } from '#site/ui/Badge.tsx'
import { Button, ButtonLink } from '#site/ui/Button.tsx'
import { ExternalButton } from '#site/ui/ExternalButton.tsx'
import { FormMessage } from '#site/ui/fields/Field.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Section } from '#site/ui/Section.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'
import { Skeleton, SkeletonRows } from '#site/ui/states.tsx'

const choosePostButton = () =>
  openDialog(async () => (await import('./PostButtonDialog.tsx')).PostButtonDialog, {})

/** Connects the business's Google profile and chooses its location. */
export function GoogleBusiness() {
  useQueryReturn()
  const signIn = useStore($googleSignIn)
  return (
    <>
      <ScreenHeading
        title="Google Business Profile Manager"
        under={[{ label: 'Social Hub', href: '/dashboard/social-hub' }]}
        crumb="Google Business Profile"
      >
        Posts go to one location of your business, where people find it in Search and on Maps.
      </ScreenHeading>
      <div className="grid grid-cols-1 gap-10">
        <div className="grid gap-4">
          <WithBusiness
            store={$accounts.google}
            loading={
              <div role="status" aria-label="Loading the profile">
                <Skeleton className="h-32" />
              </div>
            }
            invitation="Add your business first, then connect its profile here."
          >
            {account =>
              account.accountConnected ? <ConnectedProfile account={account} /> : <ConnectGoogle />
            }
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

/** Offers the sign-in, or its pending choice, while nothing is connected. */
function ConnectGoogle() {
  const business = useStore($selectedDomain)?.businessName ?? ''
  const found = useStore($locations)
  const mayConnect = useStore($can)('connect')
  const mustChoose = found.data?.mustChoose
  const [heading, text] = !mayConnect
    ? [`${business} isn’t connected to its profile yet`, 'An owner or editor of the business can connect it.']
    : mustChoose
      ? [
          `Which location is ${business}?`,
          'You’re signed in to Google. Choose a location to finish connecting.',
        ]
      : [
          `Connect ${business} to its profile`,
          'Sign in with the Google account that manages the profile. We only post what you send.',
        ]
  return (
    <section
      aria-labelledby="connect"
      className="flex flex-wrap items-center gap-x-5 gap-y-4 rounded-box border border-base-300 bg-raised p-5 sm:p-6"
    >
      <NetworkMark network="google" decorative className="size-10" />
      <div className="min-w-0 grow basis-64">
        <h2 id="connect" className="text-lg wrap-anywhere">
          {heading}
        </h2>
        <p className="text-sm text-soft">{text}</p>
      </div>
      {mayConnect && mustChoose && (
        <Button variant="primary" onClick={locationChoice.open}>
          Choose a location
        </Button>
      )}
      {mayConnect && !mustChoose && <ConnectLink>Connect Google Business Profile</ConnectLink>}
    </section>
  )
}

/** Link to the api's auth endpoint. Sends the session beforehand, because a session must not be in a URL. */
function ConnectLink({ children, quiet }: { children: string; quiet?: boolean | undefined }) {
  const leaving = useStore($googleSignIn).step === 'saving'
  return (
    <ButtonLink
      href={apiUrl('/api/auth/google/auth')}
      rel="external"
      variant={quiet ? 'plain' : 'primary'}
      small={quiet}
      aria-busy={leaving || undefined}
      icon={leaving && <Spinner />}
      onClick={event => {
        event.preventDefault()
        void connectGoogle('google-business-profile')
      }}
    >
      {children}
    </ButtonLink>
  )
}

const ConnectedProfile = ({ account }: { account: LinkedAccount }) => {
  const signedOut = account.status === 'needs_reconnect'
  return (
    <section
      aria-label="Connected profile"
      className="grid gap-5 rounded-box border border-base-300 bg-raised p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <AccountAvatar account={account} className="size-14" />
        <div className="min-w-0 grow basis-48">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="text-lg wrap-anywhere">{account.name}</h2>
            <ConnectionBadge works={!signedOut} />
          </div>
          <p className="text-sm wrap-anywhere text-soft">
            {account.location || 'No address shown'}
            {account.phone && ` · ${account.phone}`}
          </p>
        </div>
        {!signedOut && <AskForReviewsButton small />}
        {account.link && (
          <ExternalButton small href={account.link}>
            View on Maps
          </ExternalButton>
        )}
      </div>
      <NewPostsButton />
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-base-300 pt-4 text-sm">
        <p className="text-soft">
          {signedOut
            ? `${describeLostAccess('google', account.name, account.reconnectCause)}. Posts are on hold until you reconnect it${reconnectAdvice('google', account.reconnectCause)}.`
            : `Signed in as ${account.email || 'a Google account'}`}
        </p>
        <Allowed to="connect">
          <ConnectLink quiet={!signedOut}>
            {signedOut ? 'Connect Google Business Profile' : 'Use another Google account'}
          </ConnectLink>
        </Allowed>
      </div>
    </section>
  )
}

function NewPostsButton() {
  const chosen = useStore($selectedDomain)?.postButton
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-base-300 pt-4 text-sm">
      <p className="min-w-0 grow basis-48 wrap-anywhere">
        <span className="block text-soft">Button of new posts</span>
        <span className="block font-semibold">{chosen ? BUTTON_LABELS[chosen.button] : 'None'}</span>
        {chosen?.url}
      </p>
      <Allowed to="configure">
        <Button
          small
          aria-label={`${chosen ? 'Change' : 'Choose'} the button of new posts`}
          onClick={() => void choosePostButton()}
        >
          {chosen ? 'Change' : 'Choose'}
        </Button>
      </Allowed>
    </div>
  )
}

function Locations() {
  const found = useStore($locations)
  const domain = useStore($selectedDomain)
  const hasAny = Boolean(found.data?.locations.length)
  const add = () => (hasAny ? locationChoice.open() : void connectGoogle('google-business-profile'))
  return (
    <Section
      title="Manage Locations"
      beside={
        <Button icon={<Plus />} disabled={!domain || found.state === 'loading'} onClick={add}>
          Add Location
        </Button>
      }
    >
      <Loaded store={$locations} loading={<SkeletonRows rows={2} label="Loading locations" />}>
        {({ locations, unlisted }) =>
          locations.length === 0 ? (
            <p className="rounded-box border border-dashed border-edge px-5 py-8 text-center text-sm text-soft">
              Connect Google to see your locations.
            </p>
          ) : (
            <div className="grid gap-4">
              <Unlisted groups={unlisted} />
              <ul className="grid divide-y divide-base-300 rounded-box border border-base-300 bg-raised">
                {locations.map(location => (
                  <Location key={location.id} location={location} />
                ))}
              </ul>
            </div>
          )
        }
      </Loaded>
    </Section>
  )
}

const Location = ({ location: { id, name, address, blocked, isSelected } }: { location: LocationInfo }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
    <MapPin className="size-5 shrink-0 text-soft" />
    <div className="min-w-0 grow basis-36">
      <h3 className="text-base wrap-anywhere">{name}</h3>
      <p className="text-sm wrap-anywhere text-soft">{address}</p>
      {blocked && <p className="text-sm wrap-anywhere">{blocked}</p>}
    </div>
    {isSelected && <Badge tone="good">Posts go here</Badge>}
    {!isSelected && !blocked && (
      <Button small aria-label={`Use ${name}`} onClick={() => locationChoice.choose(id)}>
        Use
      </Button>
    )}
  </li>
)
