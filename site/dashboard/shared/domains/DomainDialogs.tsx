import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { type Domain, SaveDomain } from '#shared/businesses/domains.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { completeUrl } from '#shared/text/urls.ts'
import { currentZoneName } from '#shared/zone-names.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $composer } from '#site/dashboard/shared/post-dialogs/url.ts'
import { addSuggestedTimesTo } from '#site/dashboard/shared/posting-times.ts'
import { openPage } from '#site/dashboard/shared/router.ts'
import { schemaForm } from '#site/forms/form-store.ts'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { timeZone } from '#site/lib/format.ts'
import { Button } from '#site/ui/Button.tsx'
import { ConfirmDialog } from '#site/ui/dialogs/ActionModal.tsx'
import { FormModal } from '#site/ui/dialogs/FormModal.tsx'
import { SelectField, TextField } from '#site/ui/fields/Field.tsx'
import { $prefersAll } from './scope.ts'
import {
  $domainDialog,
  closeDomainDialog,
  askToDeleteDomain,
  deleteDomain,
  isSelectedOnceAdded,
  saveDomain,
} from './store.ts'
import { zoneChoices } from './zone-choices.ts'

// A new post would be for the business that was selected last.
$composer.listen((opened, before) => {
  if (!opened || before || !$prefersAll.get()) return
  const { draft, edit, from, at } = opened
  if (!draft && !edit && !from) $domainDialog.set({ open: 'choose', at })
})

export function DomainDialogs() {
  const dialog = useStore($domainDialog)
  if (dialog.open === 'create') return <DomainForm {...dialog} />
  if (dialog.open === 'edit') return <DomainForm title="Edit Domain" domain={dialog.domain} />
  if (dialog.open === 'delete') return <DeleteDomain domain={dialog.domain} />
  if (dialog.open === 'choose') return <ChooseBusiness at={dialog.at} />
  return dialog.open === 'connect' && <ConnectLinkDialog />
}

const ConnectLinkDialog = lazyPart(
  async () => (await import('#site/dashboard/shared/connect-links/ConnectLinkDialog.tsx')).ConnectLinkDialog,
  { what: 'This form', onFailure: closeDomainDialog },
)

const ChooseBusiness = lazyPart(async () => (await import('./ChooseBusiness.tsx')).ChooseBusiness, {
  what: 'The list of businesses',
  onFailure: closeDomainDialog,
})

function DeleteDomain({ domain }: { domain: Domain }) {
  // A failure is shown in a toast.
  const confirm = () => deleteDomain(domain._id).then(closeDomainDialog, () => undefined)
  return (
    <ConfirmDialog
      danger
      title={domain.isSample ? 'Clear the sample data?' : `Delete ${domain.businessName}?`}
      label={domain.isSample ? 'Clear it' : 'Delete'}
      onClose={closeDomainDialog}
      onAction={confirm}
    >
      <p>
        {domain.isSample && `This removes ${domain.businessName} with its posts, drafts and figures. `}
        Deleting this domain will permanently remove all associated data, including any linked social
        accounts. This action cannot be undone.
      </p>
    </ConfirmDialog>
  )
}

function DomainForm({ title, domain, success }: { title: string; domain?: Domain; success?: string }) {
  const [store] = useState(() => domainForm(domain, success))
  const { form, sending } = useForm(store, { read: readFields, onSent: closeDomainDialog })
  return (
    <FormModal
      title={title}
      submit={domain ? 'Update' : 'Create'}
      // A toast shows other errors than those of fields.
      message=""
      onClose={closeDomainDialog}
      form={form}
      sending={sending}
      others={
        domain &&
        isAllowed(domain.role, 'own') && (
          <Button
            variant="quiet"
            className="me-auto text-error"
            disabled={sending}
            onClick={() => askToDeleteDomain(domain)}
          >
            Delete Domain
          </Button>
        )
      }
    >
      <DomainFields domain={domain} />
      {!domain && <ZoneField />}
    </FormModal>
  )
}

export const DomainFields = ({ domain }: { domain: Domain | undefined }) => (
  <>
    <TextField
      label="Name *"
      name="businessName"
      required
      autoComplete="organization"
      placeholder="Pat’s Plumbing"
      defaultValue={domain?.businessName}
    />
    <TextField
      label="Website"
      name="websiteURL"
      type="url"
      inputMode="url"
      autoComplete="url"
      placeholder="https://patsplumbing.com.au"
      hint="Optional. We check how fast and how easy to find it is."
      defaultValue={domain?.websiteURL}
      onBlur={({ target }) => (target.value = completeUrl(target.value))}
    />
  </>
)

/** Suggests the browser's zone, which may not be the business's. */
export function ZoneField() {
  const zone = currentZoneName(timeZone())
  return (
    <SelectField
      label="Time zone of the business"
      name="timeZone"
      hint="Posts go out by its clock. You can change it later in Settings."
      choices={zoneChoices(zone)}
      defaultValue={zone}
    />
  )
}

async function connectOnceSelected(id: string) {
  if (await isSelectedOnceAdded(id)) openPage('/dashboard/social-hub')
}

/** Adds or changes a business. `success` is the message about a new client, whose accounts are the next screen. */
export const domainForm = (domain: Domain | undefined, success?: string) =>
  schemaForm(SaveDomain, {
    async send(value) {
      const id = await saveDomain(value, domain?._id, success)
      if (!domain) void addSuggestedTimesTo(id)
      if (success) void connectOnceSelected(id)
    },
    failed: '',
  })
