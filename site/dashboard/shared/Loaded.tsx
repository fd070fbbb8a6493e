import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import type { ReactNode } from 'react'

import type { Remote } from '#site/lib/remote.ts'
import { ErrorState } from '#site/ui/states.tsx'

export type LoadedProps<T> = {
  store: ReadableAtom<Remote<T>> & { reload: () => Promise<void> }
  loading: ReactNode
  /** Shown if the data is null, as it is while no business is selected. Defaults to `loading`. */
  none?: ReactNode
  children: (data: NonNullable<T>) => ReactNode
}

/** Renders a store's data once it has loaded. Until then, shows that it is loading, or why it didn't load, with a retry. */
export function Loaded<T>({ store, loading, none = loading, children }: LoadedProps<T>) {
  const loaded = useStore(store)
  if (loaded.state === 'failed') return <ErrorState message={loaded.message} onRetry={store.reload} />
  if (loaded.data != null) return children(loaded.data)
  return loaded.state === 'loading' ? loading : none
}
