import { REQUEST_SENT, WebsiteQuestionnaire } from '#shared/requests.ts'
import { checkForm } from '#site/forms/check-form.ts'
import { FEATURE_FAILED } from '#site/forms/feature-failed.ts'
import { formStore } from '#site/forms/form-store.ts'
import { api } from '#site/lib/api/api.ts'
import { toast, withdrawToast } from '#site/lib/toasts.ts'
import type { Answers } from './answers.ts'

export const questionnaire = formStore({
  check: (answers: Answers) => checkForm(WebsiteQuestionnaire, answers),
  failed: FEATURE_FAILED,
  savedAs: 'questionnaire',
  async send(answers, named) {
    withdrawToast(FEATURE_FAILED)
    try {
      await (await api.users.saveFeatureRequest.$post({ json: answers }, named)).json()
    } catch (error) {
      toast('error', FEATURE_FAILED)
      throw error
    }
    toast('success', REQUEST_SENT.feature)
  },
})
