import { useStore } from '@nanostores/react'

import { $dialog } from './dialogs.ts'
import { EditDialog } from './edit/EditDialog.tsx'
import { RescheduleDialog } from './RescheduleDialog.tsx'

export function Dialogs() {
  const dialog = useStore($dialog)
  if (dialog.open === 'edit') return <EditDialog post={dialog.post} />
  if (dialog.open === 'reschedule') return <RescheduleDialog target={dialog} />
  return null
}
