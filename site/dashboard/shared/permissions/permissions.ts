import { computed } from 'nanostores'

import { isAllowed, type Permission } from '#shared/businesses/permissions.ts'
import { $domains, $selectedDomain } from '#site/dashboard/shared/domains/store.ts'

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
