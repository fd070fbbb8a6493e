import { SERVICES } from '#shared/requests/requests.ts'

type Offered = { data: { title: string; choices: readonly string[] } }
type Choice = { value: string; label: string }
/** Choices with a heading; the last have none. */
export type ServiceGroup = { heading: string; choices: Choice[] }

const specified: readonly Choice[] = SERVICES
const choiceOf = (label: string): Choice =>
  specified.find(service => service.label === label) ?? { value: label, label }
const choicesWith = (value: (typeof SERVICES)[number]['value']) =>
  specified.filter(service => service.value === value)

/** Drops the posts a week from a request for a service with a price of its own, for which the form doesn't ask for them. */
export const withoutNeedlessPosts = (fields: Record<string, string>, ownPrices: readonly string[]) =>
  ownPrices.includes(fields.service ?? '') ? { ...fields, posts: '' } : fields

/** Chosen until a visitor chooses. */
export const UNSURE = 'other'

/**
 * Returns the Service list of the contact forms: the agency's services and its website plan, then what each service names as
 * choices, and the rest. A choice with a specified label is sent by its value, others by their label.
 */
export const choicesOf = (services: readonly Offered[]): ServiceGroup[] => [
  {
    heading: 'What we do',
    choices: [...services.map(({ data }) => choiceOf(data.title)), ...choicesWith('99_package')],
  },
  ...services
    .filter(({ data }) => data.choices.length > 0)
    .map(({ data }) => ({ heading: data.title, choices: data.choices.map(choiceOf) })),
  { heading: '', choices: choicesWith(UNSURE) },
]
