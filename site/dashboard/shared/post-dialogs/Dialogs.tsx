import { useStore } from '@nanostores/react'
import { useEffect } from 'react'

import { toast } from '#site/lib/toasts.ts'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { $details } from './details.ts'
import { $dialog } from './dialogs.ts'
import { closePanel } from './url.ts'

/** Loads lazily, because it includes the date picker. */
const RescheduleDialog = lazyComponent(async () => (await import('./RescheduleDialog.tsx')).RescheduleDialog)

const PublishDialog = lazyComponent(async () => (await import('./PublishDialog.tsx')).PublishDialog)

function Dialogs() {
  const dialog = useStore($dialog)
  if (dialog.open === 'reschedule') return <RescheduleDialog target={dialog} />
  if (dialog.open === 'publish') return <PublishDialog target={dialog} />
  return null
}

const PostDetails = lazyComponent(
  async () => (await import('./PostDetails.tsx')).PostDetails,
  undefined,
  () => {
    closePanel()
    toast('error', 'This post didn’t load. Check your connection and try again.')
  },
)

/** The post that is open over any screen, and the dialogs about it. Its code loads after the first render, so that a click opens it at once. */
export function OpenedPost() {
  useEffect(() => PostDetails.load(), [])
  return (
    <>
      {useStore($details) && <PostDetails />}
      <Dialogs />
    </>
  )
}
