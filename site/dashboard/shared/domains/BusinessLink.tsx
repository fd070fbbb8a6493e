import type { ReactNode } from 'react'

import { inDomain } from '#shared/businesses/domain-header.ts'
import { openPage } from '#site/dashboard/shared/router.ts'
import { selectDomain } from './store.ts'

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
