import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { BlueskyLoginInput, DEFAULT_SERVER } from '#shared/bluesky.ts'
import { checkForm, formStore } from '#site/forms/form-store.ts'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { FormModal } from '#site/ui/dialogs/FormModal.tsx'
import { ExternalTextLink } from '#site/ui/ExternalButton.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { PasswordField } from '#site/ui/fields/password/PasswordField.tsx'
import { closeBlueskySignIn, connectBluesky } from './bluesky-sign-in.ts'
import { $accounts } from './store.ts'

const newSignIn = () =>
  formStore({
    check: (values: unknown) => checkForm(BlueskyLoginInput, values),
    send: connectBluesky,
    failed: 'Bluesky was not connected. Try again in a minute.',
  })

export function BlueskyDialog() {
  const [store] = useState(newSignIn)
  const account = useStore($accounts.bluesky).data
  const { form, sending, message, fields } = useForm(store, { read: readFields, onSent: closeBlueskySignIn })
  return (
    <FormModal
      title="Connect Bluesky"
      submit="Connect"
      busyLabel="Connecting"
      form={form}
      sending={sending}
      message={Object.keys(fields).length > 0 ? '' : message}
      onClose={closeBlueskySignIn}
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
      />
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
    </FormModal>
  )
}
