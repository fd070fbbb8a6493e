import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'

/** True if this installation has AI. */
export const $canWrite = remote(async () => {
  const answer = await (await api.captions.$get()).json()
  return answer.data.available
})
