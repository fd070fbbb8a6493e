import { computed } from 'nanostores'

import { isAllowed } from '#shared/businesses/permissions.ts'
import type { ApprovalRule } from '#shared/posts/approvals.ts'
import { selectedDomainId, $selectedDomain, remoteOfBusiness } from '#site/dashboard/shared/domains/store.ts'
import { api, dataOf } from '#site/lib/api/api.ts'
import { toast, withErrorToast } from '#site/lib/toasts.ts'

/** Approval rule of the selected business; null without a business. */
export const $approvalRule = remoteOfBusiness(id =>
  dataOf(api.businesses[':id']['approval-rule'].$get({ param: { id } })),
)

/** True if posts of the selected business wait for approval: by its rule, or because the user's role may not publish. */
export const $needsApproval = computed([$approvalRule, $selectedDomain], (rule, domain) => {
  const isRequired = rule.state === 'ready' && rule.data?.required === true
  return isRequired || (domain !== undefined && !isAllowed(domain.role, 'publish'))
})

export async function saveRule(rule: ApprovalRule, saved: string): Promise<void> {
  const id = await selectedDomainId()
  if (!id) return
  await withErrorToast('The approval rule wasn’t saved. Try again.', async () => {
    const json = { required: rule.required, approvers: rule.approvers }
    const data = await dataOf(api.businesses[':id']['approval-rule'].$put({ param: { id }, json }))
    $approvalRule.set({ state: 'ready', data })
    toast('success', saved)
  })
}
