import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'

/** True if this installation has AI. */
export const $canWrite = remote(async () => {
  const response = await (await api.captions.$get()).json()
  return response.data.available
})
