import { useStore } from '@nanostores/react'
import { Check, ChevronDown, Globe, Plus, Settings } from 'lucide-react'

import { Button } from '#site/ui/Button.tsx'
import { Dropdown } from '#site/ui/Dropdown.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'
import { Spinner } from '#site/ui/Spinner.tsx'
import { createDomain, editDomain } from './dialogs.ts'
import { $domains, $domainsRefreshing, $selectedDomain, selectDomain } from './store.ts'

const WITHOUT_ONE = { loading: 'Loading...', ready: 'Add Domains', failed: 'Your Domains' } as const

/** Selects the business that the screen shows. */
export function DomainSelector() {
  const domains = useStore($domains)
  const selected = useStore($selectedDomain)
  const refreshing = useStore($domainsRefreshing)
  const label = selected?.businessName ?? WITHOUT_ONE[domains.state]

  return (
    <Dropdown
      description="Your Domains"
      panelClassName="w-72 max-w-[calc(100vw-2rem)] lg:start-auto lg:end-0"
      className="btn max-w-72 flex-nowrap border-edge bg-raised font-semibold"
      trigger={
        <>
          {refreshing ? <Spinner /> : <Globe aria-hidden="true" className="size-4 shrink-0" />}
          <span className="truncate">{label}</span>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-soft" />
        </>
      }
    >
      {close => (
        <>
          <h2 className="px-4 pt-3 pb-1 text-base">Your Domains</h2>
          <DomainList onDone={close} />
          <div className="border-t border-base-300 p-2">
            <button
              type="button"
              className="btn btn-ghost btn-sm w-full justify-start"
              onClick={() => {
                close()
                createDomain()
              }}
            >
              <Plus aria-hidden="true" className="size-4" />
              Create New
            </button>
          </div>
        </>
      )}
    </Dropdown>
  )
}

function DomainList({ onDone }: { onDone: () => void }) {
  const domains = useStore($domains)
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
  if (domains.data.length === 0) return <p className="px-4 pb-3 text-sm text-soft">No domains found</p>
  return (
    <ul className="max-h-72 overflow-y-auto p-2">
      {domains.data.map(domain => (
        <li key={domain._id} className="flex items-center gap-1">
          <button
            type="button"
            aria-current={domain.isSelected || undefined}
            className="flex min-w-0 grow cursor-pointer items-center gap-2 rounded-field px-2 py-2 text-start text-sm hover:bg-base-200"
            onClick={() => {
              onDone()
              void selectDomain(domain._id)
            }}
          >
            <Check aria-hidden="true" className={`size-4 shrink-0 ${domain.isSelected ? '' : 'invisible'}`} />
            <span className="min-w-0">
              <span className="block truncate font-semibold">{domain.businessName}</span>
              {(domain.isSample || domain.websiteURL) && (
                <span className="block truncate text-xs text-soft">
                  {domain.isSample ? 'Sample data' : domain.websiteURL}
                </span>
              )}
            </span>
          </button>
          <IconButton
            label={`Edit ${domain.businessName}`}
            tip="Edit"
            icon={<Settings aria-hidden="true" className="size-4" />}
            onClick={() => {
              onDone()
              editDomain(domain)
            }}
          />
        </li>
      ))}
    </ul>
  )
}
