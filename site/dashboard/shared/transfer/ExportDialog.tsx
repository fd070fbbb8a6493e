import { useState } from 'react'

import type { SpreadsheetFormat } from '#shared/posts/exports.ts'
import type { PostTab } from '#shared/posts/posts.ts'
import { Button } from '#site/ui/Button.tsx'
import { Modal } from '#site/ui/dialogs/Modal.tsx'
import { DayField } from '#site/ui/fields/DayField.tsx'
import { SelectField } from '#site/ui/fields/Field.tsx'
import { exportPosts } from './export-posts.ts'

const FORMATS = [
  { value: 'xlsx', label: 'Excel (XLSX)' },
  { value: 'csv', label: 'CSV' },
]
const TABS: { value: PostTab; label: string }[] = [
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'progress', label: 'In progress' },
  { value: 'attention', label: 'Needs attention' },
  { value: 'published', label: 'Published' },
]

const NO_LIMIT = 'Empty for no limit'

/** Chooses the posts to export, and the file format. */
export function ExportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [format, setFormat] = useState<SpreadsheetFormat>('xlsx')
  const [tab, setTab] = useState('')
  const [days, setDays] = useState({ from: '', to: '' })
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    const [from, to] = [startOf(days.from), endOf(days.to)]
    await exportPosts({
      format,
      tab: TABS.find(({ value }) => value === tab)?.value,
      ...(from && { from }),
      ...(to && { to }),
    })
    setBusy(false)
    onClose()
  }
  return (
    <Modal
      open={open}
      onClose={onClose}
      title="Export posts"
      locked={busy}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} busyLabel="Exporting…" onClick={save}>
            Export
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <SelectField
          label="Posts"
          choices={TABS}
          placeholder="All states"
          value={tab}
          onChange={event => setTab(event.target.value)}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <DayField
            label="From"
            hint={NO_LIMIT}
            value={days.from}
            onChange={from => setDays({ ...days, from })}
          />
          <DayField label="To" hint={NO_LIMIT} value={days.to} onChange={to => setDays({ ...days, to })} />
        </div>
        <SelectField
          label="File"
          choices={FORMATS}
          value={format}
          onChange={event => setFormat(event.target.value === 'csv' ? 'csv' : 'xlsx')}
        />
      </div>
    </Modal>
  )
}

const startOf = (day: string) => (day ? new Date(`${day}T00:00`).toISOString() : '')
const endOf = (day: string) => (day ? new Date(`${day}T23:59:59.999`).toISOString() : '')
