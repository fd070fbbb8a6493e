import { map } from 'nanostores'

import type { NetworkId } from '#shared/networks.ts'

/** The parts of the form that a message can stand beside; a network names its own message box. */
export type DraftField = 'platforms' | 'message' | NetworkId | 'firstComment' | 'media' | 'scheduledTime'

export const $errors = map<Partial<Record<DraftField, string>>>({})

export const clearError = (...fields: DraftField[]) => {
  for (const field of fields) $errors.setKey(field, undefined)
}
