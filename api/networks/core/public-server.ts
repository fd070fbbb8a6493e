import { AddressError, addressGuard } from '#api/runtime/address-guard.ts'
import type { NetworkId } from '#shared/networks.ts'
import { parseUrl } from '#shared/text/urls.ts'
import { NetworkError } from './network.ts'

/**
 * Requires that a server which a member chose is on the public internet. DNS rebinding between this check and the call gains
 * nothing, because the server that answers needs a certificate for the name.
 * @throws {NetworkError} before anything is sent
 */
export async function requirePublicServer(
  network: NetworkId,
  address: string,
  { allowPrivate }: { allowPrivate: boolean },
): Promise<void> {
  const url = parseUrl(address)
  const host = url?.host ?? 'This'
  const notAllowed = new NetworkError(
    'permanent',
    `${network}/server`,
    `${host} isn’t a server that we may open.`,
  )
  if (!url || !(url.protocol === 'https:' || (allowPrivate && url.protocol === 'http:'))) throw notAllowed
  try {
    await addressGuard({ allowPrivate }).checkUrl(address)
  } catch (error) {
    if (!(error instanceof AddressError)) throw error
    if (error.kind === 'refused') throw notAllowed
    throw new NetworkError('transient', 'unreachable', `We can’t find ${host} on the public internet.`)
  }
}
