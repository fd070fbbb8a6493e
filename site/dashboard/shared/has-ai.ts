import { api, dataOf } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'

export const $hasAi = remote(async () => (await dataOf(api.captions.$get())).available)
