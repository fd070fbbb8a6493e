import { addressGuard } from '#api/audits/address-guard.ts'
import { AuditError } from '#api/audits/audit.ts'
import { NetworkError } from '#api/networks/core/network.ts'
import type { NetworkId } from '#shared/networks.ts'
import { parseUrl } from '#shared/text/urls.ts'

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
  try {
    if (!url || !(url.protocol === 'https:' || (allowPrivate && url.protocol === 'http:')))
      throw new AuditError('refused', host)
    await addressGuard({ allowPrivate }).checkUrl(address)
  } catch (error) {
    if (!(error instanceof AuditError)) throw error
    throw error.kind === 'refused'
      ? new NetworkError('permanent', `${network}/server`, `${host} isn’t a server that we may open.`)
      : new NetworkError('transient', 'unreachable', `We can’t find ${host} on the public internet.`)
  }
}
