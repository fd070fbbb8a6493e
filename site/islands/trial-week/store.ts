import { atom } from 'nanostores'

import { StartTrialWeek, type TrialKind, type TrialWeek } from '#shared/trial-weeks.ts'
import { checkForm, formStore } from '#site/forms/form-store.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { timeZone } from '#site/lib/format.ts'
import { $session } from '#site/lib/session.ts'
import { requestSignIn } from '#site/lib/sign-in-request.ts'

/** The week that is shown. */
export const $week = atom<TrialWeek | undefined>()

/** Input for the last week, which the form shows again to change it. */
let entered: object = {}

export const weekForm = formStore({
  check: (values: object) => {
    entered = values
    return checkForm(StartTrialWeek, { ...values, timeZone: timeZone() })
  },
  failed: 'We couldn’t make your week. Please try again.',
  savedAs: 'trial-week',
  async send(json) {
    $week.set(await dataOf(api['trial-weeks'].$post({ json })))
  },
})

export const enteredBefore = () => weekForm.draft() ?? entered

const KINDS: readonly [TrialKind, RegExp][] = [
  [
    'cafe',
    /\b(caf[eé]|coffee|espresso|bak(ery|ehouse|er)|bread|kitchen|restaurant|bistro|pizz|burger|bar|pub|cater)/i,
  ],
  [
    'trades',
    /\b(plumb|electric|sparky|build|carpent|paint(ers?|ing)|roof|til(er|ing)|landscap|air ?con|handy|mechanic|auto)/i,
  ],
  ['hair', /\b(hair|salon|barber|beauty|nails?|brows?|lash|skin|spa|cuts)/i],
  ['fitness', /\b(gym|fit|fitness|yoga|pilates|crossfit|boxing|personal train|swim|dance|studio)/i],
  ['retail', /\b(shop|store|boutique|books|florist|flowers?|gifts?|toys|bikes?|cycles|nursery|jewel|cloth)/i],
  [
    'professional',
    /\b(account|law|legal|solicitor|conveyanc|financ|tax|bookkeep|architect|consult|insur|dental|dentist|physio)/i,
  ],
]

/** Guesses the kind of a business from its name. */
export const guessKind = (businessName: string): TrialKind | undefined =>
  KINDS.find(([, names]) => names.test(businessName))?.[0]

/** Path at which the dashboard keeps a week. */
export const pathOf = ({ token }: TrialWeek) => `/dashboard?week=${token}`

export const isSignedIn = () => $session.get().state === 'in'

/** Makes the sign-up keep the week. The control that calls it also opens the dialog. */
export const signUpToKeep = (week: TrialWeek) =>
  requestSignIn(
    `Create an account to keep ${week.businessName}’s week: it will be among your drafts.`,
    pathOf(week),
    { isNew: true },
  )

/** A day of the calendar, with the posts of its morning, midday and evening. */
export type Day = { date: Date; posts: (number | undefined)[] }

const DAYS = 7
const PARTS = 3
const [MIDDAY, EVENING] = [11, 16]
const partOf = (date: Date) => (date.getHours() < MIDDAY ? 0 : date.getHours() < EVENING ? 1 : 2)
const addDays = (date: Date, days: number) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days)
const isSameDay = (a: Date, b: Date) => a.toDateString() === b.toDateString()

/** Returns seven days, with the indexes of their posts. They begin today if a post does, otherwise tomorrow. */
export function daysOf({ posts }: Pick<TrialWeek, 'posts'>, now = new Date()): Day[] {
  const times = posts.map(({ at }) => new Date(at))
  const start = times.some(time => isSameDay(time, now)) ? now : addDays(now, 1)
  return Array.from({ length: DAYS }, (_, day) => {
    const date = addDays(start, day)
    const parts: Day['posts'] = Array.from({ length: PARTS }, () => undefined)
    times.forEach((time, index) => {
      if (isSameDay(time, date)) parts[partOf(time)] = index
    })
    return { date, posts: parts }
  })
}
