import type { SERVICES } from '#shared/requests/requests.ts'

/** Values of the contact form for the topic in a link to it (`/contact?about=…`). */
const TOPICS = {
  'more-accounts': { service: 'other', message: 'I’d like more social accounts. How many I need:' },
} as const satisfies Record<string, { service: (typeof SERVICES)[number]['value']; message: string }>

type Topic = keyof typeof TOPICS

export const contactUrl = (topic: Topic) => `/contact?about=${topic}`

export const contactValuesIn = (search: string): Record<string, string> =>
  Object.entries(TOPICS).find(([topic]) => topic === new URLSearchParams(search).get('about'))?.[1] ?? {}

/** Page with the form to hire the agency. */
export const HIRE_PATH = '/have-us-do-it'

/** Returns the URL of the hire form with this service chosen. */
export const hireUrl = (title: string) => `${HIRE_PATH}?service=${encodeURIComponent(title)}`

type DraftedWeek = { businessName: string; trade: string; suburb: string }

/** Maximum lengths in the trial week's form (`StartTrialWeek`). */
const MAX_LENGTHS: Record<keyof DraftedWeek, number> = { businessName: 60, trade: 40, suburb: 40 }

/** Returns the URL of the hire form for a business with a trial week. The details are in the fragment, which servers and their logs never see. */
export const hireUrlForWeek = ({ businessName, trade, suburb }: DraftedWeek) =>
  `${HIRE_PATH}#${new URLSearchParams({ businessName, trade, suburb })}`

/** Reads the hire form's values from the fragment of `hireUrlForWeek`. Empty if a part is missing or too long. */
export function hireValuesIn(fragment: string): Record<string, string> {
  const given = new URLSearchParams(fragment.slice(1))
  const part = (name: keyof DraftedWeek) => {
    const text = given.get(name)?.trim() ?? ''
    return text.length <= MAX_LENGTHS[name] ? text : ''
  }
  const [company, trade, suburb] = [part('businessName'), part('trade'), part('suburb')]
  if (!company || !trade || !suburb) return {}
  return { company, message: `I liked the first week that you drew for us (${trade}, ${suburb}).` }
}
