import { type FormEvent, useState } from 'react'

import { type Domain, SaveDomain } from '#shared/domains.ts'
import type { Fields } from '#shared/errors.ts'
import { ApiError } from '#site/lib/api-error.ts'
import { checkForm } from '#site/lib/check-form.ts'
import { Button } from '#site/ui/Button.tsx'
import { TextField } from '#site/ui/Field.tsx'
import { Modal } from '#site/ui/Modal.tsx'
import { askToDeleteDomain, closeDomainDialog } from './dialogs.ts'
import { saveDomain } from './store.ts'

/** Create Domain, or Edit Domain when one is given. */
export function DomainForm({ domain }: { domain?: Domain }) {
  const [fields, setFields] = useState<Fields>({})
  const [saving, setSaving] = useState(false)

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (saving) return
    const checked = checkForm(SaveDomain, Object.fromEntries(new FormData(event.currentTarget)))
    if (!checked.ok) return setFields(checked.fields)
    setFields({})
    setSaving(true)
    try {
      await saveDomain(checked.value, domain?._id)
      closeDomainDialog()
    } catch (error) {
      if (error instanceof ApiError) setFields(error.fields)
      setSaving(false)
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
          {domain && (
            <Button
              look="quiet"
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
          <Button type="submit" form="domain-form" look="primary" busy={saving}>
            {domain ? 'Update' : 'Create'}
          </Button>
        </>
      }
    >
      <form id="domain-form" noValidate onSubmit={onSubmit} className="grid gap-5">
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
