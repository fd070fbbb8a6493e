import { useStore } from '@nanostores/react'
import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'

import { NETWORK_IDS, networks } from '#shared/networks.ts'
import type { DeliveryState } from '#shared/posts/posts.ts'
import { STATE_LABELS } from '#shared/posts/state-labels.ts'
import { COLOUR } from '#site/dashboard/calendar/chip/tones.ts'
import { $labels } from '#site/dashboard/calendar/store.ts'
import { $businesses } from '#site/dashboard/shared/domains/businesses.ts'
import { STATE_BADGES } from '#site/dashboard/shared/post-dialogs/states.ts'
import { Button } from '#site/ui/Button.tsx'
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
  toggleLabel,
  toggleNetwork,
  toggleState,
} from './filters.ts'

/** Label of each choice, and the state whose icon and colour it shows. */
const CHOICES: Record<StateChoice, [label: string, state: DeliveryState]> = {
  attention: ['Needs attention', 'failed'],
  review: [STATE_LABELS.in_review, 'in_review'],
  changes: [STATE_LABELS.changes_requested, 'changes_requested'],
  scheduled: [STATE_LABELS.scheduled, 'scheduled'],
  progress: ['In progress', 'publishing'],
  published: [STATE_LABELS.published, 'published'],
}

/** Filters the calendar by network, state, label and (on phones) business. */
export function Filters() {
  const count = useStore($filterCount)
  const isAll = useStore($isAll)
  const { size } = useStore($businesses)
  const { networks: chosenNetworks, states, labels: chosenLabels } = useStore($filters)
  const labels = useStore($labels)
  return (
    <Dropdown
      className="btn border-edge bg-raised btn-sm pointer-coarse:min-h-11"
      panelClassName="w-64 p-4 max-sm:fixed max-sm:inset-x-3 max-sm:top-auto max-sm:bottom-[calc(var(--bar-bottom)+1rem)] max-sm:max-h-[calc(100dvh-var(--bar-top)-var(--bar-bottom)-2rem)] max-sm:w-auto max-sm:overflow-y-auto"
      trigger={
        <>
          <ListFilter aria-hidden="true" className="size-4" />
          <span className="max-[24rem]:sr-only">Filter</span>
          {count > 0 && (
            <span
              translate="no"
              className="rounded-full bg-neutral px-1.5 text-xs text-neutral-content tabular-nums forced-colors:border"
            >
              {count}
              <span className="sr-only"> active</span>
            </span>
          )}
        </>
      }
    >
      {close => (
        <div className="grid gap-4">
          {(size > 1 || isAll) && (
            <Group legend="Businesses" className="sm:hidden">
              <Choice isChosen={isAll} onToggle={() => showAll(!isAll)}>
                All businesses
              </Choice>
            </Group>
          )}
          <Group legend="Networks">
            {NETWORK_IDS.map(network => (
              <Choice
                key={network}
                isChosen={chosenNetworks.includes(network)}
                onToggle={() => toggleNetwork(network)}
              >
                <NetworkMark decorative network={network} className="size-4" />
                {networks[network].name}
              </Choice>
            ))}
          </Group>
          <Group legend="States">
            {STATE_CHOICES.map(choice => {
              const [label, state] = CHOICES[choice]
              const { icon: Icon, tone } = STATE_BADGES[state]
              return (
                <Choice key={choice} isChosen={states.includes(choice)} onToggle={() => toggleState(choice)}>
                  <Icon aria-hidden="true" className={`size-4 ${COLOUR[tone]}`} />
                  {label}
                </Choice>
              )
            })}
          </Group>
          {labels.length > 0 && (
            <Group legend="Labels" className="max-h-48 overflow-y-auto">
              {labels.map(label => (
                <Choice
                  key={label}
                  isChosen={chosenLabels.includes(label)}
                  onToggle={() => toggleLabel(label)}
                >
                  <span className="min-w-0 wrap-anywhere">{label}</span>
                </Choice>
              ))}
            </Group>
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

type ChoiceProps = { isChosen: boolean; onToggle: () => void; children: ReactNode }

const Choice = ({ isChosen, onToggle, children }: ChoiceProps) => (
  <label className="flex min-h-9 cursor-pointer items-center gap-2 rounded-field text-sm hover:bg-base-200 pointer-coarse:min-h-11">
    <input
      type="checkbox"
      checked={isChosen}
      onChange={onToggle}
      className="checkbox border-edge bg-raised checkbox-sm"
    />
    {children}
  </label>
)
