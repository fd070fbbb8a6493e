import { sellsWebsites } from '#shared/brand.ts'
import { SERVICES } from '#shared/requests/requests.ts'

type Service = { data: { title: string; choices: readonly string[] } }
type Choice = { value: string; label: string }
/** Choices below a heading, which is empty for the last group. */
export type ServiceGroup = { heading: string; choices: Choice[] }

const specified: readonly Choice[] = SERVICES
const choiceOf = (label: string): Choice =>
  specified.find(service => service.label === label) ?? { value: label, label }
const specifiedChoice = (value: (typeof SERVICES)[number]['value']) =>
  specified.filter(service => service.value === value)

/** Clears the posts a week if the chosen service has its own price, because the form then hides that question. */
export const clearHiddenPosts = (fields: Record<string, string>, ownPrices: readonly string[]) =>
  ownPrices.includes(fields.service ?? '') ? { ...fields, posts: '' } : fields

/** Service that is chosen at first. */
export const UNSURE = 'other'

/**
 * Returns the Service list of the contact forms: the agency's services and its website plan, then the choices of each service,
 * and last 'other'. The value of a choice is that of the service in `SERVICES` with the same label, or else the label itself.
 */
export const serviceChoices = (services: readonly Service[]): ServiceGroup[] => [
  {
    heading: 'What we do',
    choices: [
      ...services.map(({ data }) => choiceOf(data.title)),
      ...(sellsWebsites ? specifiedChoice('99_package') : []),
    ],
  },
  ...services
    .filter(({ data }) => data.choices.length > 0)
    .map(({ data }) => ({ heading: data.title, choices: data.choices.map(choiceOf) })),
  { heading: '', choices: specifiedChoice(UNSURE) },
]
