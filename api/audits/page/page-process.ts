import { constants } from 'node:os'
import * as v from 'valibot'

import { printResponse } from '#api/audits/process-response.ts'
import { addressGuard } from '#api/runtime/address-guard.ts'
import { fetchPublic } from '#api/runtime/fetch-public.ts'
import { lowerPriority } from '#api/runtime/priority.ts'
import type { PageFacts } from '#shared/audits/page-facts.ts'
import { PageJob } from './job.ts'
import { openPage } from './open-page.ts'
import { readHtml } from './read-html.ts'

const MAX_PAGE_BYTES = 2 * 1024 ** 2
const PAGE_MS = 8000
/** Number of bytes that are read to detect a picture. */
const PICTURE_BYTES = 4096
const PICTURE_MS = 4000
/** Signatures of JPEG, PNG, GIF and WebP (in RIFF). AVIF has its own after four bytes. */
const SIGNATURES = ['\xFF\xD8\xFF', '\x89PNG', 'GIF8', 'RIFF']

/** Reads one page and prints a PageResult. `websites.ts` starts it, and kills it at its limits. */
lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const job = v.parse(PageJob, JSON.parse(process.argv[2] ?? ''))
const guard = addressGuard({ allowPrivate: job.allowPrivate })
await printResponse(read(), 'The page could not be read.')

async function read(): Promise<PageFacts> {
  const { html, url } = await openPage(job.url, { guard, maxBytes: MAX_PAGE_BYTES, timeoutMs: PAGE_MS })
  const facts = readHtml(html, url)
  const { picture } = facts.share
  if (!picture) return facts
  return { ...facts, share: { ...facts.share, picture: { ...picture, loads: await isPicture(picture.url) } } }
}

async function isPicture(url: string): Promise<boolean> {
  const accept = 'image/*'
  const limits = { guard, maxBytes: PICTURE_BYTES, truncates: true, timeoutMs: PICTURE_MS, accept }
  const file = await fetchPublic(url, limits).catch(() => undefined)
  const start = file?.bytes.toString('latin1', 0, 12) ?? ''
  return SIGNATURES.some(signature => start.startsWith(signature)) || start.slice(4, 8) === 'ftyp'
}
