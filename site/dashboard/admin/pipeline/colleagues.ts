import { useStore } from '@nanostores/react'

import type { Colleague } from '#shared/requests/pipeline.ts'
import { $me } from '#site/dashboard/shared/me.ts'
import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'

/** The people to whom a request can be assigned. */
export const $administrators = remote(
  async () => (await (await api.admin.requests.administrators.$get()).json()).data,
)

/** Returns the administrators for a select, the user first; none while they load. */
export function useColleagues(): readonly (Colleague & { label: string })[] {
  const all = useStore($administrators)
  const me = useStore($me)
  if (all.state !== 'ready') return []
  const myId = me.state === 'ready' ? me.data._id : ''
  return all.data
    .map(person => ({ ...person, label: person._id === myId ? `${person.fullname} (you)` : person.fullname }))
    .toSorted((a, b) => Number(b._id === myId) - Number(a._id === myId))
}
