import { CircleAlert, CircleCheck, ExternalLink } from 'lucide-react'

import { type AccountDetails, describeLostAccess, reconnectAdvice } from '#shared/accounts.ts'
import { Allowed } from '#site/dashboard/shared/permissions/Allowed.tsx'
import { Avatar } from '#site/ui/Avatar.tsx'
import { Badge } from '#site/ui/Badge.tsx'
import { ButtonLink } from '#site/ui/Button.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { ConnectLink } from './ConnectLink.tsx'

type Connected = Extract<AccountDetails, { accountConnected: true }>

/** The location that posts are published to. */
export const ConnectedProfile = ({ account }: { account: Connected }) => {
  const signedOut = account.status === 'needs_reconnect'
  return (
    <section
      aria-label="Connected profile"
      className="grid gap-5 rounded-box border border-base-300 bg-raised p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="relative">
          <Avatar src={account.picture} className="size-14" />
          <span className="absolute -end-1 -bottom-1 rounded-full bg-raised p-0.5">
            <NetworkMark network="google" className="size-5" />
          </span>
        </div>
        <div className="min-w-0 grow basis-48">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="text-lg wrap-anywhere">{account.name}</h2>
            {signedOut ? (
              <Badge tone="look" icon={<CircleAlert aria-hidden="true" className="size-3.5" />}>
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
          <ButtonLink
            small
            href={account.link}
            target="_blank"
            rel="noreferrer"
            icon={<ExternalLink aria-hidden="true" className="size-4" />}
          >
            View on Maps<span className="sr-only"> (opens in a new tab)</span>
          </ButtonLink>
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
