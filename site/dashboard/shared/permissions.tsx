import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import type { ReactNode } from 'react'

import { isAllowed, type Permission } from '#shared/businesses/permissions.ts'
import {
  CHANGEABLE_STATES,
  type DeliveryState,
  isChangeableByAuthor,
  type Post,
} from '#shared/posts/posts.ts'
import { $domains, $selectedDomain } from './domains/store.ts'

/** Returns true if the user's role in the business has the permission. */
export const $may = computed($domains, domains => (domainId: string, permission: Permission) => {
  const domain = domains.state === 'ready' ? domains.data.find(({ _id }) => _id === domainId) : undefined
  return domain !== undefined && isAllowed(domain.role, permission)
})

/**
 * Like `$may`, for the selected business. Without a business, and until it has loaded, everything is offered, because the
 * api checks again.
 */
export const $can = computed(
  $selectedDomain,
  domain => (permission: Permission) => domain === undefined || isAllowed(domain.role, permission),
)

const changeable: readonly DeliveryState[] = CHANGEABLE_STATES

type Changed = Pick<Post, 'domainId' | 'isOwn'> & {
  deliveries: readonly { state: DeliveryState; reasonCode?: string }[]
}

/** Returns true if the user may edit, move and cancel the post. Authors may change their own while it waits for approval. */
export const $mayChange = computed(
  $may,
  may =>
    ({ domainId, isOwn, deliveries }: Changed) =>
      may(domainId, 'publish')
        ? deliveries.some(({ state }) => changeable.includes(state))
        : may(domainId, 'write') && isOwn === true && isChangeableByAuthor(deliveries),
)

/** Renders its children if the user's role in the selected business has the permission. */
export const Allowed = ({ to, children }: { to: Permission; children: ReactNode }) =>
  useStore($can)(to) ? children : null
