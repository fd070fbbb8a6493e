import { computed } from 'nanostores'
import type { ReactNode } from 'react'

import { linkToDomain } from '#shared/businesses/domain-header.ts'
import { openPage } from '#site/dashboard/shared/router.ts'
import { openConnectLink } from './dialogs.ts'
import { $domains, CONNECT_LINK_PATH, selectDomain } from './store.ts'

const COLOURS = ['bg-tag-1', 'bg-tag-2', 'bg-tag-3', 'bg-tag-4', 'bg-tag-5', 'bg-tag-6']

export const BusinessMark = ({ business, className = '' }: { business: Business; className?: string }) => (
  <span
    className={`inline-block shrink-0 rounded-selector px-1 text-[0.6875rem] leading-4 font-semibold text-mark ${COLOURS[business.colour]} ${className}`}
  >
    <span aria-hidden="true">{business.initials}</span>
    <span className="sr-only">{business.name}</span>
  </span>
)

/** The mark and the name. Screen readers read only the name. */
export const BusinessName = ({ business, className }: { business: Business; className: string }) => (
  <>
    <span aria-hidden="true" className="contents">
      <BusinessMark business={business} />
    </span>
    <span className={className}>{business.name}</span>
  </>
)

type Business = { id: string; name: string; initials: string; colour: number }

const initialsOf = (name: string) =>
  (name.match(/\p{L}[\p{L}\p{M}’']*|\p{N}+/gu) ?? [name])
    .slice(0, 2)
    .map(word => [...word][0]?.toUpperCase() ?? '')
    .join('')

const hashOf = (id: string) => [...id].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 9973, 0)

/** Returns each business's colour as an index, a least used one. Older ones choose first, so that a new one changes none. */
export function coloursOf(ids: readonly string[]): Map<string, number> {
  const uses = COLOURS.map(() => 0)
  const colours = new Map<string, number>()
  for (const id of ids.toSorted()) {
    const preferred = COLOURS.map((_, index) => (hashOf(id) + index) % COLOURS.length)
    const fewest = Math.min(...uses)
    const colour = preferred.find(index => uses[index] === fewest) ?? 0
    uses[colour] = fewest + 1
    colours.set(id, colour)
  }
  return colours
}

export const $businesses = computed($domains, ({ data = [] }) => {
  const colours = coloursOf(data.map(({ _id }) => _id))
  return new Map(
    data.map(({ _id: id, businessName: name }): [string, Business] => [
      id,
      { id, name, initials: initialsOf(name), colour: colours.get(id) ?? 0 },
    ]),
  )
})

type BusinessLinkProps = { domainId: string; href: string; className: string; children: ReactNode }

/** Link that selects a business, then opens a screen. Another tab reads the business from the URL. */
export const BusinessLink = ({ domainId, href, className, children }: BusinessLinkProps) => (
  <a
    href={linkToDomain(href, domainId)}
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

export async function openInBusiness(domainId: string, href: string): Promise<void> {
  if (href === CONNECT_LINK_PATH) return openConnectLink(domainId)
  if (await selectDomain(domainId)) openPage(href)
}
