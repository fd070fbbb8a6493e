import { useStore } from '@nanostores/react'

import { type NetworkId, networks } from '#shared/networks.ts'
import { connectGoogle } from '#site/dashboard/shared/accounts/google-sign-in.ts'
import { locationChoice } from '#site/dashboard/shared/accounts/locations.ts'
import { $accounts } from '#site/dashboard/shared/accounts/store.ts'
import { $can } from '#site/dashboard/shared/permissions/permissions.ts'
import { pageChoice } from '#site/dashboard/social-hub/sign-in/page-choice.ts'
import { cancelSignIn, connect } from '#site/dashboard/social-hub/sign-in/sign-ins.ts'
import { Button } from '#site/ui/Button.tsx'
import { askToDisconnect } from '../disconnecting.ts'
import type { LinkState } from './link-state.ts'

type Action = { label: string; variant?: 'ink' | 'plain'; run?: (network: NetworkId) => unknown }

const ACTIONS: Record<LinkState['is'], Action> = {
  loading: { label: 'Connect' },
  unreadable: { label: 'Try again', run: network => $accounts[network].reload() },
  asking: { label: 'Cancel', run: network => network !== 'google' && cancelSignIn(network) },
  saving: { label: 'Connect' },
  choosing: { label: 'Choose a page', variant: 'ink', run: pageChoice.open },
  choosingLocation: { label: 'Choose a location', variant: 'ink', run: locationChoice.open },
  unlinked: { label: 'Connect', variant: 'ink', run: begin },
  linked: { label: 'Disconnect', run: askToDisconnect },
  signedOut: { label: 'Reconnect', variant: 'ink', run: begin },
}

function begin(network: NetworkId) {
  return network === 'google' ? connectGoogle('social-hub') : connect(network)
}

type LinkActionProps = { network: NetworkId; state: LinkState | undefined }

/** A single button, so that it keeps the focus when its action changes. */
export function LinkAction({ network, state }: LinkActionProps) {
  const mayConnect = useStore($can)('connect')
  if (!mayConnect && state?.is !== 'unreadable') return null
  const { label, variant = 'plain', run } = state ? ACTIONS[state.is] : { label: 'Connect' }
  return (
    <Button
      small
      variant={variant}
      className="z-10 shrink-0 max-sm:w-full"
      aria-label={`${label} ${networks[network].name}`}
      disabled={!state || state.is === 'loading'}
      busy={state?.is === 'saving'}
      onClick={() => run?.(network)}
    >
      {label}
    </Button>
  )
}
