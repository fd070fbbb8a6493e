import { AuditError } from '#api/audits/audit.ts'
import type { AddressGuard } from '#api/runtime/address-guard.ts'
import { FetchError, fetchPublic } from '#api/runtime/fetch-public.ts'
import { decodeHtml } from './decode-html.ts'

type Opening = { guard: AddressGuard; maxBytes: number; timeoutMs: number }

/**
 * Fetches the beginning of a page. A page that doesn't respond over https is tried over http, because people enter websites
 * without either.
 * @throws {AuditError} `refused` if the URL or a redirect leads to a private address, `site` if nothing responds, `transient` if
 * a browser may succeed
 */
export async function openPage(url: string, opening: Opening): Promise<{ html: string; url: string }> {
  try {
    return await fetchPage(url, opening)
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    const insecure = url.replace(/^https:/, 'http:')
    if (error.kind !== 'unreachable' || insecure === url) throw toAuditError(error, url)
    return await fetchPage(insecure, opening).catch((second: unknown) => {
      throw second instanceof FetchError ? toAuditError(second, url) : second
    })
  }
}

async function fetchPage(pageUrl: string, opening: Opening) {
  const { bytes, url, contentType } = await fetchPublic(pageUrl, {
    ...opening,
    truncates: true,
    accept: 'text/html, application/xhtml+xml',
  })
  return { html: decodeHtml(bytes, contentType), url }
}

function toAuditError({ kind, status }: FetchError, url: string): AuditError {
  const host = URL.parse(url)?.host ?? url
  switch (kind) {
    case 'refused':
      return new AuditError(
        'refused',
        `${host} leads to an address that only its own network can open, so we don’t open it.`,
      )
    case 'unreachable':
      return new AuditError(
        'site',
        `${host} isn’t responding. Check that the website is up and its address is spelt right.`,
      )
    default:
      return new AuditError('transient', `${host} didn’t show us its page${status ? ` (${status})` : ''}.`)
  }
}
