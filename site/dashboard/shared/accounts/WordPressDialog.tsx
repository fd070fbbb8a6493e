import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { WordPressStart } from '#shared/wordpress.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { checkForm, formStore } from '#site/forms/form-store.ts'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { FormModal } from '#site/ui/dialogs/FormModal.tsx'
import { TextField } from '#site/ui/fields/Field.tsx'
import { closeForm } from './page-sign-in.ts'
import { $accounts } from './store.ts'
import { startWordPress } from './wordpress-sign-in.ts'

const newSignIn = () =>
  formStore({
    check: (values: unknown) => checkForm(WordPressStart, values),
    send: json => startWordPress(json),
    failed: 'The website was not connected. Try again in a minute.',
  })

/** Asks for a website, whose own page then asks its owner. */
export function WordPressDialog() {
  const [store] = useState(newSignIn)
  const account = useStore($accounts.wordpress).data
  const website = useStore($selectedDomain)?.websiteURL
  const { form, sending, message, fields } = useForm(store, { read: readFields })
  return (
    <FormModal
      title="Connect WordPress"
      submit="Continue on the website"
      busyLabel="Finding WordPress"
      form={form}
      sending={sending}
      message={Object.keys(fields).length > 0 ? '' : message}
      onClose={closeForm}
    >
      <TextField
        label="Website"
        name="site"
        required
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://example.com"
        defaultValue={account?.accountConnected ? account.link : (website ?? '')}
        hint="Sign in there as an author, an editor or an administrator, and agree. WordPress gives us a password of our own, which you can delete on your profile page there at any time."
      />
    </FormModal>
  )
}
