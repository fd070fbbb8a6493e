/** @jsxImportSource preact */
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

import type { ChangesProps } from './Changes.tsx'

/** Compares the post with the version of the last decision. The comparison loads only for changed posts. */
export function ChangedSince(props: ChangesProps) {
  const [Changes, setChanges] = useState<ComponentType<ChangesProps>>()
  useEffect(() => {
    // Renders nothing if the comparison can't be loaded, because the preview below shows the whole post.
    import('./Changes.tsx').then(module => setChanges(() => module.Changes)).catch(() => undefined)
  }, [])
  return (
    <section class="grid grid-cols-1 gap-2 border-b border-base-300 bg-base-200/60 px-4 py-3 text-sm">
      <h3 class="text-sm font-semibold">Changed since the last decision</h3>
      {Changes ? <Changes {...props} /> : <p class="h-10 text-soft">Comparing…</p>}
    </section>
  )
}
