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
