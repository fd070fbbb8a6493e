import { $media } from '#site/dashboard/composer/media/media.ts'
import { $busy, $unsent } from '#site/dashboard/composer/send/send.ts'
import { leaveGuard } from '#site/dashboard/shared/leave-guard.ts'
import { clearComposer } from './clear-composer.ts'
import { $saving, type Saving } from './saving.ts'

/** States in which closing the window loses nothing. A post that wasn't edited has the state `empty`. */
const SAFE: readonly Saving['state'][] = ['empty', 'edited', 'saved']

/** Returns true if closing the window would lose something. */
const wouldLoseChanges = () =>
  $unsent.get() &&
  (!SAFE.includes($saving.get().state) || $media.get().some(({ upload }) => upload.state !== 'uploaded'))

/** Returns true if neither the server nor this device can save it. */
const cannotBeSaved = () => $unsent.get() && $saving.get().state === 'failed'

/** Confirms leaving an unsaved post. Going back needs no confirmation, because the post is still here on return. */
export const {
  $leavingTo,
  guard: guardLeaving,
  stay,
  leave,
} = leaveGuard({
  losesContent: () => cannotBeSaved() && !$busy.get(),
  closingLoses: wouldLoseChanges,
  discard: clearComposer,
})
