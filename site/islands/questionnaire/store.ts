import {
  EXISTING_ASSETS,
  EXTRA_FEATURES,
  WEBSITE_TYPES,
  NO_CONTACT,
  WebsiteQuestionnaire,
} from '#shared/requests/requests.ts'
import { checkForm, formStore } from '#site/forms/form-store.ts'
import { FEATURE_FAILED, sendFeatureRequest } from '#site/forms/send-feature-request.ts'
import { readFields } from '#site/forms/use-form.ts'
import { $session } from '#site/lib/session.ts'
import { withdrawToast } from '#site/lib/toasts.ts'

/** Values of a group: a flag for each box, and the text beside them. */
type Group = Record<string, boolean | string>

export type Answers = {
  websiteType: Group
  existing: Group
  extraFeatures: Group
  [question: string]: string | Group
}

const flags = (data: FormData, name: string, choices: readonly { value: string }[]): Group =>
  Object.fromEntries(choices.map(({ value }) => [value, data.has(`${name}.${value}`)]))

/** Reads the questionnaire in the shape that the api expects. */
export function readAnswers(form: HTMLFormElement): Answers {
  const data = new FormData(form)
  const texts = readFields(form)
  const other = (name: string) => ({ other: texts[`${name}.other`] ?? '' })
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([name]) => !name.includes('.'))),
    websiteType: { ...flags(data, 'websiteType', WEBSITE_TYPES), ...other('websiteType') },
    existing: flags(data, 'existing', EXISTING_ASSETS),
    extraFeatures: { ...flags(data, 'extraFeatures', EXTRA_FEATURES), ...other('extraFeatures') },
  }
}

export const tickedIn = (group: Group = {}): string[] => Object.keys(group).filter(key => group[key] === true)

export function textIn(answers: Partial<Answers> | Group | undefined, question: string): string {
  const answer = answers?.[question]
  return typeof answer === 'string' ? answer : ''
}

/** Requires a contact from visitors, as the api does, and marks its field together with any other error. */
function check(answers: Answers) {
  const checked = checkForm(WebsiteQuestionnaire, answers)
  if (textIn(answers, 'contact').trim() || $session.get().state === 'in') return checked
  const { fields, message } = checked.ok ? { fields: {}, message: '' } : checked
  return { ok: false, fields: { contact: NO_CONTACT, ...fields }, message } as const
}

export const questionnaire = formStore({
  check,
  failed: FEATURE_FAILED,
  savedAs: 'questionnaire',
  async send(answers, options) {
    withdrawToast(FEATURE_FAILED)
    await sendFeatureRequest(answers, options)
  },
})
