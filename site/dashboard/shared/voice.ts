import { NO_VOICE, type Voice } from '#shared/businesses/voice.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { remoteOfSelection } from './domains/store.ts'

/** Voice in which AI writes for the selected business. */
export const $voice = remoteOfSelection(async (id): Promise<Voice> =>
  id ? await dataOf(api.domains[':id'].voice.$get({ param: { id } })) : NO_VOICE,
)
