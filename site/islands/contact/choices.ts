import { SERVICES } from '#shared/requests/requests.ts'

type Offered = { data: { title: string; choices: readonly string[] } }
type Choice = { value: string; label: string }

const specified: readonly Choice[] = SERVICES
const always = SERVICES.filter(({ value }) => value === '99_package' || value === 'other')

/**
 * Returns the Service list of the contact forms: the agency's services, what they name as choices, the website plan, and the rest.
 * A choice with a specified label is sent by its value, others by their label.
 */
export const choicesOf = (services: readonly Offered[]): Choice[] => [
  ...services
    .map(({ data }) => data.title)
    .concat(services.flatMap(({ data }) => data.choices))
    .map(label => specified.find(service => service.label === label) ?? { value: label, label }),
  ...always,
]
