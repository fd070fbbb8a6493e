import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { BlueskyLoginInput, BlueskyStart, DEFAULT_SERVER } from '#shared/bluesky.ts'
import { checkForm, formStore } from '#site/forms/form-store.ts'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { FormModal } from '#site/ui/dialogs/FormModal.tsx'
import { ExternalTextLink } from '#site/ui/ExternalButton.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { PasswordField } from '#site/ui/fields/password/PasswordField.tsx'
import { connectBluesky, startBluesky } from './bluesky-sign-in.ts'
import { closeForm } from './page-sign-in.ts'
import { $accounts } from './store.ts'

const NOT_CONNECTED = 'Bluesky was not connected. Try again in a minute.'

const newSignIns = () => ({
  oauth: formStore({
    check: (values: unknown) => checkForm(BlueskyStart, values),
    send: json => startBluesky(json),
    failed: NOT_CONNECTED,
  }),
  password: formStore({
    check: (values: unknown) => checkForm(BlueskyLoginInput, values),
    send: connectBluesky,
    failed: NOT_CONNECTED,
  }),
})

/** Connects an account by its handle and the sign-in page of its server (OAuth), or by an app password. */
export function BlueskyDialog() {
  const [stores] = useState(newSignIns)
  const [method, setMethod] = useState<keyof typeof stores>('oauth')
  const isOAuth = method === 'oauth'
  const account = useStore($accounts.bluesky).data
  const { form, sending, message, fields } = useForm(stores[method], {
    read: readFields,
    onSent: isOAuth ? () => {} : closeForm,
  })
  return (
    <FormModal
      title="Connect Bluesky"
      submit={isOAuth ? 'Continue at Bluesky' : 'Connect'}
      busyLabel={isOAuth ? 'Opening Bluesky' : 'Connecting'}
      form={form}
      sending={sending}
      message={Object.keys(fields).length > 0 ? '' : message}
      onClose={closeForm}
    >
      <TextField
        label="Handle"
        name="handle"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={`name.${DEFAULT_SERVER}`}
        defaultValue={account?.accountConnected ? account.username : ''}
        hint={
          isOAuth
            ? 'The account’s own server opens. Sign in there and agree, and you come back here. We never see your password, and may only post, like and hide replies.'
            : undefined
        }
      />
      {!isOAuth && <AppPassword />}
      <button
        type="button"
        className="link link-hover pointer-coarse:min-h-11 justify-self-start text-sm font-semibold text-info"
        disabled={sending}
        onClick={() => {
          stores[method].leave()
          setMethod(isOAuth ? 'password' : 'oauth')
        }}
      >
        {isOAuth ? 'Use an app password instead' : 'Sign in at Bluesky instead'}
      </button>
    </FormModal>
  )
}

const AppPassword = () => (
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
)
