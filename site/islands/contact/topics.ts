import type { SERVICES } from '#shared/requests/requests.ts'

/** The service and the first words of the message, for each subject that a link to the contact page may ask about. */
const TOPICS = {
  'more-accounts': { service: 'other', message: 'I’d like more social accounts. How many I need:' },
} as const satisfies Record<string, { service: (typeof SERVICES)[number]['value']; message: string }>

type Topic = keyof typeof TOPICS

export const contactAbout = (topic: Topic) => `/contact?about=${topic}`

export const valuesAbout = (search: string): Record<string, string> =>
  Object.entries(TOPICS).find(([topic]) => topic === new URLSearchParams(search).get('about'))?.[1] ?? {}

/** The page on which a visitor asks to be served. */
export const HIRE = '/have-us-do-it'

/** Returns the URL of that page with a service chosen by its title. */
export const hireFor = (title: string) => `${HIRE}?service=${encodeURIComponent(title)}`

type Drawn = { businessName: string; trade: string; suburb: string }

/** Lengths that a first week's form allows (`StartTrialWeek`). */
const MAX_LENGTHS: Record<keyof Drawn, number> = { businessName: 60, trade: 40, suburb: 40 }

/** Returns the URL of that page for a business whose first week was drawn, with its number of posts chosen if that has a price. Servers and their logs never see a fragment. */
export const hireForWeek = ({ businessName, trade, suburb }: Drawn, posts?: number) =>
  `${HIRE}${posts ? `?posts=${posts}` : ''}#${new URLSearchParams({ businessName, trade, suburb })}`

/** Reads such a fragment into values of the form. None if a part is missing or longer than the week's form allows. */
export function valuesForWeek(fragment: string): Record<string, string> {
  const given = new URLSearchParams(fragment.slice(1))
  const part = (name: keyof Drawn) => {
    const text = given.get(name)?.trim() ?? ''
    return text.length <= MAX_LENGTHS[name] ? text : ''
  }
  const [company, trade, suburb] = [part('businessName'), part('trade'), part('suburb')]
  if (!company || !trade || !suburb) return {}
  return { company, message: `I liked the first week that you drew for us (${trade}, ${suburb}).` }
}
