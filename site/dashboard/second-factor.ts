import { api } from '#site/lib/api.ts'
import { remote } from '#site/lib/remote.ts'

/** Whether the person has two-factor on, and how many recovery codes are left. */
export const $twoFactor = remote(async () => (await (await api.users['two-factor'].$get()).json()).data)
