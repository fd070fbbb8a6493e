import { useStore } from '@nanostores/react'
import { ListFilter } from 'lucide-react'

import { NETWORK_IDS, networks } from '#shared/networks.ts'
import type { DeliveryState } from '#shared/posts/posts.ts'
import { STATE_LABELS } from '#shared/posts/state-labels.ts'
import { compareNames } from '#shared/text/compare-names.ts'
import { $businesses, BusinessName } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $isAdmin } from '#site/dashboard/shared/me.ts'
import { $businessNoun } from '#site/dashboard/shared/permissions.tsx'
import { STATE_BADGES, TONE_TEXTS } from '#site/dashboard/shared/post-dialogs/states.ts'
import { Button } from '#site/ui/Button.tsx'
import { ActiveCount } from '#site/ui/fields/ActiveCount.tsx'
import { CheckRow } from '#site/ui/fields/Checkbox.tsx'
import { CheckList } from '#site/ui/fields/CheckList.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Dropdown } from '#site/ui/popovers/Dropdown.tsx'
import {
  $filterCount,
  $filters,
  $isAll,
  clearFilters,
  filterBy,
  showAll,
  STATE_CHOICES,
  type StateChoice,
  toggleBusiness,
} from './filters.ts'
import { $labels, $allItems } from './store.ts'

/** Label of each choice, and the state whose icon and colour it shows. */
const CHOICES: Record<StateChoice, [label: string, state: DeliveryState]> = {
  attention: ['Needs attention', 'failed'],
  review: [STATE_LABELS.in_review, 'in_review'],
  changes: [STATE_LABELS.changes_requested, 'changes_requested'],
  scheduled: [STATE_LABELS.scheduled, 'scheduled'],
  progress: ['In progress', 'publishing'],
  published: [STATE_LABELS.published, 'published'],
}

function StateLabel({ choice }: { choice: StateChoice }) {
  const [label, state] = CHOICES[choice]
  const { icon: Icon, tone } = STATE_BADGES[state]
  return (
    <>
      <Icon className={`size-4 ${TONE_TEXTS[tone]}`} />
      {label}
    </>
  )
}

export function Filters() {
  const count = useStore($filterCount)
  const isAll = useStore($isAll)
  const { size } = useStore($businesses)
  const { many } = useStore($businessNoun)
  const labels = useStore($labels)
  const chosen = useStore($filters)
  return (
    <Dropdown
      className="btn border-edge bg-raised btn-sm pointer-coarse:min-h-11"
      panelClassName="w-64 p-4 max-sm:inset-x-3! max-sm:top-auto! max-sm:bottom-[calc(var(--bar-bottom)+1rem)] max-sm:max-h-[calc(100dvh-var(--bar-top)-var(--bar-bottom)-2rem)] max-sm:w-auto"
      trigger={
        <>
          <ListFilter className="size-4" />
          <span className="max-sm:sr-only">Filter</span>
          <ActiveCount count={count} />
        </>
      }
    >
      {close => (
        <div className="grid gap-4">
          {(size > 1 || isAll) && (
            <CheckRow className="sm:hidden" checked={isAll} onChange={() => showAll(!isAll)}>
              All {many}
            </CheckRow>
          )}
          <CheckList
            stacked
            legend="Networks"
            values={NETWORK_IDS}
            checked={chosen.networks}
            onCheck={values => filterBy('networks', values)}
          >
            {network => (
              <>
                <NetworkMark decorative network={network} className="size-4" />
                {networks[network].name}
              </>
            )}
          </CheckList>
          <CheckList
            stacked
            legend="States"
            values={STATE_CHOICES}
            checked={chosen.states}
            onCheck={values => filterBy('states', values)}
          >
            {choice => <StateLabel choice={choice} />}
          </CheckList>
          {labels.length > 0 && (
            <CheckList
              stacked
              legend="Labels"
              values={labels}
              checked={chosen.labels}
              onCheck={values => filterBy('labels', values)}
            >
              {label => <span className="min-w-0 wrap-anywhere">{label}</span>}
            </CheckList>
          )}
          <Button
            small
            wide
            disabled={count === 0}
            className="pointer-coarse:min-h-11"
            onClick={() => {
              clearFilters()
              close()
            }}
          >
            Clear filters
          </Button>
        </div>
      )}
    </Dropdown>
  )
}

const UnopenedClients = lazyPart(
  async () => (await import('#site/dashboard/shared/clients/UnopenedClients.tsx')).UnopenedClients,
)
const UnopenedNote = () =>
  useStore($isAdmin) && <UnopenedClients where="in this calendar" path="/dashboard/calendar?businesses=all" />

/** The businesses with posts on screen, as a legend of their colours and a filter. */
export function Legend() {
  const isAll = useStore($isAll)
  const businesses = useStore($businesses)
  const { businesses: chosen } = useStore($filters)
  const { title } = useStore($businessNoun)
  const ids = new Set([...useStore($allItems).map(({ domainId }) => domainId), ...chosen])
  if (!isAll) return null
  if (ids.size === 0) return <UnopenedNote />
  const shown = [...businesses.values()]
    .filter(({ id }) => ids.has(id))
    .toSorted((a, b) => compareNames(a.name, b.name))
  return (
    <>
      <UnopenedNote />
      <div
        role="group"
        aria-label={title}
        className="relative mb-3 flex gap-1.5 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:max-h-20 sm:flex-wrap sm:overflow-y-auto"
      >
        {shown.map(business => (
          <button
            key={business.id}
            type="button"
            aria-pressed={chosen.includes(business.id)}
            onClick={() => toggleBusiness(business.id)}
            className="flex min-h-8 max-w-56 shrink-0 cursor-pointer items-center gap-1.5 rounded-full border border-base-300 bg-raised px-2.5 text-xs
            hover:bg-base-200 aria-pressed:border-base-content aria-pressed:font-semibold aria-pressed:shadow-[inset_0_0_0_1px_currentColor] pointer-coarse:min-h-11"
          >
            <BusinessName business={business} className="truncate" />
          </button>
        ))}
      </div>
    </>
  )
}
