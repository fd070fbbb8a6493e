import { DOMAIN_HEADER } from '#shared/businesses/domain-header.ts'
import type { Slot, SlotTime } from '#shared/calendar/slots.ts'
import { api, bodyOf, dataOf } from '#site/lib/api/api.ts'
import { timeZone } from '#site/lib/format.ts'
import { toast, toastWithUndo, withErrorToast } from '#site/lib/toasts.ts'
import { $domains, $selectedDomain, remoteOfBusiness } from './domains/store.ts'

/** Weekly posting times of the selected business; null if no business is selected. */
export const $slots = remoteOfBusiness(() => dataOf(api.slots.$get()))

const current = (): SlotTime[] => $slots.get().data ?? []

async function saveSlots(slots: readonly SlotTime[], message = 'Posting times saved.') {
  const before = current()
  const times = slots.map(({ weekday, time }) => ({ weekday, time }))
  await withErrorToast('Your posting times weren’t saved. Try again.', async () => {
    const data = await dataOf(api.slots.$put({ json: { slots: times, timeZone: timeZone() } }))
    $slots.set({ state: 'ready', data })
    if (!$selectedDomain.get()?.timeZone) void $domains.reload()
    toastWithUndo(message, () => saveSlots(before, 'Posting times restored.'))
  })
}

export const addTime = (weekdays: readonly number[], time: string) =>
  saveSlots([...current(), ...weekdays.map(weekday => ({ weekday, time }))], 'Posting time added.')

export const removeTime = (slot: Slot) =>
  saveSlots(
    current().filter(({ weekday, time }) => weekday !== slot.weekday || time !== slot.time),
    'Posting time removed.',
  )

/** Adds times at which the selected business's posts did well, or commonly advised ones. */
export async function addSuggestedTimes() {
  await withErrorToast('We couldn’t suggest times. Try again.', async () => {
    const { data } = await bodyOf(api.slots.proposed.$get({ query: { timeZone: timeZone() } }))
    const measured = data.filter(({ basis }) => basis === 'insights').length
    const why =
      measured > 0
        ? `${measured} from your best posts, the others common advice`
        : 'common advice, until you have enough posts'
    await saveSlots([...current(), ...data], `Suggested times added: ${why}.`)
  })
}

/** Adds suggested posting times to a new business, so that its first post is scheduled rather than published at once. */
export const addSuggestedTimesTo = (id: string) =>
  withErrorToast('The new business has no posting times yet. Choose them in its settings.', async () => {
    const headers = { [DOMAIN_HEADER]: id }
    const zone = timeZone()
    const { data } = await bodyOf(api.slots.proposed.$get({ query: { timeZone: zone } }, { headers }))
    const slots = data.map(({ weekday, time }) => ({ weekday, time }))
    await api.slots.$put({ json: { slots, timeZone: zone } }, { headers })
    await $slots.reload()
  })

/** Saves the selected business's time zone, and shows failures in a toast. @returns true if the zone was saved */
export async function saveTimeZone(zone: string, { toastsSuccess = true } = {}): Promise<boolean> {
  const id = $selectedDomain.get()?._id
  if (!id) return false
  return await withErrorToast('Your time zone wasn’t saved. Try again.', async () => {
    await api.domains[':id'].$patch({ param: { id }, json: { timeZone: zone } })
    await $domains.reload()
    if (toastsSuccess) toast('success', 'Time zone saved.')
  })
}
