import type { Networks } from '#api/networks/networks.ts'
import type { NetworkId } from '#shared/networks.ts'

/** Returns the networks with `meanwhile` run between a provider's response to a renewal and its caller. */
export function whileRenewing(
  networks: Networks,
  network: NetworkId,
  meanwhile: (accessToken: string) => Promise<unknown>,
): Networks {
  const { account, ...rest } = networks[network]
  const { renewal } = account
  if (!renewal) throw new Error(`${network} renews nothing`)
  const renew = async (token: string) => {
    const renewed = await renewal.renew(token)
    await meanwhile(renewed.accessToken)
    return renewed
  }
  return { ...networks, [network]: { ...rest, account: { ...account, renewal: { ...renewal, renew } } } }
}
