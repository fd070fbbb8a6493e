import { CircleAlert, CircleCheck } from 'lucide-react'

import { describeLostAccess, type LinkedAccount, reconnectAdvice } from '#shared/accounts.ts'
import { AccountAvatar } from '#site/dashboard/shared/accounts/AccountAvatar.tsx'
import { Allowed } from '#site/dashboard/shared/permissions/Allowed.tsx'
import { Badge } from '#site/ui/Badge.tsx'
import { ExternalButton } from '#site/ui/ExternalButton.tsx'
import { ConnectLink } from './ConnectLink.tsx'

/** The location that posts are published to. */
export const ConnectedProfile = ({ account }: { account: LinkedAccount }) => {
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
            {signedOut ? (
              <Badge tone="warning" icon={<CircleAlert aria-hidden="true" className="size-3.5" />}>
                Needs reconnecting
              </Badge>
            ) : (
              <Badge tone="good" icon={<CircleCheck aria-hidden="true" className="size-3.5" />}>
                Connected
              </Badge>
            )}
          </div>
          <p className="text-sm wrap-anywhere text-soft">{account.location || 'No address shown'}</p>
        </div>
        {account.link && (
          <ExternalButton small href={account.link}>
            View on Maps
          </ExternalButton>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-base-300 pt-4 text-sm">
        <p className="text-soft">
          {signedOut
            ? `${describeLostAccess('google', account.name, account.reconnectCause)}. Posts are on hold until you reconnect it${reconnectAdvice('google', account.reconnectCause)}.`
            : `Signed in as ${account.email || 'a Google account'}`}
        </p>
        <Allowed to="connect">
          {signedOut ? (
            <ConnectLink>Connect Google Business Profile</ConnectLink>
          ) : (
            <ConnectLink quiet>Use another Google account</ConnectLink>
          )}
        </Allowed>
      </div>
    </section>
  )
}
