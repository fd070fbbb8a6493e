import { useStore } from '@nanostores/react'

import { Loaded, type LoadedProps } from '#site/dashboard/shared/Loaded.tsx'
import { NoBusiness } from './NoBusiness.tsx'
import { $domains, $selectedDomain } from './store.ts'

/** Renders data of the selected business like `Loaded` or, without a business, an invitation to add one. */
export function WithBusiness<T>({ invitation, ...loaded }: LoadedProps<T> & { invitation: string }) {
  const domain = useStore($selectedDomain)
  return (
    <Loaded store={$domains} loading={loaded.loading}>
      {() => (domain ? <Loaded {...loaded} /> : <NoBusiness>{invitation}</NoBusiness>)}
    </Loaded>
  )
}
