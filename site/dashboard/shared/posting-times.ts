import { DOMAIN_HEADER } from '#shared/businesses/domain-header.ts'
import type { Slot, SlotTime } from '#shared/calendar/slots.ts'
import { api, bodyOf, dataOf } from '#site/lib/api/api.ts'
import { timeZone } from '#site/lib/format.ts'
import { toast, toastWithUndo, withErrorToast } from '#site/lib/toasts.ts'
import { $domains, $selectedDomain, refreshed, remoteOfSelection, selectedDomainId } from './domains/store.ts'

/** Weekly posting times of the selected business; null without a business. */
export const $slots = remoteOfSelection(async (domainId): Promise<Slot[] | null> =>
  domainId ? await dataOf(api.slots.$get()) : null,
)

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

/** Adds the times that suit the business: from its insights, or sensible ones. */
export async function addProposed() {
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

/** Adds the suggested times to a new business once it is selected, so that a post for it is scheduled rather than published at once. */
export async function proposeTimesFor(id: string) {
  await refreshed()
  if ((await selectedDomainId()) !== id) return
  await $slots.reload()
  if (current().length === 0) await addProposed()
}

/** Adds the suggested times to a new client that isn't selected. */
export const proposeTimesOfClient = (id: string) =>
  withErrorToast('The new client has no posting times yet. Choose them in its settings.', async () => {
    const headers = { [DOMAIN_HEADER]: id }
    const zone = timeZone()
    const { data } = await bodyOf(api.slots.proposed.$get({ query: { timeZone: zone } }, { headers }))
    const slots = data.map(({ weekday, time }) => ({ weekday, time }))
    await api.slots.$put({ json: { slots, timeZone: zone } }, { headers })
  })

/** @returns true if it was saved; a failure is shown in a toast */
export async function saveTimeZone(zone: string, { toastsSuccess = true } = {}): Promise<boolean> {
  const id = $selectedDomain.get()?._id
  if (!id) return false
  return await withErrorToast('Your time zone wasn’t saved. Try again.', async () => {
    await api.domains[':id'].$patch({ param: { id }, json: { timeZone: zone } })
    await $domains.reload()
    if (toastsSuccess) toast('success', 'Time zone saved.')
  })
}
