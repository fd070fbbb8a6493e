import { useStore } from '@nanostores/react'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect } from 'react'

import { toast } from '#site/lib/toasts.ts'
import { lazyComponent } from '#site/ui/rendering/lazy.tsx'
import { $busy, $unsent } from './send.ts'
import { $sent } from './sent.ts'

const AfterSending = lazyComponent(
  async () => (await import('./AfterSending.tsx')).AfterSending,
  undefined,
  () => toast('error', 'View and Undo didn’t load. You can find the post in View Social Posts.'),
)

/**
 * Says what became of the last sent post, with a link to view it and a button to undo. The live region exists before its text,
 * so that screen readers announce it.
 */
export function Sent() {
  const sent = useStore($sent)
  const busy = useStore($busy)
  // On a phone, the next post needs the space, except for a failure.
  const isWriting = useStore($unsent)
  useEffect(() => {
    if (busy) AfterSending.load()
  }, [busy])
  return (
    <div
      className={
        sent
          ? `flex animate-rise flex-wrap items-center gap-x-2 gap-y-1 text-sm sm:gap-x-3 ${isWriting && sent.tab !== 'attention' ? 'max-sm:hidden' : ''}`
          : 'sr-only'
      }
    >
      <p
        role="status"
        className="flex min-w-0 gap-2 font-semibold max-sm:flex-1 max-sm:basis-24 max-sm:text-xs"
      >
        {sent && (
          <>
            {sent.tab === 'attention' ? (
              <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-error" />
            ) : (
              <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-success max-sm:hidden" />
            )}
            <span>
              {sent.message && <span className="block text-success max-sm:sr-only">Success</span>}
              <span className="block max-sm:line-clamp-3">{sent.line}</span>
              {sent.message && (
                <span className="block text-xs font-normal text-soft max-sm:sr-only">{sent.message}</span>
              )}
            </span>
          </>
        )}
      </p>
      {sent && <AfterSending sent={sent} />}
    </div>
  )
}
