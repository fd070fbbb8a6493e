import { useStore } from '@nanostores/react'
import { WifiOff } from 'lucide-react'

import { $online } from '#site/lib/online.ts'

/** Reports a missing network. Failed loads are retried when it returns. */
export const OfflineBanner = () => (
  <div role="status" className="empty:hidden">
    {!useStore($online) && (
      <p className="flex items-start gap-3 bg-warning px-4 py-2.5 text-sm text-warning-content sm:px-8">
        <WifiOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        You are offline. This page may be out of date; we’ll load the rest when you’re back online.
      </p>
    )}
  </div>
)
