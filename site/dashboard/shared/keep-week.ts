import { possessive } from '#shared/text/possessive.ts'
import { api, bodyOf } from '#site/lib/api/api.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { SIGNED_IN, toast, withdrawToast } from '#site/lib/toasts.ts'
import { clockIn } from '#site/lib/wall-clock.ts'
import { $domains, $selectedDomain, $selectionVersion, selectDomain } from './domains/store.ts'
import { $router } from './router.ts'
import { $zoneOf } from './zone.ts'

/**
 * Saves the week that a visitor tried on the home page as drafts of their business, and shows them in the calendar.
 * @throws {ApiError} `not_found` for a week that was kept or has expired
 */
export async function keepWeek(token: string): Promise<void> {
  const { data } = await bodyOf(api['trial-weeks'][':token'].keep.$post({ param: { token } })).catch(
    (error: unknown) => {
      const isGone = error instanceof ApiError && error.code === 'not_found'
      // A reload tries again.
      if (!isGone) $router.open(`${location.pathname}?week=${token}`, true)
      throw error
    },
  )
  await $domains.reload()
  // The first business is selected already; the screens still show that there is none.
  if ($selectedDomain.get()?._id === data.domainId) $selectionVersion.set($selectionVersion.get() + 1)
  else await selectDomain(data.domainId)
  withdrawToast(SIGNED_IN)
  // On a phone, the calendar lists a single day.
  const { day } = clockIn($zoneOf.get()(data.domainId), new Date(data.from))
  $router.open(`/dashboard/calendar?on=${day}`)
  toast(
    'success',
    `${possessive(data.businessName)} week is here: ${data.count} drafts with their times. Open one to change or schedule it.`,
  )
}
