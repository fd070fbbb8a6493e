import { useStore } from '@nanostores/react'
import { useEffect } from 'react'

import { toast } from '#site/lib/toasts.ts'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { $details } from './details.ts'
import { closePost } from './url.ts'

const PostDetails = lazyComponent(
  async () => (await import('./PostDetails.tsx')).PostDetails,
  undefined,
  () => {
    closePost()
    toast('error', 'This post didn’t load. Check your connection and try again.')
  },
)

/** Shows the details of the opened post. Loads their code after the first render, so that a click opens them at once. */
export function OpenedPost() {
  useEffect(() => PostDetails.load(), [])
  return useStore($details) && <PostDetails />
}
