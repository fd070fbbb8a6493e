import { useStore } from '@nanostores/react'
import { ChevronsUpDown, Globe, Plus } from 'lucide-react'
import { useEffect } from 'react'

import { $showsAll } from '#site/dashboard/shared/domains/scope.ts'
import { $domains, $domainsRefreshing, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $businessNoun } from '#site/dashboard/shared/permissions.tsx'
import { Dropdown } from '#site/ui/popovers/Dropdown.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'

const DomainList = lazyPart(async () => (await import('./DomainList.tsx')).DomainList, {
  Fallback: () => <p className="px-4 pb-3 text-sm text-soft">Loading...</p>,
  what: 'The list of businesses',
})

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
  const noun = useStore($businessNoun)
  const isAll = useStore($showsAll)
  const label = isAll ? `All ${noun.many}` : (selected?.businessName ?? WITHOUT_ONE[domains.state])
  const inSidebar = place === 'sidebar'
  // Its code loads after the first render, so that the list opens at once.
  useEffect(() => DomainList.load(), [])

  return (
    <Dropdown
      description="Choose a business"
      rootClassName={inSidebar ? 'w-full' : 'min-w-0'}
      panelClassName="w-72 max-w-[calc(100vw-1.5rem)]"
      className={LOOKS[place]}
      trigger={
        <>
          {refreshing ? <Spinner /> : <Mark name={isAll ? undefined : selected?.businessName} />}
          <span className={`truncate text-start ${inSidebar ? `grow ${RAIL_HIDDEN}` : ''}`}>{label}</span>
          <ChevronsUpDown className={`size-4 shrink-0 text-soft ${inSidebar ? 'rail:hidden' : ''}`} />
        </>
      }
    >
      {close => (
        <>
          <h2 className="px-4 pt-3 pb-1 text-base">
            {noun.one === 'client' ? 'Your clients' : 'Your Domains'}
          </h2>
          <DomainList onDone={close} />
          <div className="border-t border-base-300 p-2">
            <button
              type="button"
              className="btn btn-ghost w-full justify-start px-3"
              onClick={() => {
                close()
                void noun.create()
              }}
            >
              <Plus className="size-4" />
              {noun.one === 'client' ? noun.add : 'Create New'}
            </button>
          </div>
        </>
      )}
    </Dropdown>
  )
}

/** The business's initial, shown on the rail, which has no room for the name. */
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

/** An entry of the sidebar and of the account menu. */
export const SIDEBAR_ITEM = `flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-field px-3 py-2 text-sm font-medium
  text-base-content/85 hover:bg-base-content/8 hover:text-base-content`

/** Fits every entry into a low window, where a mouse needs no large targets. */
export const LOW_WINDOW = `[@media(max-height:52rem)_and_(pointer:fine)]:min-h-8 [@media(max-height:52rem)_and_(pointer:fine)]:py-1`

/** A label that tablets replace by a tooltip; screen readers still read it. */
export const RAIL_HIDDEN = 'rail:sr-only'

export const RAIL_CENTRED = 'rail:justify-center rail:px-0'
