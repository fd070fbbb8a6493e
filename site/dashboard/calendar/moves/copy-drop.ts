import type { Item } from '#site/dashboard/calendar/items.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { withErrorToast } from '#site/lib/with-error-toast.ts'
import { COPY_FAILED } from './messages.ts'

/** Returns true if the user may copy the post. New posts are for the selected business, so another one's can't be copied. */
export const canCopy = ({ domainId }: Item) => domainId === $selectedDomain.get()?._id && $can.get()('write')

/** Copies a post to a time. Loads the code when it is first needed. */
export const dropCopy = (item: Item, at: Date) =>
  withErrorToast(COPY_FAILED, async () => (await import('./copies.ts')).copyTo(item, at))
