import { NO_CONTACT, WebsiteQuestionnaire } from '#shared/requests/requests.ts'
import { checkForm, formStore } from '#site/forms/form-store.ts'
import { FEATURE_FAILED, sendFeatureRequest } from '#site/forms/send-feature-request.ts'
import { $session } from '#site/lib/session.ts'
import { withdrawToast } from '#site/lib/toasts.ts'
import type { Answers } from './answers.ts'

/** Requires a contact from visitors, as the api does. */
function check(answers: Answers) {
  const checked = checkForm(WebsiteQuestionnaire, answers)
  if (!checked.ok || checked.value.contact || $session.get().state === 'in') return checked
  return { ok: false, fields: { contact: NO_CONTACT }, message: '' } as const
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
