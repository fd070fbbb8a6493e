import { atom } from 'nanostores'

import { BookCall, type Booking } from '#shared/bookings.ts'
import { checkForm, formStore } from '#site/forms/form-store.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { ApiError } from '#site/lib/api/error.ts'
import { apiUrl } from '#site/lib/api/url.ts'
import { timeZone } from '#site/lib/format.ts'
import { remote } from '#site/lib/remote.ts'

/** Times that can be booked. */
export const $freeSlots = remote(() => dataOf(api.bookings.slots.$get()))

/** Reloads the free times if somebody else has taken the chosen one, and rethrows the error. */
async function reloadSlotsOnConflict<Result>(change: Promise<Result>): Promise<Result> {
  try {
    return await change
  } catch (error) {
    if (error instanceof ApiError && error.code === 'conflict') await $freeSlots.reload()
    throw error
  }
}

export type Sent = { token: string } & Pick<BookCall, 'startsAt' | 'email' | 'caller' | 'contact' | 'message'>

/** The call that was booked on this page. */
export const $booked = atom<Sent | undefined>()

export const bookForm = formStore({
  check: (values: object) => checkForm(BookCall, { ...values, timeZone: timeZone() }),
  failed: 'The call isn’t booked. Please try again.',
  savedAs: 'book',
  async send(json, options) {
    const { token } = await reloadSlotsOnConflict(dataOf(api.bookings.$post({ json }, options)))
    const { startsAt, email, caller, contact, message } = json
    $booked.set({ token, startsAt, email, caller, contact, message })
  },
})

/** Reads the person to talk to: `/book?with=Maggie`. */
export const callerFromUrl = (search: string) => ({ caller: new URLSearchParams(search).get('with') ?? '' })

/** Reads the token from the path of the private link: /call/{token}. */
export const tokenFromPath = (path: string) => decodeURIComponent(/^\/call\/([^/]+)/.exec(path)?.[1] ?? '')

const param = () => ({ token: tokenFromPath(location.pathname) })

export const $booking = remote<Booking>(() => dataOf(api.bookings[':token'].$get({ param: param() })))

export async function moveCall(startsAt: string): Promise<void> {
  const call = api.bookings[':token'].move.$post({ param: param(), json: { startsAt } })
  const moved = await reloadSlotsOnConflict(dataOf(call))
  $booking.change(() => moved)
  // Its former time is free again.
  void $freeSlots.reload()
}

export async function cancelCall(): Promise<void> {
  const cancelled = await dataOf(api.bookings[':token'].cancel.$post({ param: param() }))
  $booking.change(() => cancelled)
}

/** URL of a call as a file for calendar programs. */
export const calendarUrl = (token: string) => apiUrl(`/api/bookings/${encodeURIComponent(token)}/call.ics`)
