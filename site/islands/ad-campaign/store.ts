import {
  AD_CAMPAIGN_INCOMPLETE,
  AdCampaign,
  VisitorAdCampaign,
  OTHER_OBJECTIVE,
} from '#shared/requests/requests.ts'
import { AD_CAMPAIGN_SEND_MS } from '#shared/timings.ts'
import { checkForm, formStore } from '#site/forms/form-store.ts'
import { FEATURE_FAILED, sendFeatureRequest } from '#site/forms/send-feature-request.ts'
import { $session } from '#site/lib/session.ts'
import { withdrawToast } from '#site/lib/toasts.ts'

export type AdCampaignValues = Record<string, string | string[]> & { platforms: string[] }

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Only visitors enter a name and an e-mail. Signed-in users are known. */
export const needsSender = () => $session.get().state !== 'in'

/** The api accepts "Other (please specify)" without a text. The form requires one. */
function check(values: AdCampaignValues) {
  const checked = checkForm(needsSender() ? VisitorAdCampaign : AdCampaign, values)
  const isVague = values.campaignObjective === OTHER_OBJECTIVE && !String(values.otherObjective ?? '').trim()
  if (!isVague) return checked
  const fields = { ...(!checked.ok && checked.fields), otherObjective: 'Please say what it should do.' }
  return { ok: false, fields, message: '' } as const
}

export const adCampaign = formStore({
  check,
  failed: FEATURE_FAILED,
  savedAs: 'ad-campaign',
  incomplete: AD_CAMPAIGN_INCOMPLETE,
  async send(campaign, options) {
    withdrawToast(FEATURE_FAILED)
    await wait(AD_CAMPAIGN_SEND_MS)
    await sendFeatureRequest(campaign, options)
  },
})
