import { useStore } from '@nanostores/react'
import { useEffect } from 'react'

import { lazyPart } from '#site/dashboard/shared/lazy-part.ts'
import { $details } from './details.ts'
import { $publishing, $repeating } from './dialogs.ts'
import { $askedPart } from './series.ts'
import { closePanel } from './url.ts'

const SeriesDialog = lazyPart(async () => (await import('./SeriesDialog.tsx')).SeriesDialog)

const PublishDialog = lazyPart(async () => (await import('./PublishDialog.tsx')).PublishDialog)

const RhythmDialog = lazyPart(async () => (await import('./RhythmDialog.tsx')).RhythmDialog)

const PostDetails = lazyPart(async () => (await import('./PostDetails.tsx')).PostDetails, {
  what: 'This post',
  onFailure: closePanel,
})

/** The post that is open over any screen, and the dialogs about one. Its code loads after the first render, so that a click opens it at once. */
export function OpenedPost() {
  const publishing = useStore($publishing)
  const repeating = useStore($repeating)
  useEffect(() => PostDetails.load(), [])
  return (
    <>
      {useStore($details) && <PostDetails />}
      {publishing && <PublishDialog target={publishing} />}
      {repeating && <RhythmDialog post={repeating} onClose={() => $repeating.set(undefined)} />}
      {useStore($askedPart) && <SeriesDialog />}
    </>
  )
}
