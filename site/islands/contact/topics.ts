import type { SERVICES } from '#shared/requests/requests.ts'

/** The service and the first words of the message, for each subject that a link to the contact page may ask about. */
const TOPICS = {
  content: { service: 'other', message: 'I’d like to ask about content creation.' },
  plan: { service: 'digital', message: 'I’d like a plan for a campaign.' },
  management: { service: 'other', message: 'I’d like to talk about social media account management.' },
  'more-accounts': { service: 'other', message: 'I’d like more social accounts. How many I need:' },
  'done-for-you': { service: 'other', message: 'I’d like you to write and publish our posts.' },
} as const satisfies Record<string, { service: (typeof SERVICES)[number]['value']; message: string }>

type Topic = keyof typeof TOPICS

export const contactAbout = (topic: Topic) => `/contact?about=${topic}`

export const valuesAbout = (search: string): Record<string, string> =>
  Object.entries(TOPICS).find(([topic]) => topic === new URLSearchParams(search).get('about'))?.[1] ?? {}
