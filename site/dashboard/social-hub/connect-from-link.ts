import { useStore } from '@nanostores/react'
import { useEffect } from 'react'

import { NETWORK_IDS } from '#shared/networks.ts'
import { signIns } from '#site/dashboard/shared/accounts/sign-ins.ts'
import { $selectedDomain } from '#site/dashboard/shared/domains/store.ts'
import { $can } from '#site/dashboard/shared/permissions.tsx'
import { $router } from '#site/dashboard/shared/router.ts'

/**
 * Opens the sign-in of the network that a link of the dashboard names, such as Reconnect. A page that has just loaded doesn't,
 * because browsers open a window only after a press.
 */
export function connectFromLink(isAfterPress = navigator.userActivation?.isActive ?? false) {
  const { route, search } = $router.get() ?? {}
  const network = NETWORK_IDS.find(id => id === search?.connect)
  if (route !== 'socialHub' || !network || !$selectedDomain.get()) return
  $router.open('/dashboard/social-hub', true)
  if (isAfterPress && $can.get()('connect')) void signIns[network].connect()
}

export function useConnectFromLink() {
  const network = useStore($router)?.search.connect
  const domain = useStore($selectedDomain)
  useEffect(() => {
    if (network && domain) connectFromLink()
  }, [network, domain])
}
