import { SaveDomain } from '#shared/businesses/domains.ts'
import { refreshed, saveDomain } from '#site/dashboard/shared/domains/store.ts'
import { proposeTimesFor } from '#site/dashboard/shared/posting-times.ts'
import { checkForm, formStore } from '#site/forms/form-store.ts'
import { $overview } from './store.ts'

/** Adds the first business, with the suggested posting times, so that its first post has a time already. */
export const firstBusiness = () =>
  formStore({
    check: (values: unknown) => checkForm(SaveDomain, values),
    async send(value) {
      const proposed = proposeTimesFor(await saveDomain(value))
      await refreshed()
      void proposed.then($overview.reload)
    },
    failed: '',
  })
