import { useStore } from '@nanostores/react'
import { useEffect } from 'react'

import { toast } from '#site/lib/toasts.ts'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { $details } from './details.ts'
import { $publishing } from './dialogs.ts'
import { $askedPart } from './series.ts'
import { closePanel } from './url.ts'

const SeriesDialog = lazyComponent(async () => (await import('./SeriesDialog.tsx')).SeriesDialog)

const PublishDialog = lazyComponent(async () => (await import('./PublishDialog.tsx')).PublishDialog)

const PostDetails = lazyComponent(
  async () => (await import('./PostDetails.tsx')).PostDetails,
  undefined,
  () => {
    closePanel()
    // Firefox and Safari don't load a module again that once failed, until the page is reloaded.
    toast('error', 'This post didn’t load. Check your connection and try again.', {
      action: { label: 'Reload the page', run: () => location.reload() },
    })
  },
)

/** The post that is open over any screen, and the question before one goes out at once. Its code loads after the first render, so that a click opens it at once. */
export function OpenedPost() {
  const publishing = useStore($publishing)
  useEffect(() => PostDetails.load(), [])
  return (
    <>
      {useStore($details) && <PostDetails />}
      {publishing && <PublishDialog target={publishing} />}
      {useStore($askedPart) && <SeriesDialog />}
    </>
  )
}
