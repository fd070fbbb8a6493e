import { join } from 'node:path'

import { parseResponse } from '#api/audits/process-response.ts'
import { addressGuard } from '#api/runtime/address-guard.ts'
import type { Config } from '#api/runtime/config.ts'
import { fairSemaphore } from '#api/runtime/fair-semaphore.ts'
import { type ProcessLimits, runScript } from '#api/runtime/limited-process.ts'
import { type PageHead, type PageFacts, siteNameOf } from '#shared/audits/page-facts.ts'
import { type PageJob, PageResult } from './job.ts'
import { openPage } from './open-page.ts'
import { readHtml } from './read-html.ts'

/** Contains the title of nearly any page, and takes a few milliseconds to read. */
const HEAD_BYTES = 64 * 1024
const HEAD_MS = 5000
const MAX_HEADS_AT_ONCE = 8
/** Limits of the process that reads a page. The time includes fetching the page and its sharing picture. */
const LIMITS: ProcessLimits = { memoryKb: 400 * 1024, cpuMs: 5000, wallMs: 15_000, outputBytes: 32 * 1024 }

export type Websites = {
  /** Reads a page's head in this process. Concurrent calls for a URL share one read. @throws {AuditError} like `openPage` */
  readHead(url: string): Promise<PageHead>
  /** Reads the whole page in a process of its own, which has limits. @throws {AuditError} like `openPage` */
  readPage(url: string): Promise<PageFacts>
}

export function openWebsites({ audits: { allowPrivate } }: Pick<Config, 'audits'>): Websites {
  const guard = addressGuard({ allowPrivate })
  const runFairly = fairSemaphore(MAX_HEADS_AT_ONCE)
  const inFlight = new Map<string, Promise<PageHead>>()
  const fetchHead = (url: string) =>
    runFairly(siteNameOf(url), async () => {
      const startedAt = performance.now()
      const page = await openPage(url, { guard, maxBytes: HEAD_BYTES, timeoutMs: HEAD_MS })
      const ms = Math.round(performance.now() - startedAt)
      const { title, isSecure } = readHtml(page.html, page.url)
      return { title, isSecure, host: siteNameOf(page.url), ms }
    })
  return {
    readHead(url) {
      const head = inFlight.get(url) ?? fetchHead(url).finally(() => inFlight.delete(url))
      inFlight.set(url, head)
      return head
    },
    readPage: url => readInProcess({ url, allowPrivate }),
  }
}

async function readInProcess(job: PageJob): Promise<PageFacts> {
  const script = join(import.meta.dirname, 'page-process.ts')
  const run = await runScript(script, [JSON.stringify(job)], LIMITS)
  const printed = run.state === 'done' ? run.output : ''
  return parseResponse(printed, PageResult, 'The page could not be read.')
}
