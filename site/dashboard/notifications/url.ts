import { computed } from 'nanostores'

import { NOTIFICATION_FILTERS, type NotificationFilter } from '#shared/notifications/notifications.ts'
import { $router } from '#site/dashboard/shared/router.ts'

const PATH = '/dashboard/notifications'

/** The filter is part of the URL, so that it can be linked to. */
export const $filter = computed($router, (page): NotificationFilter => {
  const requested = page?.route === 'notifications' ? page.search.filter : undefined
  return NOTIFICATION_FILTERS.find(filter => filter === requested) ?? 'all'
})

export const openFilter = (filter: NotificationFilter) =>
  void $router.open(filter === 'all' ? PATH : `${PATH}?${new URLSearchParams({ filter })}`, true)
