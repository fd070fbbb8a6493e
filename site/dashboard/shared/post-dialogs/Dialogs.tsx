import { useStore } from '@nanostores/react'

import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { $dialog } from './dialogs.ts'

/** Loads lazily, because it includes the date picker. */
const RescheduleDialog = lazyComponent(async () => (await import('./RescheduleDialog.tsx')).RescheduleDialog)

const PublishDialog = lazyComponent(async () => (await import('./PublishDialog.tsx')).PublishDialog)

export function Dialogs() {
  const dialog = useStore($dialog)
  if (dialog.open === 'reschedule') return <RescheduleDialog target={dialog} />
  if (dialog.open === 'publish') return <PublishDialog target={dialog} />
  return null
}
