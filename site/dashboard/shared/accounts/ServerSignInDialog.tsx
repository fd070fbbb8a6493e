import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { signInFieldOf, networks, type DecentralizedNetwork } from '#shared/networks.ts'
import { signInInput } from '#shared/server-sign-in.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { schemaForm } from '#site/forms/form-store.ts'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { FormModal } from '#site/ui/dialogs/FormModal.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { blueskyPassword } from './bluesky-password.tsx'
import { $form, closeForm, openServerSignIn } from './server-sign-in.ts'
import { $accounts } from './store.ts'

/** Networks that offer another way besides their page. */
const OTHER_WAYS: Partial<Record<DecentralizedNetwork, typeof blueskyPassword>> = { bluesky: blueskyPassword }

/** Form that names the account or website to connect. The sign-in continues on a page of its server. */
export function ServerSignInDialog() {
  const network = useStore($form)
  return network && <ServerSignIn key={network} network={network} />
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function newStores(network: DecentralizedNetwork) {
  const failed = `${networks[network].name} was not connected. Try again in a minute.`
  const page = schemaForm(signInInput(network), { send: json => openServerSignIn(network, json), failed })
  return { page, other: OTHER_WAYS[network]?.newStore(failed) ?? page }
}

function ServerSignIn({ network }: { network: DecentralizedNetwork }) {
  const otherWay = OTHER_WAYS[network]
  const [stores] = useState(() => newStores(network))
  const [way, setWay] = useState<keyof typeof stores>('page')
  const isPage = way === 'page'
  const { form, sending, message, fields } = useForm(stores[way], {
    read: readFields,
    onSent: isPage ? () => {} : closeForm,
  })
  const { provider, fullAccessPhrase } = networks[network].account
  const { name, label, example } = signInFieldOf(network)
  const isSite = name === 'site'
  return (
    <FormModal
      title={`Connect ${networks[network].name}`}
      submit={isPage ? `Continue with ${provider}` : 'Connect'}
      busyLabel={isPage ? `Opening ${provider}` : 'Connecting'}
      form={form}
      sending={sending}
      message={Object.keys(fields).length > 0 ? '' : message}
      onClose={closeForm}
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
          onClick={() => {
            stores[way].clearErrors()
            setWay(isPage ? 'other' : 'page')
          }}
        >
          {isPage ? otherWay.label : `Sign in at ${provider} instead`}
        </button>
      )}
    </FormModal>
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
