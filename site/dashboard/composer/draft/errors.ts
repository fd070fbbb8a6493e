import { map } from 'nanostores'

import type { NetworkId } from '#shared/networks.ts'

/** Parts of the form that can show an error; a network's name stands for its own message box. */
export type DraftField = 'platforms' | 'message' | NetworkId | 'firstComment' | 'media' | 'scheduledTime'

export const $errors = map<Partial<Record<DraftField, string>>>({})

export const clearError = (...fields: DraftField[]) => {
  for (const field of fields) $errors.setKey(field, undefined)
}
