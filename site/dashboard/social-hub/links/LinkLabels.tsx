import { useStore } from '@nanostores/react'

import { describeLostAccess, handleOf, reconnectAdvice } from '#shared/accounts.ts'
import { type NetworkId, networks } from '#shared/networks.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { FieldError } from '#site/ui/fields/Field.tsx'
import { $heldPosts } from '../held-posts.ts'
import type { LinkState } from './link-state.ts'

const KINDS: Record<NetworkId, string> = {
  facebook: 'A Page that you manage',
  instagram: 'A business or creator account',
  google: 'A location that you manage',
}

type LinkTextProps = { network: NetworkId; state: LinkState; businessName: string }

/** The account's name, or what to do about it; changes are read aloud. */
export function LinkText({ network, state, businessName }: LinkTextProps) {
  const { held, forAnother } = useHeld(network)
  const { name } = networks[network]
  const cause = state.is === 'signedOut' ? state.account.reconnectCause : 'signed_out'
  const advice = reconnectAdvice(network, cause)
  return (
    <div role="status" className="text-sm text-soft">
      {state.is === 'linked' && <p className="truncate">{handleOf(state.account)}</p>}
      {state.is === 'linked' && state.account.alsoConnectedTo && (
        <p className="wrap-anywhere">Also connected to {state.account.alsoConnectedTo}</p>
      )}
      {state.is === 'linked' && network === 'google' && (
        <a href="/dashboard/google-business-profile" className="prose-link relative z-10 text-xs">
          Manage locations
        </a>
      )}
      {state.is === 'signedOut' && (
        <p className="wrap-anywhere">
          {describeLostAccess(network, state.account.name || handleOf(state.account), cause)}. Reconnect
          {advice && ` it${advice}`} {held ? `and ${held}.` : 'to post there again.'}
        </p>
      )}
      {(state.is === 'linked' || state.is === 'signedOut') && forAnother > 0 && (
        <p className="text-base-content">
          {forAnother === 1 ? 'A post was' : `${forAnother} posts were`} written for another account.{' '}
          <a href="/dashboard/view-post?tab=attention" className="prose-link relative z-10">
            Decide what to do
          </a>
        </p>
      )}
      {state.is === 'unlinked' && <p>{held ? `Connect it and ${held}.` : KINDS[network]}</p>}
      {state.is === 'choosing' && (
        <p className="wrap-anywhere">You’re signed in. Choose {businessName}’s Page to finish connecting.</p>
      )}
      {state.is === 'choosingLocation' && (
        <p className="wrap-anywhere">
          You’re signed in. Choose {businessName}’s location to finish connecting.
        </p>
      )}
      {state.is === 'asking' && <p>Waiting for you in the {name} window.</p>}
      {state.is === 'saving' && <Saving name={name} />}
      {state.is === 'unreadable' && <FieldError message={state.message} />}
    </div>
  )
}

const Saving = ({ name }: { name: string }) => (
  <div className="grid gap-2 py-1">
    <p>Connecting {name}. This takes a few seconds.</p>
    <progress
      className="progress h-1.5 w-full max-w-72 text-base-content"
      aria-label={`Connecting ${name}`}
    />
  </div>
)

/** Returns 'the 3 held posts go out' if the same account is reconnected, and the number of posts to decide on. */
function useHeld(network: NetworkId): { held: string; forAnother: number } {
  const held = useStore($heldPosts)
  const { forAccount: count = 0, forAnother = 0 } = (held.state === 'ready' && held.data[network]) || {}
  const me = useStore($me)
  if (count === 0) return { held: '', forAnother }
  const goesOut = count === 1 ? 'the held post goes out' : `the ${count} held posts go out`
  const isLeaving = me.state === 'ready' && me.data.deletionAt
  return { held: isLeaving ? `${goesOut} if you keep your account` : goesOut, forAnother }
}
