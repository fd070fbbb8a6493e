import { $announcements } from '#site/dashboard/composer/ai/writing.ts'
import { resetMedia } from '#site/dashboard/composer/media/media.ts'
import { cancelUploads } from '#site/dashboard/composer/media/uploads.ts'
import { showFirstNetwork } from '#site/dashboard/composer/messages/shown-network.ts'
import { resetTimeChoice } from '#site/dashboard/composer/send/time-choice.ts'
import { $choices, $errors, resetDraft, setSameMessage } from './draft.ts'
import { forgetDraft } from './saving.ts'

export function clearComposer() {
  cancelUploads()
  forgetDraft()
  resetDraft()
  resetMedia()
  showFirstNetwork()
  resetTimeChoice()
  $announcements.set({})
  $errors.set({})
}

/** Empties the composer after an edit. Keeps the device's copy. */
export function stopEdit() {
  clearComposer()
  $choices.set({})
  setSameMessage(true)
}
