import { useStore } from '@nanostores/react'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'

import { NETWORK_IDS } from '#shared/networks.ts'
import type { PostTab } from '#shared/posts/posts.ts'
import { $businesses } from '#site/dashboard/shared/domains/businesses.ts'
import { Allowed } from '#site/dashboard/shared/permissions/Allowed.tsx'
import { $may } from '#site/dashboard/shared/permissions/permissions.ts'
import { Segments } from '#site/ui/fields/Segments.tsx'
import { NetworkMark } from '#site/ui/NetworkMark.tsx'
import { $selected, toggleAll } from './bulk/selection.ts'
import { lists } from './lists.ts'
import { $filters, type Filters, setFilters, WINDOWS } from './url.ts'

const DEBOUNCE_MS = 300
const SELECT = 'select select-sm w-auto pointer-coarse:h-11'

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

/** Selects the whole page, searches and filters. All of it is in the URL. */
export function FilterBar({ tab }: { tab: PostTab }) {
  const { search, network, when, businesses } = useStore($filters)
  const { size } = useStore($businesses)
  const [text, setText] = useState(search)
  useEffect(() => setText(typed => (typed.trim() === search ? typed : search)), [search])
  useEffect(() => {
    if (text.trim() === search) return
    const timer = setTimeout(() => setFilters({ search: text.trim() }), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, search])

  return (
    <div role="search" className="mb-3 flex flex-wrap items-center gap-2">
      <Allowed to="write">
        <SelectAll tab={tab} />
      </Allowed>
      <label className="input input-sm grow border-edge bg-raised max-sm:order-first max-sm:w-full sm:max-w-56 xl:max-w-72 pointer-coarse:h-11">
        <Search aria-hidden="true" className="size-4 text-soft" />
        <input
          type="search"
          aria-label="Search posts"
          placeholder="Search posts"
          maxLength={100}
          value={text}
          onChange={event => setText(event.target.value)}
        />
      </label>
      {(size > 1 || businesses === 'all') && (
        <select
          aria-label="Business"
          className={SELECT}
          value={businesses}
          onChange={event => setFilters({ businesses: event.target.value as Filters['businesses'] })}
        >
          <option value="">This business</option>
          <option value="all">All businesses</option>
        </select>
      )}
      <Segments
        label="Network"
        choices={NETWORKS}
        chosen={network}
        onChoose={network => setFilters({ network })}
      />
      <select
        aria-label="Time"
        className={SELECT}
        value={when}
        onChange={event => setFilters({ when: event.target.value as Filters['when'] })}
      >
        <option value="">Any time</option>
        {Object.entries(WINDOWS).map(([key, { label }]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

function SelectAll({ tab }: { tab: PostTab }) {
  const list = useStore(lists[tab])
  const selected = useStore($selected)
  const may = useStore($may)
  const posts = list.state === 'ready' ? list.data.posts.filter(post => may(post.domainId, 'write')) : []
  const count = posts.filter(({ _id }) => selected.has(_id)).length
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-2 px-2 text-sm sm:px-3 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        disabled={posts.length === 0}
        checked={count > 0 && count === posts.length}
        ref={input => {
          if (input) input.indeterminate = count > 0 && count < posts.length
        }}
        onChange={() => toggleAll(tab)}
        className="checkbox border-edge bg-raised checkbox-sm"
      />
      <span className="max-sm:sr-only">Select all</span>
      <span className="sr-only"> on this page</span>
    </label>
  )
}
