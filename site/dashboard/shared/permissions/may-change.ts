import { computed } from 'nanostores'

import {
  CHANGEABLE_STATES,
  type DeliveryState,
  isChangeableByAuthor,
  type Post,
} from '#shared/posts/posts.ts'
import { $may } from './permissions.ts'

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
