import { settled } from '#site/lib/remote.ts'
import { $domains, $selectedDomain } from './store.ts'

/** Resolves with the selected business's id, which is known a moment after the page opens. */
export async function selectedDomainId(): Promise<string | undefined> {
  if ($domains.get().state === 'failed') await $domains.reload()
  const domains = await settled($domains)
  if (domains.state === 'failed') throw domains.error
  return $selectedDomain.get()?._id
}
