import { $media } from '#site/dashboard/composer/media/media.ts'
import { $busy, $unsent, clearComposer } from '#site/dashboard/composer/send/send.ts'
import { leaveGuard } from '#site/dashboard/shared/leave-guard.ts'
import { $saving } from './saving.ts'

/** Returns true if closing the window would lose something. */
const wouldLoseChanges = () =>
  $unsent.get() &&
  ($saving.get().state !== 'saved' || $media.get().some(({ upload }) => upload.state !== 'kept'))

/** Returns true if neither the server nor this device can save it. */
const cannotBeSaved = () => $unsent.get() && $saving.get().state === 'failed'

/** Confirms leaving an unsaved post. Back needs no confirmation: the post is still here on return. */
export const {
  $leavingTo,
  guard: guardLeaving,
  stay,
  leave,
} = leaveGuard({
  asks: () => cannotBeSaved() && !$busy.get(),
  closingLoses: wouldLoseChanges,
  discard: clearComposer,
})
