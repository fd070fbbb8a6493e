import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'

/** Status of two-factor sign-in, with the number of unused recovery codes. */
export const $twoFactor = remote(async () => (await (await api.users['two-factor'].$get()).json()).data)
