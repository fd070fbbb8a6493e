import { api, dataOf } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'

/** True if this installation has AI. */
export const $hasAi = remote(async () => (await dataOf(api.captions.$get())).available)
