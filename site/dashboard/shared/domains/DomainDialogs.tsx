import { useStore } from '@nanostores/react'
import { useState, type FormEvent } from 'react'

import { type Domain, SaveDomain } from '#shared/businesses/domains.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import type { Fields } from '#shared/errors.ts'
import { checkForm } from '#site/forms/form-store.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { Button } from '#site/ui/Button.tsx'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { TextField, focusFirstInvalid } from '#site/ui/fields/Field.tsx'
import { $domainDialog, closeDomainDialog, askToDeleteDomain, deleteDomain, saveDomain } from './store.ts'

/** The open business dialog, if any. The shell shows it over every screen. */
export function DomainDialogs() {
  const dialog = useStore($domainDialog)
  if (dialog.open === 'create') return <DomainForm />
  if (dialog.open === 'edit') return <DomainForm domain={dialog.domain} />
  if (dialog.open === 'delete') return <DeleteDomain domain={dialog.domain} />
  return null
}

function DeleteDomain({ domain }: { domain: Domain }) {
  const [deleting, setDeleting] = useState(false)

  async function confirm() {
    setDeleting(true)
    try {
      await deleteDomain(domain._id)
      closeDomainDialog()
    } catch {
      setDeleting(false)
    }
  }

  return (
    <ConfirmDialog
      open
      danger
      title={domain.isSample ? 'Clear the sample data?' : `Delete ${domain.businessName}?`}
      confirmLabel={domain.isSample ? 'Clear it' : 'Delete'}
      busy={deleting}
      onCancel={closeDomainDialog}
      onConfirm={confirm}
    >
      <p>
        {domain.isSample && `This removes ${domain.businessName} with its posts, drafts and figures. `}
        Deleting this domain will permanently remove all associated data, including any linked social
        accounts. This action cannot be undone.
      </p>
    </ConfirmDialog>
  )
}

const check = (form: HTMLFormElement) => checkForm(SaveDomain, Object.fromEntries(new FormData(form)))

function DomainForm({ domain }: { domain?: Domain }) {
  const [fields, setFields] = useState<Fields>({})
  const [tried, setTried] = useState(false)
  const [saving, setSaving] = useState(false)

  function refuse(fields: Fields, form: HTMLFormElement) {
    setFields(fields)
    requestAnimationFrame(() => focusFirstInvalid(form))
  }

  function onChange(event: FormEvent<HTMLFormElement>) {
    if (!tried) return
    const checked = check(event.currentTarget)
    setFields(checked.ok ? {} : checked.fields)
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (saving) return
    const form = event.currentTarget
    const checked = check(form)
    setTried(true)
    if (!checked.ok) return refuse(checked.fields, form)
    setFields({})
    setSaving(true)
    try {
      await saveDomain(checked.value, domain?._id)
      closeDomainDialog()
    } catch (error) {
      setSaving(false)
      if (error instanceof ApiError) refuse(error.fields, form)
    }
  }

  return (
    <Modal
      open
      onClose={closeDomainDialog}
      locked={saving}
      title={domain ? 'Edit Domain' : 'Create Domain'}
      actions={
        <>
          {domain && isAllowed(domain.role, 'own') && (
            <Button
              variant="quiet"
              className="me-auto text-error"
              disabled={saving}
              onClick={() => askToDeleteDomain(domain)}
            >
              Delete Domain
            </Button>
          )}
          <Button onClick={closeDomainDialog} disabled={saving}>
            Cancel
          </Button>
          <Button type="submit" form="domain-form" variant="primary" busy={saving}>
            {domain ? 'Update' : 'Create'}
          </Button>
        </>
      }
    >
      <form id="domain-form" noValidate onSubmit={onSubmit} onChange={onChange} className="grid gap-5">
        <TextField
          label="Name *"
          name="businessName"
          required
          autoComplete="organization"
          placeholder="Pat’s Plumbing"
          defaultValue={domain?.businessName}
          error={fields.businessName}
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
          error={fields.websiteURL}
        />
      </form>
    </Modal>
  )
}
