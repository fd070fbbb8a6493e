import { clearAnnouncements } from '#site/dashboard/composer/ai/writing.ts'
import { resetMedia } from '#site/dashboard/composer/media/media.ts'
import { resetKind } from '#site/dashboard/composer/media/network-media.ts'
import { cancelUploads } from '#site/dashboard/composer/media/uploads.ts'
import { showFirstNetwork } from '#site/dashboard/composer/messages/shown-network.ts'
import { resetTimeChoice } from '#site/dashboard/composer/send/time-choice.ts'
import { resetDraft, $errors } from './draft.ts'
import { forgetDraft } from './saving.ts'

export function clearComposer() {
  cancelUploads()
  forgetDraft()
  resetDraft()
  resetMedia()
  resetKind()
  showFirstNetwork()
  resetTimeChoice()
  clearAnnouncements()
  $errors.set({})
}
