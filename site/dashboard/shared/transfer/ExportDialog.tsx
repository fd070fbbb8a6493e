import { useState } from 'react'

import type { PostTab, SpreadsheetFormat } from '#shared/posts/posts.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { api } from '#site/lib/api/api.ts'
import { saveFile } from '#site/lib/save-file.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'
import { clockIn } from '#site/lib/wall-clock.ts'
import { ActionModal } from '#site/ui/dialogs/ActionModal.tsx'
import { DateRange, SelectField } from '#site/ui/fields/Field.tsx'

const FORMATS = [
  { value: 'xlsx', label: 'Excel (XLSX)' },
  { value: 'csv', label: 'CSV' },
]
type Tab = PostTab | 'drafts'
const TABS: { value: Tab; label: string }[] = [
  { value: 'scheduled', label: 'Planned' },
  { value: 'drafts', label: 'Drafts' },
  { value: 'progress', label: 'In progress' },
  { value: 'attention', label: 'Needs attention' },
  { value: 'published', label: 'Published' },
]

/** Saves the posts of the selected business as a file that can be imported again. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const [format, setFormat] = useState<SpreadsheetFormat>('xlsx')
  const [tab, setTab] = useState<Tab | ''>('')
  const [days, setDays] = useState({ from: '', to: '' })
  async function save() {
    const domainId = $selectedDomain.get()?._id
    await withErrorToast('The export didn’t work. Please try again.', async () => {
      const query = {
        format,
        ...(domainId && { domainId }),
        ...(tab && { tab }),
        ...(days.from && { from: new Date(`${days.from}T00:00`).toISOString() }),
        ...(days.to && { to: new Date(`${days.to}T23:59:59.999`).toISOString() }),
      }
      const response = await api.posts.export.$get({ query })
      const type = response.headers.get('Content-Type') ?? ''
      const { day } = clockIn($businessZone.get(), new Date())
      saveFile(`posts-${tab ? `${tab}-` : ''}${day}.${format}`, await response.blob(), type)
      toast('success', 'Exported. The file is in your downloads.')
    })
    onClose()
  }
  return (
    <ActionModal title="Export posts" label="Export" busyLabel="Exporting…" onClose={onClose} onAction={save}>
      <div className="grid gap-4">
        <SelectField
          label="Posts"
          choices={TABS}
          placeholder="All states"
          value={tab}
          onChange={event => setTab(event.target.value as Tab | '')}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <DateRange
            {...days}
            hint="Empty for no limit"
            onChange={change => setDays({ ...days, ...change })}
          />
        </div>
        <SelectField
          label="File"
          choices={FORMATS}
          value={format}
          onChange={event => setFormat(event.target.value === 'csv' ? 'csv' : 'xlsx')}
        />
      </div>
    </ActionModal>
  )
}
