import type { ComponentType } from 'react'

import { UNDO_MS } from '#shared/timings.ts'
import { toast, withdrawToast } from '#site/lib/toasts.ts'
import { type Lazy, lazyComponent } from '#site/ui/rendering/lazy.tsx'

const THIS_PART = 'This part of the page'

/** Offers to reload the page: Firefox and Safari don't load a module again that once failed until then. */
function offerReload(what: string) {
  const message = `${what} didn’t load. Check your connection, then reload the page.`
  withdrawToast(message)
  const action = { label: 'Reload the page', run: () => location.reload() }
  toast('error', message, { duration: UNDO_MS, action })
}

/** Loads the code of an action. Returns undefined if it didn't load, which a toast says. */
export async function loadPart<Code>(load: () => Promise<Code>, what = THIS_PART): Promise<Code | undefined> {
  try {
    return await load()
  } catch {
    offerReload(what)
    return undefined
  }
}

type PartOptions = {
  /** Shown while the part loads. */
  Fallback?: ComponentType
  /** Names the part in the toast, as the subject of its sentence. */
  what?: string
  /** Closes what waits for the part. */
  onFailure?: () => void
}

/**
 * Creates a component of a screen whose code loads on first render. If it doesn't load, the rest of the screen stays, and a
 * toast offers to reload the page.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Fallback, what = THIS_PART, onFailure }: PartOptions = {},
): Lazy<Props> =>
  lazyComponent(load, Fallback, () => {
    onFailure?.()
    offerReload(what)
    return null
  })
