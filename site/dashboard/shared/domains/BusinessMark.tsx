import { computed } from 'nanostores'
import type { ReactNode } from 'react'

import { inDomain } from '#shared/businesses/domain-header.ts'
import { openPage } from '#site/dashboard/shared/router.ts'
import { $domains, selectDomain } from './store.ts'

const COLOURS = ['bg-tag-1', 'bg-tag-2', 'bg-tag-3', 'bg-tag-4', 'bg-tag-5', 'bg-tag-6']

export const BusinessMark = ({ business, className = '' }: { business: Business; className?: string }) => (
  <span
    className={`inline-block shrink-0 rounded-selector px-1 text-[0.6875rem] leading-4 font-semibold text-mark ${COLOURS[business.colour]} ${className}`}
  >
    <span aria-hidden="true">{business.initials}</span>
    <span className="sr-only">{business.name}</span>
  </span>
)

type Business = { id: string; name: string; initials: string; colour: number }

const initialsOf = (name: string) =>
  (name.match(/\p{L}[\p{L}\p{M}’']*|\p{N}+/gu) ?? [name])
    .slice(0, 2)
    .map(word => [...word][0]?.toUpperCase() ?? '')
    .join('')

/** The user's businesses by id, each with initials and a colour. */
export const $businesses = computed(
  $domains,
  ({ data = [] }) =>
    new Map(
      data.map(({ _id: id, businessName: name }, index): [string, Business] => [
        id,
        { id, name, initials: initialsOf(name), colour: index % COLOURS.length },
      ]),
    ),
)

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

export async function openInBusiness(domainId: string, href: string) {
  if (await selectDomain(domainId)) openPage(href)
}
