import { $media } from '#site/dashboard/composer/media/media.ts'
import { $busy, $unsent, clearComposer } from '#site/dashboard/composer/send/send.ts'
import { leaveGuard } from '#site/dashboard/shared/leave-guard.ts'
import { $saving } from './saving.ts'

/** Whether closing the window would lose something. */
const isUnkept = () =>
  $unsent.get() &&
  ($saving.get().state !== 'saved' || $media.get().some(({ upload }) => upload.state !== 'kept'))

/** Whether neither the server nor this device takes it. */
const cantBeKept = () => $unsent.get() && $saving.get().state === 'failed'

/** Asks before a post that is no draft is left behind. The back button asks nothing: it is still here when one returns. */
export const {
  $leavingTo,
  guard: guardLeaving,
  stay,
  leave,
} = leaveGuard({
  asks: () => cantBeKept() && !$busy.get(),
  closingLoses: isUnkept,
  discard: clearComposer,
})
