import { atom } from 'nanostores'

import { possessive } from '#shared/text/possessive.ts'
import { labelOf, detectTrade } from '#shared/trades/trades.ts'
import { StartTrialWeek, type TrialWeek } from '#shared/trial-weeks.ts'
import { checkForm, formStore } from '#site/forms/form-store.ts'
import { hireUrlForWeek } from '#site/islands/contact/topics.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { browserStorage, formKey } from '#site/lib/browser-storage.ts'
import { timeZone } from '#site/lib/format.ts'
import { $session } from '#site/lib/session.ts'
import { requestSignIn } from '#site/lib/sign-in-request.ts'

/** A week with the trade as typed, and the suburb. `isRestored` is set if it was restored after a reload. */
export type ShownWeek = TrialWeek & { tradeName: string; suburb: string; isRestored?: true }

/** The week that is shown. */
export const $week = atom<ShownWeek | undefined>()

/** The input and the resulting week, in session storage. With either of them, the island loads by itself. */
type Saved = { entered?: object; week?: ShownWeek | undefined }

const SAVED = formKey('trial-week')
const storage = browserStorage('sessionStorage')

function readSaved(): Saved {
  try {
    return JSON.parse(storage?.getItem(SAVED) ?? '{}')
  } catch {
    return {}
  }
}

function save(saved: Saved) {
  try {
    storage?.setItem(SAVED, JSON.stringify(saved))
  } catch {
    // A full storage must not hide the week.
  }
}

/** Input of the last week, with which the form starts when the visitor changes it. */
let entered = readSaved().entered ?? {}

$week.listen(week => save({ entered, week }))

/** Restores the tab's week after a reload, unless the time of its first post has passed. */
export function restoreWeek(now = Date.now()) {
  const { week } = readSaved()
  const first = week?.posts[0]
  if (week && first && Date.parse(first.at) > now) $week.set({ ...week, isRestored: true })
}

export const weekForm = formStore({
  check: (values: object) => {
    entered = values
    save({ entered })
    return checkForm(StartTrialWeek, { ...values, timeZone: timeZone() })
  },
  failed: 'We couldn’t make your week. Please try again.',
  async send(json) {
    const { businessName, trade, suburb } = json
    const week = await dataOf(api['trial-weeks'].$post({ json }))
    $week.set({ ...week, tradeName: trade || guessTrade(businessName), suburb })
  },
})

export const lastInput = () => weekForm.draft() ?? entered

/** Guesses the trade from a name, such as 'Bakery' for 'Harbour Bakehouse'. Empty if it doesn't say. */
export function guessTrade(businessName: string): string {
  const trade = detectTrade(businessName)
  return trade ? labelOf(trade) : ''
}

/** Returns the URL of the hire form for a week. It chooses no number of posts: five show the kinds, and most owners start with fewer. */
export const hireUrlFor = ({ businessName, tradeName: trade, suburb }: ShownWeek) =>
  hireUrlForWeek({ businessName, trade, suburb })

/** Dashboard path that saves a week as drafts. */
export const saveWeekPath = ({ token }: TrialWeek) => `/dashboard?week=${token}`

export const isSignedIn = () => $session.get().state === 'in'

/** Makes the sign-up save the week. Only this page opens the dialog, by the control that calls this. */
export const signUpToSave = (week: TrialWeek) =>
  requestSignIn(
    `Create an account to keep ${possessive(week.businessName)} week: it will be among your drafts.`,
    saveWeekPath(week),
    { isNew: true, page: location.pathname },
  )

const DAYS = 7
const addDays = (date: Date, days: number) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days)
const isSameDay = (a: Date, b: Date) => a.toDateString() === b.toDateString()

type Day<Post> = { date: Date; posts: Post[] }

/** Returns seven days with their posts. They begin today if a post does, otherwise tomorrow. */
export function daysOf<Post extends { at: string }>(posts: Post[], now = new Date()): Day<Post>[] {
  const isOn = (date: Date) => (post: Post) => isSameDay(new Date(post.at), date)
  const start = posts.some(isOn(now)) ? now : addDays(now, 1)
  return Array.from({ length: DAYS }, (_, day) => {
    const date = addDays(start, day)
    return { date, posts: posts.filter(isOn(date)) }
  })
}
