import { useStore } from '@nanostores/react'
import { Check, Settings } from 'lucide-react'

import type { Domain } from '#shared/businesses/domains.ts'
import { isAllowed } from '#shared/businesses/permissions.ts'
import { BusinessSearch, useBusinessSearch } from '#site/dashboard/shared/domains/BusinessSearch.tsx'
import { editDomain } from '#site/dashboard/shared/domains/dialogs.ts'
import { $showsAll, showAllBusinesses, showOneBusiness } from '#site/dashboard/shared/domains/scope.ts'
import { $domains, selectDomain } from '#site/dashboard/shared/domains/store.ts'
import { $businessNoun } from '#site/dashboard/shared/permissions.tsx'
import { Button } from '#site/ui/Button.tsx'
import { IconButton } from '#site/ui/IconButton.tsx'

const CHOICE = `flex w-full min-w-0 grow cursor-pointer min-h-11 items-center gap-2 rounded-field px-2 py-2 text-start text-sm
  hover:bg-base-200`

export function DomainList({ onDone }: { onDone: () => void }) {
  const domains = useStore($domains)
  const { many } = useStore($businessNoun)
  const isAll = useStore($showsAll)
  const isShown = ({ isSelected }: Domain) => isSelected && !isAll
  const search = useBusinessSearch(domains.data ?? [])
  const show = ({ _id }: Domain) => {
    onDone()
    void selectDomain(_id).then(isSelected => isSelected && showOneBusiness())
  }
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
  return (
    <>
      <div className="px-4 pt-1 empty:hidden">
        <BusinessSearch {...search} onChoose={show} />
      </div>
      {domains.data.length > 1 && search.typed === '' && (
        <div className="border-b border-base-300 px-2 pb-2">
          <button
            type="button"
            aria-current={isAll || undefined}
            className={CHOICE}
            onClick={() => {
              onDone()
              showAllBusinesses()
            }}
          >
            <Check className={`size-4 shrink-0 ${isAll ? '' : 'invisible'}`} />
            <span className="min-w-0">
              <span className="block font-semibold">All {many}</span>
              <span className="block text-xs text-soft">Calendar, posts and inbox of all at once</span>
            </span>
          </button>
        </div>
      )}
      <ul ref={search.list} className="max-h-72 overflow-y-auto p-2">
        {search.found.map(domain => (
          <li key={domain._id} className="flex items-center gap-1">
            <button
              type="button"
              aria-current={isShown(domain) || undefined}
              className={CHOICE}
              onClick={() => show(domain)}
            >
              <Check className={`size-4 shrink-0 ${isShown(domain) ? '' : 'invisible'}`} />
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
                  void editDomain(domain)
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
