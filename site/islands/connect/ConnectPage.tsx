/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks'

import { brand } from '#shared/brand.ts'
import type { ConnectInvitation, ConnectOptions } from '#shared/connect-links.ts'
import { networks } from '#shared/networks.ts'
import { AccountPicture } from '../links/AccountPicture.tsx'
import { LinkGone, LoadFailed, LoadingHeading } from '../links/LinkMessages.tsx'
import { NetworkCard } from './NetworkCard.tsx'
import { isDone, loadInvitation, type Notice, type PageState, takeNotice } from './store.ts'

const NO_OPTIONS: ConnectOptions = { data: [], unlisted: [] }

/** Connects the accounts of a visitor without a login. */
export function ConnectPage() {
  const [shown, setShown] = useState<PageState>({ state: 'loading' })
  const [notice, setNotice] = useState<Notice | undefined>(takeNotice)
  const load = async () => setShown(await loadInvitation())
  useEffect(() => void load(), [])

  switch (shown.state) {
    case 'loading':
      return (
        <div role="status" class="grid grid-cols-1 gap-3">
          <LoadingHeading title="Loading" />
          <div class="mb-3 h-20 rounded-field bg-base-200" />
          <div class="h-28 rounded-box border border-base-300 bg-raised" />
          <div class="h-28 rounded-box border border-base-300 bg-raised" />
        </div>
      )
    case 'gone':
      return <LinkGone title="There is nothing to connect here" />
    case 'failed':
      return <LoadFailed title="This didn’t load" message={shown.message} onRetry={() => void load()} />
    case 'ready':
      return (
        <>
          <Heading invitation={shown.invitation} />
          <ul class="grid grid-cols-1 gap-3">
            {shown.invitation.networks.map(each => (
              <NetworkCard
                key={each.network}
                {...each}
                isNext={each === shown.invitation.networks.find(({ state }) => state === 'open')}
                options={shown.options[each.network] ?? NO_OPTIONS}
                problem={notice?.network === each.network ? notice.message : ''}
                onChange={async message => {
                  setNotice(message ? { network: each.network, message } : undefined)
                  await load()
                }}
              />
            ))}
          </ul>
          {!isDone(shown.invitation) && <Meaning business={shown.invitation.business.name} />}
        </>
      )
  }
}

function Heading({ invitation }: { invitation: ConnectInvitation }) {
  const { business, by, networks: asked } = invitation
  // Not `Intl.ListFormat`, because creating one takes a phone longer than the rest of the page.
  const names = asked
    .map(({ network }) => networks[network].name)
    .join(', ')
    .replace(/, ([^,]+)$/, ' and $1')
  return (
    <header class="mb-6 grid grid-cols-1 gap-3">
      <div class="flex items-center gap-4">
        <AccountPicture class="size-14 text-xl" {...business} />
        <h1 class="min-w-0 text-xl wrap-anywhere sm:text-2xl">Connect {business.name}</h1>
      </div>
      <p role="status" class="text-soft wrap-anywhere">
        {isDone(invitation)
          ? 'All done. Thank you! You can close this page.'
          : `${by} asks you to connect ${names} to ${brand.siteName}, where your posts are planned. It takes a minute, and you don’t need an account.`}
      </p>
    </header>
  )
}

const Meaning = ({ business }: { business: string }) => (
  <section aria-labelledby="meaning" class="mt-8">
    <h2 id="meaning" class="text-lg">
      What this allows
    </h2>
    <ul class="mt-2 list-disc space-y-1 ps-5 text-sm">
      <li>The people who look after {business} here can publish posts there, with comments of their own.</li>
      <li>They see how posts do: views, likes and comments.</li>
      <li>They never see your password, your private messages or your other Pages.</li>
    </ul>
    <p class="mt-3 text-sm text-soft">
      You can end it at any time, in the settings of the network or by asking us. Read our{' '}
      <a class="underline underline-offset-4" href="/privacy-policy">
        privacy policy
      </a>
      .
    </p>
  </section>
)
