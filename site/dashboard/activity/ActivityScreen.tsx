import { useStore } from '@nanostores/react'
import { Download } from 'lucide-react'

import { ACTIVITY_KINDS, KIND_LABELS } from '#shared/activity.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { BusyButton } from '#site/ui/Button.tsx'
import { DayField } from '#site/ui/fields/DayField.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { ActivityList } from './ActivityList.tsx'
import { $filters, setFilters, $activity, $personChoices, saveActivity } from './store.ts'

const CRUMBS = [
  { label: 'Dashboard', href: '/dashboard' },
  { label: 'Settings', href: '/dashboard/settings' },
  { label: 'Activity' },
]
const KINDS = ACTIVITY_KINDS.map(value => ({ value, label: KIND_LABELS[value] }))

export const ActivityScreen = () => (
  <>
    <ScreenHeading title="Activity" crumbs={CRUMBS} action={<ExportButton />}>
      Who did what in this business, and when. Nobody can change this log.
    </ScreenHeading>
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FilterBar />
      <ActivityList />
    </div>
  </>
)

function ExportButton() {
  const activity = useStore($activity)
  if (activity.state !== 'ready' || !activity.data?.items.length) return null
  return (
    <BusyButton busyLabel="Exporting…" icon={<Download />} onClick={saveActivity}>
      Export as CSV
    </BusyButton>
  )
}

function FilterBar() {
  const { kind = '', person = '', from = '', to = '' } = useStore($filters)
  return (
    <div
      role="search"
      aria-label="Filter the activity"
      className="grid grid-cols-1 gap-3 min-[22rem]:grid-cols-2 lg:grid-cols-4"
    >
      <SelectField
        label="About"
        className="w-full"
        choices={KINDS}
        placeholder="Everything"
        value={kind}
        onChange={event => setFilters({ kind: event.target.value })}
      />
      <SelectField
        label="By"
        className="w-full"
        choices={useStore($personChoices)}
        placeholder="Everybody"
        value={person}
        onChange={event => setFilters({ person: event.target.value })}
      />
      <DayField label="From" value={from} onChange={day => setFilters({ from: day })} />
      <DayField label="To" value={to} onChange={day => setFilters({ to: day })} />
    </div>
  )
}
