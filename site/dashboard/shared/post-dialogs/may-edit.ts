import { computed } from 'nanostores'

import {
  CHANGEABLE_STATES,
  type DeliveryState,
  isChangeableByAuthor,
  type Post,
} from '#shared/posts/posts.ts'
import { $may } from '#site/dashboard/shared/permissions/permissions.ts'

const changeable: readonly DeliveryState[] = CHANGEABLE_STATES

/**
 * Returns true if the reader may open the post in the composer. Authors may open their own posts while they wait for
 * approval.
 */
export const $mayEdit = computed(
  $may,
  may =>
    ({ domainId, isOwn, deliveries }: Post) =>
      may(domainId, 'publish')
        ? deliveries.some(({ state }) => changeable.includes(state))
        : may(domainId, 'write') && isOwn === true && isChangeableByAuthor(deliveries),
)
