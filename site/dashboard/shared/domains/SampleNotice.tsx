import { useStore } from '@nanostores/react'
import { FlaskConical } from 'lucide-react'

import { Banner } from '#site/ui/Banner.tsx'
import { Button } from '#site/ui/Button.tsx'
import { askToDeleteDomain } from './dialogs.ts'
import { $selectedDomain } from './store.ts'

export function SampleNotice() {
  const domain = useStore($selectedDomain)
  if (!domain?.isSample) return null
  return (
    <Banner
      tone="info"
      icon={FlaskConical}
      label="Sample data"
      actions={
        domain.role === 'owner' && (
          <Button small onClick={() => void askToDeleteDomain(domain)}>
            Clear it
          </Button>
        )
      }
    >
      <strong>{domain.businessName} is sample data.</strong>{' '}
      <span className="max-sm:hidden">Look around and try things. </span>Nothing you publish here leaves this
      server.
    </Banner>
  )
}
