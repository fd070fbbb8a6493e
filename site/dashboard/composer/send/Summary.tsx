import { useStore } from '@nanostores/react'

import { $connected } from '#site/dashboard/composer/draft/accounts.ts'
import { $draft, $enabled, commentFor } from '#site/dashboard/composer/draft/draft.ts'
import { $awaitsApproval } from '#site/dashboard/composer/edit/editing.ts'
import { $rejecting } from '#site/dashboard/composer/media/problems.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $businessZone } from '#site/dashboard/shared/zone.ts'
import { summarizeSend } from './summary.ts'

/** Id of the sentence that describes the send button. */
export const SUMMARY_ID = 'send-summary'

/** Says where and when the post goes out. */
export function Summary() {
  const draft = useStore($draft)
  const enabled = useStore($enabled)
  const rejecting = useStore($rejecting)
  const business = useStore($selectedDomain)?.businessName
  const zone = useStore($businessZone)
  const needsApproval = useStore($awaitsApproval)
  const anyConnected = Object.keys(useStore($connected)).length > 0
  const commented = enabled.some(network => commentFor(draft, network).trim() !== '')
  const plan = {
    ...draft,
    ...(business && { business }),
    zone,
    commented,
    anyConnected,
    needsApproval,
    rejecting,
  }
  return (
    <p id={SUMMARY_ID} className="text-xs wrap-anywhere text-soft">
      {summarizeSend(plan, enabled)}
    </p>
  )
}
