import { computed, onMount } from 'nanostores'

import { isAllowed } from '#shared/businesses/permissions.ts'
import type { ApprovalRule, ReadApprovalRule } from '#shared/posts/approvals.ts'
import { selectedDomainId, $selectedDomain, $selectionVersion } from '#site/dashboard/shared/domains/store.ts'
import { api } from '#site/lib/api/api.ts'
import { remote } from '#site/lib/remote.ts'
import { toast } from '#site/lib/toasts.ts'
import { withErrorToast } from '#site/lib/with-error-toast.ts'

/** Approval rule of the selected business; null without a business. */
export const $approvalRule = remote(async (): Promise<ReadApprovalRule | null> => {
  const id = await selectedDomainId()
  return id
    ? (await (await api.businesses[':id']['approval-rule'].$get({ param: { id } })).json()).data
    : null
})

onMount($approvalRule, () => $selectionVersion.listen($approvalRule.resetAndRefetch))

/** True if posts of the selected business wait for approval: by its rule, or because the user's role may not publish. */
export const $needsApproval = computed([$approvalRule, $selectedDomain], (rule, domain) => {
  const isRequired = rule.state === 'ready' && rule.data?.required === true
  return isRequired || (domain !== undefined && !isAllowed(domain.role, 'publish'))
})

/** Saves the rule. A failure is shown in a toast. */
export async function saveRule(rule: ApprovalRule, saved: string): Promise<void> {
  const id = await selectedDomainId()
  if (!id) return
  await withErrorToast('The approval rule wasn’t saved. Try again.', async () => {
    const { required, approvers } = rule
    const json = { required, approvers }
    const response = await api.businesses[':id']['approval-rule'].$put({ param: { id }, json })
    $approvalRule.set({ state: 'ready', data: (await response.json()).data })
    toast('success', saved)
  })
}
