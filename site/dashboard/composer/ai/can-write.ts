import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'

/** Whether AI writes on this installation. */
export const $canWrite = remote(async () => {
  const answer = await (await api.captions.$get()).json()
  return answer.data.available
})
