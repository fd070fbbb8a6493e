import { useStore } from '@nanostores/react'
import { ListFilter } from 'lucide-react'
import { type ReactNode, useState } from 'react'

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
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { Dropdown } from '#site/ui/popovers/Dropdown.tsx'
import {
  $filterCount,
  $filters,
  $isAll,
  clearFilters,
  showAll,
  STATE_CHOICES,
  type StateChoice,
  toggle,
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

type Choice = { value: string; label: ReactNode }

const NETWORKS = NETWORK_IDS.map((value): Choice => ({
  value,
  label: (
    <>
      <NetworkMark decorative network={value} className="size-4" />
      {networks[value].name}
    </>
  ),
}))

const STATES = STATE_CHOICES.map((value): Choice => {
  const [label, state] = CHOICES[value]
  const { icon: Icon, tone } = STATE_BADGES[state]
  return {
    value,
    label: (
      <>
        <Icon className={`size-4 ${TONE_TEXTS[tone]}`} />
        {label}
      </>
    ),
  }
})

export function Filters() {
  const count = useStore($filterCount)
  const isAll = useStore($isAll)
  const { size } = useStore($businesses)
  const { many, title } = useStore($businessNoun)
  const labels = useStore($labels)
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
            <Group legend={title} className="sm:hidden">
              <CheckRow checked={isAll} onChange={() => showAll(!isAll)}>
                All {many}
              </CheckRow>
            </Group>
          )}
          <Choices legend="Networks" filter="networks" choices={NETWORKS} />
          <Choices legend="States" filter="states" choices={STATES} />
          {labels.length > 0 && (
            <Choices
              legend="Labels"
              filter="labels"
              className="max-h-48 overflow-y-auto"
              choices={labels.map(value => ({
                value,
                label: <span className="min-w-0 wrap-anywhere">{value}</span>,
              }))}
            />
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

type GroupProps = { legend: string; className?: string; children: ReactNode }

const Group = ({ legend, className, children }: GroupProps) => (
  <fieldset className={className}>
    <legend className="mb-1 p-0 text-sm font-semibold">{legend}</legend>
    {children}
  </fieldset>
)

type ChoicesProps = Omit<GroupProps, 'children'> & {
  filter: 'networks' | 'states' | 'labels'
  choices: readonly Choice[]
}

function Choices({ filter, choices, ...group }: ChoicesProps) {
  const chosen: readonly string[] = useStore($filters)[filter]
  return (
    <Group {...group}>
      {choices.map(({ value, label }) => (
        <CheckRow key={value} checked={chosen.includes(value)} onChange={() => toggle(filter, value)}>
          {label}
        </CheckRow>
      ))}
    </Group>
  )
}

const UnopenedClients = lazyPart(
  async () => (await import('#site/dashboard/shared/clients/UnopenedClients.tsx')).UnopenedClients,
)
const UnopenedNote = () =>
  useStore($isAdmin) && <UnopenedClients where="in this calendar" path="/dashboard/calendar?businesses=all" />

/** Number of businesses in a folded legend: two lines on a desktop. */
const FIRST_SHOWN = 16

/** The businesses with posts on screen, as a legend of their colours and a filter. */
export function Legend() {
  const [isOpen, setOpen] = useState(false)
  const isAll = useStore($isAll)
  const businesses = useStore($businesses)
  const { businesses: chosen } = useStore($filters)
  const { title } = useStore($businessNoun)
  const ids = new Set([...useStore($allItems).map(({ domainId }) => domainId), ...chosen])
  if (!isAll) return null
  if (ids.size === 0) return <UnopenedNote />
  const sorted = [...businesses.values()]
    .filter(({ id }) => ids.has(id))
    .toSorted((a, b) => compareNames(a.name, b.name))
  const shown = sorted.filter(({ id }, index) => isOpen || index < FIRST_SHOWN || chosen.includes(id))
  return (
    <>
      <UnopenedNote />
      <div
        role="group"
        aria-label={title}
        className="relative mb-3 flex gap-1.5 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:max-h-28 sm:flex-wrap sm:overflow-y-auto"
      >
        {shown.map(business => (
          <button
            key={business.id}
            type="button"
            aria-pressed={chosen.includes(business.id)}
            onClick={() => toggle('businesses', business.id)}
            className="flex min-h-8 max-w-56 shrink-0 cursor-pointer items-center gap-1.5 rounded-full border border-base-300 bg-raised px-2.5 text-xs
            hover:bg-base-200 aria-pressed:border-base-content aria-pressed:font-semibold aria-pressed:shadow-[inset_0_0_0_1px_currentColor] pointer-coarse:min-h-11"
          >
            <BusinessName business={business} className="truncate" />
          </button>
        ))}
        {sorted.length > FIRST_SHOWN && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="min-h-8 shrink-0 cursor-pointer px-2 text-xs font-semibold underline pointer-coarse:min-h-11"
          >
            {isOpen ? 'Show fewer' : `Show all ${sorted.length}`}
          </button>
        )}
      </div>
    </>
  )
}
