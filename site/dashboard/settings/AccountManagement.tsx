import { useStore } from '@nanostores/react'
import { Download } from 'lucide-react'
import { useState } from 'react'

import { RequestDeletion, DELETION_MESSAGES, DELETION_WORD } from '#shared/auth/account-deletion.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { showDialog } from '#site/dashboard/shared/open-dialog.ts'
import { schemaForm } from '#site/forms/form-store.ts'
import { FormDialog } from '#site/forms/FormDialog.tsx'
import { readFields } from '#site/forms/use-form.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { timeZone } from '#site/lib/format.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { Button, BusyButton } from '#site/ui/Button.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { PasswordField } from '#site/ui/fields/password/PasswordField.tsx'
import { Time } from '#site/ui/Time.tsx'
import { Section } from './Section.tsx'

/** Downloads without leaving the page and its unsaved changes. */
const downloadData = () =>
  withErrorToast('Your download didn’t start. Try again.', async () => {
    const { url: href } = await bodyOf(api.users.exportLink.$post())
    Object.assign(document.createElement('a'), { href, download: '' }).click()
  })

const deletion = schemaForm(RequestDeletion, {
  failed: 'Your request didn’t reach us. Try again.',
  async send(request) {
    await api.users.requestDeletion.$post({ json: request })
    await $me.reload()
    toast('success', 'Your account will be deleted.')
  },
})

export const AccountManagement = () => (
  <Section anchor="account" note="Your data is yours. Download it or delete it any time.">
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="max-w-prose grow basis-64 text-sm">
        Everything that we keep about you in one zip: profile, businesses, posts, files and settings.
      </p>
      <BusyButton onClick={downloadData} icon={<Download />}>
        Download my data
      </BusyButton>
    </div>
    <Deletion />
  </Section>
)

function Deletion() {
  const me = useStore($me).data

  if (me?.deletionAt)
    return (
      <div className="border-t border-base-300 pt-5">
        <p className="max-w-prose text-sm">
          You asked us to delete your account. The deletion begins{' '}
          <strong>
            <Time instant={me.deletionAt} zone={timeZone()} />
          </strong>
          ; until then you can change your mind at the top of every screen.
        </p>
      </div>
    )
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-base-300 pt-5">
      <p className="max-w-prose grow basis-64 text-sm">
        Deletes your account and everything in it, seven days after you ask.
      </p>
      <Button className="text-error" disabled={!me} onClick={() => showDialog(DeleteAccount, {})}>
        Request Account Deletion
      </Button>
    </div>
  )
}

/** Omits an empty password: users who have just signed in need none. */
const read = (form: HTMLFormElement) => {
  const { confirm, password } = readFields(form)
  return { confirm, ...(password && { password }) }
}

function DeleteAccount({ onClose }: { onClose: () => void }) {
  const me = useStore($me).data
  const [typed, setTyped] = useState('')
  const { message } = useStore(deletion.$state)
  const hasPassword = me && !me.isGoogleAccount
  return (
    <FormDialog
      store={deletion}
      read={read}
      title="Request Account Deletion"
      submit="Delete my account"
      danger
      incomplete={typed !== DELETION_WORD}
      // Without a field for the password, the form shows that it is needed.
      message={hasPassword ? undefined : message}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1.5 ps-5 text-sm">
        {DELETION_MESSAGES.whatHappens.map(step => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <TextField
        label={
          <>
            Type <code className="font-mono">{DELETION_WORD}</code> to confirm
          </>
        }
        name="confirm"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      {hasPassword && (
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          hint="Not needed if you signed in within the last ten minutes."
        />
      )}
    </FormDialog>
  )
}
