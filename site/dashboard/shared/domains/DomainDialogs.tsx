import { useStore } from '@nanostores/react'
import { useState } from 'react'

import type { Domain } from '#shared/businesses/domains.ts'
import { ConfirmDialog } from '#site/ui/dialogs/ConfirmDialog.tsx'
import { $domainDialog, closeDomainDialog } from './dialogs.ts'
import { DomainForm } from './DomainForm.tsx'
import { deleteDomain } from './store.ts'

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
