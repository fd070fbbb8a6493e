import { useStore } from '@nanostores/react'
import { ListFilter } from 'lucide-react'
import { useState } from 'react'

import { NETWORK_IDS } from '#shared/networks.ts'
import type { PostListName } from '#shared/posts/posts.ts'
import { STATE_LABELS } from '#shared/posts/state-labels.ts'
import { $businesses } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { $allLabels, $labels } from '#site/dashboard/shared/labels/store.ts'
import { $can, $businessNoun } from '#site/dashboard/shared/permissions.tsx'
import { useTypedSearch } from '#site/dashboard/shared/use-typed-search.ts'
import { ActiveCount } from '#site/ui/fields/ActiveCount.tsx'
import { CheckRow } from '#site/ui/fields/Checkbox.tsx'
import { SelectField, type SelectFieldProps } from '#site/ui/fields/Field.tsx'
import { SearchField } from '#site/ui/fields/SearchField.tsx'
import { Segments } from '#site/ui/fields/Segments.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { $canSelect, $selected, toggleAll } from './bulk/selection.ts'
import { lists } from './lists.ts'
import { $filters, type Filters, setFilters, statesIn, WINDOWS, $isAll } from './url.ts'

const FILTERS_ID = 'post-filters'

const saveSearch = (search: string) => setFilters({ search })

const NETWORKS = [
  {
    key: '' as const,
    label: (
      <>
        All<span className="sr-only"> networks</span>
      </>
    ),
  },
  ...NETWORK_IDS.map(key => ({ key, label: <NetworkMark network={key} className="size-4.5" /> })),
]

export function FilterBar({ tab }: { tab: PostListName }) {
  const { search, network, when, businesses, label, state, sort } = useStore($filters)
  const { size } = useStore($businesses)
  const { one, many } = useStore($businessNoun)
  const active = [network, when, businesses, label, state, tab === 'published' && sort].filter(Boolean).length
  const states = statesIn(tab)
  const [isOpen, setOpen] = useState(active > 0)
  const [text, setText] = useTypedSearch(search, saveSearch)

  return (
    <div role="search" className="mb-3 flex flex-wrap items-center gap-2">
      <SelectAll tab={tab} />
      <SearchField
        label="Search posts"
        className="input-sm grow max-sm:min-w-0 max-sm:basis-0 sm:max-w-56 xl:max-w-72 pointer-coarse:h-11"
        value={text}
        onSearch={setText}
      />
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={FILTERS_ID}
        onClick={() => setOpen(!isOpen)}
        className="btn relative btn-square border-edge bg-raised sm:hidden"
      >
        <ListFilter className="size-4.5" />
        <span className="sr-only">Filters</span>
        <ActiveCount count={active} className="absolute -end-1.5 -top-1.5" />
      </button>
      <div
        id={FILTERS_ID}
        className={`flex w-full flex-wrap items-center gap-2 sm:contents ${isOpen ? '' : 'max-sm:hidden'}`}
      >
        {(size > 1 || businesses === 'all') && (
          <Filter
            name="businesses"
            label={one === 'client' ? 'Client' : 'Business'}
            placeholder={`This ${one}`}
            choices={[{ value: 'all', label: `All ${many}` }]}
          />
        )}
        <Segments
          label="Network"
          choices={NETWORKS}
          chosen={network}
          onChoose={network => setFilters({ network })}
        />
        <Filter
          name="when"
          label="Time"
          placeholder="Any time"
          choices={Object.entries(WINDOWS).map(([value, { label }]) => ({ value, label }))}
        />
        {states.length > 0 && (
          <Filter
            name="state"
            label="State"
            placeholder="Any state"
            choices={states.map(value => ({ value, label: STATE_LABELS[value] }))}
          />
        )}
        <LabelFilter />
        {tab === 'published' && (
          <Filter
            name="sort"
            label="Order"
            placeholder="Newest first"
            choices={[{ value: 'reactions', label: 'Most reactions first' }]}
          />
        )}
      </div>
    </div>
  )
}

function SelectAll({ tab }: { tab: PostListName }) {
  const list = useStore(lists[tab])
  const selected = useStore($selected)
  const can = useStore($can)
  const canSelect = useStore($canSelect)
  const posts = list.state === 'ready' ? list.data.posts.filter(canSelect) : []
  if (posts.length === 0 && !can('write')) return null
  const count = posts.filter(({ _id }) => selected.has(_id)).length
  return (
    <CheckRow
      className="px-3"
      disabled={posts.length === 0}
      checked={count > 0 && count === posts.length}
      some={count > 0 && count < posts.length}
      onChange={() => toggleAll(tab)}
    >
      <span className="max-sm:sr-only">Select all</span>
      <span className="sr-only"> on this page</span>
    </CheckRow>
  )
}

type FilterProps = Pick<SelectFieldProps, 'label' | 'placeholder' | 'choices' | 'className'> & {
  name: keyof Filters
}

const Filter = ({ name, className = '', ...props }: FilterProps) => (
  <SelectField
    {...props}
    hideLabel
    className={`w-auto select-sm pointer-coarse:h-11 ${className}`}
    value={useStore($filters)[name]}
    onChange={event => setFilters({ [name]: event.target.value })}
  />
)

function LabelFilter() {
  const { label: chosen } = useStore($filters)
  const loaded = useStore(useStore($isAll) ? $allLabels : $labels)
  const known = loaded.state === 'ready' ? loaded.data : []
  const labels = chosen && !known.includes(chosen) ? [...known, chosen] : known
  if (labels.length === 0) return null
  return (
    <Filter
      name="label"
      className="max-w-44"
      label="Label"
      placeholder="Any label"
      choices={labels.map(value => ({ value, label: value }))}
    />
  )
}
