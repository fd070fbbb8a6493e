import { BlueskyLoginInput, DEFAULT_SERVER } from '#shared/bluesky.ts'
import { schemaForm } from '#site/forms/form-store.ts'
import { api } from '#site/lib/api/api.ts'
import { ExternalTextLink } from '#site/ui/ExternalButton.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { PasswordField } from '#site/ui/fields/password/PasswordField.tsx'
import { showConnected } from './accounts.ts'

/** @throws {ApiError} which the form shows */
export async function connectBluesky(json: BlueskyLoginInput): Promise<void> {
  await api.auth.bluesky.$post({ json })
  await showConnected('bluesky')
}

/** The way to connect an account without its server's page. `fields` follow the account's own. */
export const blueskyPassword = {
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
