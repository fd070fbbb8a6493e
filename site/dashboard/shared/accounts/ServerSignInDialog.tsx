import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { BlueskyLoginInput, DEFAULT_SERVER } from '#shared/bluesky.ts'
import { signInFieldOf, networks, type DecentralizedNetwork } from '#shared/networks.ts'
import { capitalised } from '#shared/plural.ts'
import { signInInput } from '#shared/server-sign-in.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { schemaForm } from '#site/forms/form-store.ts'
import { FormDialog } from '#site/forms/FormDialog.tsx'
import { api } from '#site/lib/api/api.ts'
import { ExternalTextLink } from '#site/ui/ExternalButton.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { PasswordField } from '#site/ui/fields/password/PasswordField.tsx'
import { showConnected } from './accounts.ts'
import { openServerSignIn } from './server-sign-in.ts'
import { $accounts } from './store.ts'

/** @throws {ApiError} which the form shows */
export async function connectBluesky(json: BlueskyLoginInput): Promise<void> {
  await api.auth.bluesky.$post({ json })
  await showConnected('bluesky')
}

/** Connects an account without its server's page. `fields` follow the account's own. */
const blueskyPassword = {
  label: 'Use an app password instead',
  newStore: (failed: string) => schemaForm(BlueskyLoginInput, { send: connectBluesky, failed }),
  fields: (
    <>
      <div className="grid gap-1.5">
        <PasswordField
          label="App password"
          name="appPassword"
          required
          autoComplete="off"
          hint="Not the account’s own password: an app password only allows posting, and you can delete it at any time."
        />
        <p className="text-sm">
          <ExternalTextLink href="https://bsky.app/settings/app-passwords">
            Create one at Bluesky
          </ExternalTextLink>
        </p>
      </div>
      <TextField
        label="Server"
        name="server"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={DEFAULT_SERVER}
        hint="Leave this empty unless the account is on a server of its own."
      />
    </>
  ),
}

/** Networks that offer another way besides their page. */
const OTHER_WAYS: Partial<Record<DecentralizedNetwork, typeof blueskyPassword>> = { bluesky: blueskyPassword }

function newStores(network: DecentralizedNetwork) {
  const failed = `${networks[network].name} was not connected. Try again in a minute.`
  const page = schemaForm(signInInput(network), { send: json => openServerSignIn(network, json), failed })
  return { page, other: OTHER_WAYS[network]?.newStore(failed) ?? page }
}

type ServerSignInProps = { network: DecentralizedNetwork; onClose: () => void }

/** Form that names the account or website to connect. The sign-in continues on a page of its server. */
export function ServerSignInDialog({ network, onClose }: ServerSignInProps) {
  const otherWay = OTHER_WAYS[network]
  const [stores] = useState(() => newStores(network))
  const [way, setWay] = useState<keyof typeof stores>('page')
  const isPage = way === 'page'
  const { sending } = useStore(stores[way].$state)
  const { provider, fullAccessPhrase } = networks[network].account
  const { name, label, example } = signInFieldOf(network)
  const isSite = name === 'site'
  return (
    <FormDialog
      store={stores[way]}
      keepsDraft
      onSent={isPage ? () => {} : onClose}
      title={`Connect ${networks[network].name}`}
      submit={isPage ? `Continue with ${provider}` : 'Connect'}
      busyLabel={isPage ? `Opening ${provider}` : 'Connecting'}
      onClose={onClose}
    >
      <TextField
        label={label}
        name={name}
        required
        inputMode={isSite ? 'url' : 'text'}
        autoComplete={isSite ? 'url' : 'username'}
        autoCapitalize="none"
        spellCheck={false}
        placeholder={example}
        defaultValue={useKnown(network)}
        hint={
          isPage
            ? `${capitalised(provider)} opens. Sign in there${fullAccessPhrase}, and you come back here. We never see your password, and you can end our access there at any time.`
            : undefined
        }
      />
      {!isPage && otherWay?.fields}
      {otherWay && (
        <button
          type="button"
          className="link link-hover pointer-coarse:min-h-11 justify-self-start text-sm font-semibold text-info"
          disabled={sending}
          onClick={() => setWay(isPage ? 'other' : 'page')}
        >
          {isPage ? otherWay.label : `Sign in at ${provider} instead`}
        </button>
      )}
    </FormDialog>
  )
}

/** Returns the handle or website that is connected, or else the business's website. */
function useKnown(network: DecentralizedNetwork): string {
  const account = useStore($accounts[network]).data
  const website = useStore($selectedDomain)?.websiteURL ?? ''
  const isSite = signInFieldOf(network).name === 'site'
  if (!account?.accountConnected) return isSite ? website : ''
  return isSite ? account.link : account.username
}
