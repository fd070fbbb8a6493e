import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'

import type { Domain, SaveDomain } from '#shared/businesses/domains.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { DomainFields, domainForm } from '#site/dashboard/shared/domains/DomainDialogs.tsx'
import { $selectedDomain, askToDeleteDomain } from '#site/dashboard/shared/domains/store.ts'
import { $lookedAfter } from '#site/dashboard/shared/permissions.tsx'
import { readFields, useForm } from '#site/forms/use-form.ts'
import { Button } from '#site/ui/Button.tsx'
import { Form } from '#site/ui/fields/Field.tsx'
import { SaveRow } from './SaveRow.tsx'
import { useUnsaved } from './store.ts'

/** The name and website of the selected business. */
export function Details() {
  const domain = useStore($selectedDomain)
  return domain && <DetailsForm key={domain._id} domain={domain} />
}

function DetailsForm({ domain }: { domain: Domain }) {
  const [store] = useState(() => domainForm(domain))
  const [unsaved, setUnsaved] = useUnsaved<SaveDomain>('details')
  const [initial] = useState({ ...domain, ...unsaved })
  const [isSaved, setSaved] = useState(false)
  const { form, sending } = useForm(store, { read: readFields, onSent: onSaved })
  const { one } = useStore($lookedAfter)

  function onSaved() {
    setUnsaved(undefined)
    setSaved(true)
  }

  function onChange(event: FormEvent<HTMLFormElement>) {
    form.onChange(event)
    const { businessName = '', websiteURL = '' } = readFields(event.currentTarget)
    const isSame = businessName === domain.businessName && websiteURL === domain.websiteURL
    setUnsaved(isSame ? undefined : { businessName, websiteURL })
    setSaved(false)
  }

  return (
    <Form {...form} onChange={onChange} className="grid grid-cols-1 gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <DomainFields domain={initial} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {isAllowed(domain.role, 'own') && (
          <Button variant="quiet" className="-ms-3 text-error" onClick={() => askToDeleteDomain(domain)}>
            Delete this {one}
          </Button>
        )}
        <SaveRow
          // A toast tells of a failure.
          saving={sending ? 'saving' : isSaved ? 'saved' : undefined}
          isChanged={unsaved !== undefined}
        />
      </div>
    </Form>
  )
}
