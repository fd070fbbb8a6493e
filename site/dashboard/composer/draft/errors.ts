import { map } from 'nanostores'

import type { NetworkId } from '#shared/networks.ts'
import { withdrawToast } from '#site/lib/toasts.ts'

/** Parts of the form that can show an error; a network's name stands for its own message box. */
export type DraftField = 'platforms' | 'message' | NetworkId | 'firstComment' | 'media' | 'scheduledTime'

export const $errors = map<Partial<Record<DraftField, string>>>({})

/** Removes the errors of fields, and the toast that says the same. */
export function clearError(...fields: DraftField[]) {
  for (const field of fields) {
    const message = $errors.get()[field]
    if (message) withdrawToast(message)
    $errors.setKey(field, undefined)
  }
}
