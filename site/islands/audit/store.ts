import { StartAudit } from '#shared/audits/audit.ts'
import { schemaForm } from '#site/forms/form-store.ts'
import { api, dataOf } from '#site/lib/api/api.ts'

/** Starts a website check, and opens its private page. */
export const auditForm = schemaForm(StartAudit, {
  failed: 'The check didn’t start. Please try again in a minute.',
  savedAs: 'audit',
  async send(website) {
    const { token } = await dataOf(api.audits.$post({ json: website }))
    location.assign(`/audits/${token}`)
  },
})
