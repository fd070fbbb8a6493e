import type { Place } from '#shared/posts/extras.ts'
import { remoteOfSelection } from '#site/dashboard/shared/domains/store.ts'
import { api, dataOf } from '#site/lib/api/api.ts'

/** Where the Page of the selected business is; null without an address. */
export const $place = remoteOfSelection<Place | null>(() => dataOf(api.auth.facebook.place.$get()))
