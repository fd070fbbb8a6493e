import { computed } from 'nanostores'

import { brand } from '#shared/brand.ts'
import { api } from '#site/lib/api/api.ts'
import { apiUrl } from '#site/lib/api/url.ts'
import { remote } from '#site/lib/remote.ts'

/** The signed-in user. */
export const $me = remote(
  async () => (await (await api.users.getUserInfo.$post({ json: {} })).json()).userDetails,
)

export const $displayName = computed(
  $me,
  me => (me.state === 'ready' && me.data.fullname) || `${brand.siteName} User`,
)

export const $profilePicture = computed($me, me => {
  const fileName = me.state === 'ready' ? me.data.profileImage[0]?.fileName : undefined
  return fileName && apiUrl(`/uploads/${fileName}`)
})
