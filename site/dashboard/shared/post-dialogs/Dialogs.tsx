import { useStore } from '@nanostores/react'

import { $dialog } from './dialogs.ts'
import { RescheduleDialog } from './RescheduleDialog.tsx'

export function Dialogs() {
  const dialog = useStore($dialog)
  if (dialog.open === 'reschedule') return <RescheduleDialog target={dialog} />
  return null
}
