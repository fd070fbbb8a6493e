import type { ReactNode } from 'react'

import { inDomain } from '#shared/businesses/domain-header.ts'
import { openPage } from '#site/dashboard/shared/router.ts'
import { api } from '#site/lib/api/api.ts'
import { withErrorToast } from '#site/lib/with-error-toast.ts'
import { selectDomain, $domains } from './store.ts'

type BusinessLinkProps = { domainId: string; href: string; className: string; children: ReactNode }

/**
 * A link to a screen of a business. Selects the business before the screen opens. Another tab reads the business from the
 * URL.
 */
export const BusinessLink = ({ domainId, href, className, children }: BusinessLinkProps) => (
  <a
    href={inDomain(href, domainId)}
    className={className}
    onClick={event => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      void openInBusiness(domainId, href)
    }}
  >
    {children}
  </a>
)

/** Selects a business, then opens a screen, which shows that business. */
export async function openInBusiness(domainId: string, href: string) {
  if (await selectDomain(domainId)) openPage(href)
}

const visit = api.businesses[':id'].visit

/** Opens a business of which the administrator isn't a member. */
export async function openAsAdministrator(id: string): Promise<void> {
  await withErrorToast('The business didn’t open. Try again.', async () => {
    await visit.$post({ param: { id } })
    await $domains.reload()
    await openInBusiness(id, '/dashboard')
  })
}

/** Ends the visit, and goes back to all clients. */
export async function leaveAsAdministrator(id: string): Promise<void> {
  await withErrorToast('That didn’t work. Try again.', async () => {
    // Leaves the screen first, because its calls are rejected once the visit has ended.
    openPage('/dashboard/clients')
    await visit.$delete({ param: { id } })
    await $domains.reload()
  })
}
