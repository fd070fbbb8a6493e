import { REQUEST_SENT, WebsiteQuestionnaire } from '#shared/requests.ts'
import { api } from '#site/lib/api.ts'
import { checkForm } from '#site/lib/check-form.ts'
import { toast, withdrawToast } from '#site/lib/toasts.ts'
import { FEATURE_FAILED } from '../feature-failed.ts'
import { formStore } from '../form-store.ts'
import type { Answers } from './answers.ts'

export const questionnaire = formStore({
  check: (answers: Answers) => checkForm(WebsiteQuestionnaire, answers),
  failed: FEATURE_FAILED,
  keptAs: 'questionnaire',
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
