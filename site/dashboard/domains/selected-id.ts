import { $domains, $selectedDomain } from './store.ts'

/** The selected domain's id; which one that is, is known a moment after the page opens. */
export async function selectedDomainId(): Promise<string | undefined> {
  if ($domains.get().state === 'failed') await $domains.reload()
  const domains = await loadedDomains()
  if (domains.state === 'failed') throw domains.error
  return $selectedDomain.get()?._id
}

type Domains = ReturnType<typeof $domains.get>

const loadedDomains = () =>
  new Promise<Exclude<Domains, { state: 'loading' }>>(resolve => {
    const stop = $domains.subscribe(domains => {
      if (domains.state === 'loading') return
      resolve(domains)
      queueMicrotask(() => stop())
    })
  })
