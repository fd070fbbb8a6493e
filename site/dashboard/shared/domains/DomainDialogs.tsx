import { useStore } from '@nanostores/react'
import { useState } from 'react'

import { type Domain, SaveDomain } from '#shared/businesses/domains.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { completeUrl } from '#shared/text/urls.ts'
import { currentZoneName } from '#shared/zone-names.ts'
import { addSuggestedTimesTo } from '#site/dashboard/shared/posting-times.ts'
import { openPage } from '#site/dashboard/shared/router.ts'
import { schemaForm } from '#site/forms/form-store.ts'
import { FormDialog } from '#site/forms/FormDialog.tsx'
import { timeZone } from '#site/lib/format.ts'
import { Button } from '#site/ui/Button.tsx'
import { ConfirmDialog } from '#site/ui/dialogs/ActionModal.tsx'
import { SelectField, TextField } from '#site/ui/fields/Field.tsx'
import { askToDeleteDomain } from './dialogs.ts'
import { deleteDomain, isSelectedOnceAdded, saveDomain } from './store.ts'
import { zoneChoices } from './zone-choices.ts'

export function DeleteDomain({ domain, onClose }: { domain: Domain; onClose: () => void }) {
  // A failure is shown in a toast.
  const confirm = () => deleteDomain(domain._id).then(onClose, () => undefined)
  return (
    <ConfirmDialog
      danger
      title={domain.isSample ? 'Clear the sample data?' : `Delete ${domain.businessName}?`}
      label={domain.isSample ? 'Clear it' : 'Delete'}
      onClose={onClose}
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

type DomainFormProps = { title: string; domain?: Domain; success?: string; onClose: () => void }

export function DomainForm({ title, domain, success, onClose }: DomainFormProps) {
  const [store] = useState(() => domainForm(domain, success))
  const { sending } = useStore(store.$state)
  return (
    <FormDialog
      store={store}
      title={title}
      submit={domain ? 'Update' : 'Create'}
      // A toast shows other errors than those of fields.
      message=""
      onClose={onClose}
      others={
        domain &&
        isAllowed(domain.role, 'own') && (
          <Button
            variant="quiet"
            className="me-auto text-error"
            disabled={sending}
            onClick={() => void askToDeleteDomain(domain)}
          >
            Delete Domain
          </Button>
        )
      }
    >
      <DomainFields domain={domain} />
      {!domain && <ZoneField />}
    </FormDialog>
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
      placeholder="https://patsplumbing.com"
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
