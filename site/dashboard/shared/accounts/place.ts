import type { Place } from '#shared/posts/extras.ts'
import { remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { api, dataOf } from '#site/lib/api/api.ts'

/** Place of the selected business's Page; null without an address. */
export const $place = remoteOfSelection<Place | null>(() => dataOf(api.auth.facebook.place.$get()))
