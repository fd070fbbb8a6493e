import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'tldts'
import * as v from 'valibot'

import type { Config } from '#api/runtime/config.ts'
import { StartError } from '#api/runtime/errors.ts'
import { VERSION } from '#api/runtime/release.ts'

/** Returns the scheme and registrable domain of a URL (`example.com.au`), or the host itself for an IP address. */
function siteOf(address: string): string {
  const { protocol, hostname } = new URL(address)
  return `${protocol}//${parse(hostname, { allowPrivateDomains: true }).domain ?? hostname}`
}

/**
 * Compares two URLs as browsers do for cookies: by scheme and registrable domain (Public Suffix List). Sign-ins with Instagram
 * and Google set a cookie that is only sent to the same site.
 * @returns a message for the operator, or undefined
 */
export function siteSplit({ publicUrl, siteUrl }: Pick<Config, 'publicUrl' | 'siteUrl'>): string | undefined {
  const [api, site] = [siteOf(publicUrl), siteOf(siteUrl)]
  if (api === site) return undefined
  return `PUBLIC_URL (${publicUrl}) and SITE_URL (${siteUrl}) are different sites to a browser: ${api} and ${site}. It withholds the sign-in’s cookie between them, so most networks can’t be connected. Serve both from one registered domain, such as api.example.com and www.example.com.`
}

const BuiltFor = v.object({
  version: v.string(),
  /** Empty if no URL was set. */
  site: v.string(),
  /** Origin of the api, if it differs from the site's. */
  api: v.string(),
  /** True if the pages allow scripts from this machine, for the sandbox. */
  loopback: v.boolean(),
})
export type BuiltFor = v.InferOutput<typeof BuiltFor>

type Addresses = Pick<Config, 'siteUrl' | 'publicUrl'>

/** Matches loopback host names. */
export const LOCAL = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/
const BUILD = 'Run `bun run build` with the same settings (it reads .env), then start again.'

/** Reads the settings that the pages were built with; undefined without pages, or if an earlier release built them. */
export async function readBuiltFor(dist: string): Promise<BuiltFor | undefined> {
  const file = Bun.file(join(dist, '_built-for.json'))
  if (!(await file.exists())) return undefined
  const read = v.safeParse(BuiltFor, await file.json().catch(() => undefined))
  return read.success ? read.output : undefined
}

/**
 * Compares built pages with the settings of the api that serves them.
 * @returns a message that explains the mismatch and what to do, or undefined
 */
export async function siteMismatch(config: Addresses, dist: string): Promise<string | undefined> {
  if (!existsSync(join(dist, 'index.html'))) return undefined
  const built = await readBuiltFor(dist)
  if (!built || built.version !== VERSION)
    return `The pages in dist/ were built by ${built ? `version ${built.version}` : 'an earlier version'}, and this is ${VERSION}. ${BUILD}`
  if (built.loopback)
    return `The pages in dist/ are a trial build: they allow scripts from any program on this machine. ${BUILD}`
  const site = new URL(config.siteUrl)
  const isUnset = built.site === '' && LOCAL.test(site.hostname)
  if (!isUnset && built.site !== site.href)
    return `The pages in dist/ were built ${built.site ? `for ${built.site}` : 'without a URL'}, and SITE_URL (or PUBLIC_URL) is ${config.siteUrl}. ${BUILD}`
  const api = new URL(config.publicUrl).origin
  if (api !== (built.api || site.origin))
    return `The pages in dist/ call the api at ${built.api || site.origin}, and PUBLIC_URL is ${config.publicUrl}. Build with PUBLIC_API_URL=${api}.`
  return undefined
}

/** @throws {StartError} if the pages were built with other settings, and would use another site's scripts and URLs */
export async function requireOurSite(config: Addresses, dist: string): Promise<void> {
  const mismatch = await siteMismatch(config, dist)
  if (mismatch) throw new StartError(mismatch)
}
