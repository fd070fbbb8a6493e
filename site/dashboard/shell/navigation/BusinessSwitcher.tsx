import { useStore } from '@nanostores/react'
import { Check, ChevronsUpDown, Globe, Plus, Settings } from 'lucide-react'
import { useState } from 'react'

import type { Domain } from '#shared/businesses/domains.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { compareNames } from '#shared/text/compare-names.ts'
import { fold } from '#shared/text/fold.ts'
import {
  editDomain,
  $domains,
  $domainsRefreshing,
  $selectedDomain,
  selectDomain,
} from '#site/dashboard/shared/domains/store.ts'
import { $lookedAfter } from '#site/dashboard/shared/permissions.tsx'
import { Button } from '#site/ui/Button.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { Dropdown } from '#site/ui/popovers/Dropdown.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'

const WITHOUT_ONE = { loading: 'Loading...', ready: 'Add Domains', failed: 'Your businesses' } as const

const LOOKS = {
  sidebar: `flex min-h-11 w-full cursor-pointer items-center gap-2.5 rounded-field border border-edge bg-raised px-3 text-sm font-semibold
    hover:bg-base-content/8 rail:size-11 rail:justify-center rail:px-0`,
  bar: 'flex h-full w-full cursor-pointer items-center gap-2 rounded-field px-2 pt-4 font-semibold -outline-offset-2',
} as const

export function BusinessSwitcher({ place }: { place: keyof typeof LOOKS }) {
  const domains = useStore($domains)
  const selected = useStore($selectedDomain)
  const refreshing = useStore($domainsRefreshing)
  const lookedAfter = useStore($lookedAfter)
  const label = selected?.businessName ?? WITHOUT_ONE[domains.state]
  const inSidebar = place === 'sidebar'

  return (
    <Dropdown
      description="Choose a business"
      rootClassName={inSidebar ? 'w-full' : 'min-w-0'}
      panelClassName="w-72 max-w-[calc(100vw-1.5rem)]"
      className={LOOKS[place]}
      trigger={
        <>
          {refreshing ? <Spinner /> : <Mark name={selected?.businessName} />}
          <span className={`truncate text-start ${inSidebar ? `grow ${RAIL_HIDDEN}` : ''}`}>{label}</span>
          <ChevronsUpDown className={`size-4 shrink-0 text-soft ${inSidebar ? 'rail:hidden' : ''}`} />
        </>
      }
    >
      {close => (
        <>
          <h2 className="px-4 pt-3 pb-1 text-base">
            {lookedAfter.one === 'client' ? 'Your clients' : 'Your Domains'}
          </h2>
          <DomainList onDone={close} />
          <div className="border-t border-base-300 p-2">
            <button
              type="button"
              className="btn btn-ghost w-full justify-start px-3"
              onClick={() => {
                close()
                lookedAfter.create()
              }}
            >
              <Plus className="size-4" />
              {lookedAfter.one === 'client' ? lookedAfter.add : 'Create New'}
            </button>
          </div>
        </>
      )}
    </Dropdown>
  )
}

/** On the rail, where there is no room for its name, its initial. */
const Mark = ({ name }: { name: string | undefined }) => (
  <>
    <Globe className={`size-4 shrink-0 ${name ? 'rail:hidden' : ''}`} />
    {name && (
      <span aria-hidden="true" className="hidden font-display text-lg leading-none rail:inline">
        {name.slice(0, 1).toUpperCase()}
      </span>
    )}
  </>
)

/** Number of businesses from which on they are searched. */
const MANY = 8

/** Returns the businesses whose names contain what was typed, by name. */
export const findDomains = (domains: readonly Domain[], typed: string): Domain[] =>
  domains
    .filter(({ businessName }) => fold(businessName).includes(fold(typed).trim()))
    .toSorted((a, b) => compareNames(a.businessName, b.businessName))

function DomainList({ onDone }: { onDone: () => void }) {
  const domains = useStore($domains)
  const { many } = useStore($lookedAfter)
  const [typed, setTyped] = useState('')
  if (domains.state === 'loading') return <p className="px-4 pb-3 text-sm text-soft">Loading...</p>
  if (domains.state === 'failed')
    return (
      <div className="grid justify-items-start gap-2 px-4 pb-4">
        <p className="text-sm text-error">{domains.message}</p>
        <Button small onClick={$domains.reload}>
          Try again
        </Button>
      </div>
    )
  if (domains.data.length === 0) return <p className="px-4 pb-3 text-sm text-soft">No businesses yet</p>
  const found = findDomains(domains.data, typed)
  return (
    <>
      {domains.data.length >= MANY && (
        <div className="px-4 pt-1">
          <input
            type="search"
            aria-label={`Search ${many}`}
            placeholder={`Search ${many}`}
            className="input input-sm w-full border-edge pointer-coarse:min-h-11"
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
          <p role="status" className={found.length > 0 ? 'sr-only' : 'py-3 text-sm text-soft'}>
            {found.length > 0 ? `${found.length} found` : 'None has this name.'}
          </p>
        </div>
      )}
      <ul className="max-h-72 overflow-y-auto p-2">
        {found.map(domain => (
          <li key={domain._id} className="flex items-center gap-1">
            <button
              type="button"
              aria-current={domain.isSelected || undefined}
              className="flex min-w-0 grow cursor-pointer min-h-11 items-center gap-2 rounded-field px-2 py-2 text-start text-sm hover:bg-base-200"
              onClick={() => {
                onDone()
                void selectDomain(domain._id)
              }}
            >
              <Check className={`size-4 shrink-0 ${domain.isSelected ? '' : 'invisible'}`} />
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{domain.businessName}</span>
                {(domain.isSample || domain.websiteURL) && (
                  <span className="block truncate text-xs text-soft">
                    {domain.isSample ? 'Sample data' : domain.websiteURL}
                  </span>
                )}
              </span>
            </button>
            {isAllowed(domain.role, 'configure') && (
              <IconButton
                label={`Edit ${domain.businessName}`}
                tip="Edit"
                icon={<Settings />}
                onClick={() => {
                  onDone()
                  editDomain(domain)
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** An entry of the sidebar and of the account menu. */
export const SIDEBAR_ITEM = `flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-field px-3 py-2 text-sm font-medium
  text-base-content/85 hover:bg-base-content/8 hover:text-base-content`

/** Fits every entry into a low window, where a mouse needs no large targets. */
export const LOW_WINDOW = `[@media(max-height:52rem)_and_(pointer:fine)]:min-h-8 [@media(max-height:52rem)_and_(pointer:fine)]:py-1`

/** A label that tablets replace by a tooltip; screen readers still read it. */
export const RAIL_HIDDEN = 'rail:sr-only'

export const RAIL_CENTRED = 'rail:justify-center rail:px-0'
