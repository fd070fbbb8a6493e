import type { ComponentType } from 'react'

import { UNDO_MS } from '#shared/timings.ts'
import { toast, withdrawToast } from '#site/lib/toasts.ts'
import { type Lazy, lazyComponent } from '#site/ui/rendering/lazy.tsx'

const THIS_PART = 'This part of the page'

/** Offers to reload the page, because Firefox and Safari don't retry a module that once failed to load. */
function offerReload(what: string) {
  const message = `${what} didn’t load. Check your connection, then reload the page.`
  withdrawToast(message)
  const action = { label: 'Reload the page', run: () => location.reload() }
  toast('error', message, { duration: UNDO_MS, action })
}

/** Loads the code of an action. If that fails, shows it in a toast and returns undefined. */
export async function loadPart<Code>(load: () => Promise<Code>, what = THIS_PART): Promise<Code | undefined> {
  try {
    return await load()
  } catch {
    offerReload(what)
    return undefined
  }
}

type PartOptions = {
  Fallback?: ComponentType
  /** Subject of the toast's sentence. */
  what?: string
  onFailure?: () => void
}

/** Creates a component whose code loads on first render. If that fails, only the component is missing, which a toast says. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Fallback, what = THIS_PART, onFailure }: PartOptions = {},
): Lazy<Props> =>
  lazyComponent(load, Fallback, () => {
    onFailure?.()
    offerReload(what)
    return null
  })
