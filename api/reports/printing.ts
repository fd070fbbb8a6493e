import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { fileURLToPath } from 'node:url'

import { AuditError } from '#api/audits/audit.ts'
import type { Context } from '#api/context.ts'
import { reportPrints, reports } from '#api/db/schema/businesses/reports.ts'
import { createWorkerPool, type WorkerPool } from '#api/runtime/worker-pool.ts'
import { brand } from '#shared/brand.ts'
import { reportPage } from '#shared/reports/render/report.ts'
import { fontFaces } from '#shared/reports/render/style.ts'

/** Exceeds the time limits of a print and of an audit that may run before it in the same browser. */
const LEASE_MS = 4 * 60_000
const RETRY_MS = 60_000
const MAX_ATTEMPTS = 3

type Claimed = { reportId: string; attempt: number }

/** Prints released reports one at a time, because audits use the same browser. */
export const createPrintPool = (ctx: Context, signal?: AbortSignal): WorkerPool =>
  createWorkerPool({
    size: 1,
    claim: () => claimDuePrint(ctx),
    work: claimed => printReport(ctx, claimed, signal),
    onError: error => ctx.log.error({ err: error }, 'a report’s PDF was not saved'),
  })

/** Claims the print that has waited longest. The attempt number is the fencing token of later writes. */
function claimDuePrint({ db, now }: Context): Promise<Claimed[]> {
  const due = db
    .select({ id: reportPrints.reportId })
    .from(reportPrints)
    .where(lte(reportPrints.wakeAt, now()))
    .orderBy(asc(reportPrints.wakeAt))
    .limit(1)
  return db
    .update(reportPrints)
    .set({
      state: 'running',
      attempt: sql`${reportPrints.attempt} + 1`,
      wakeAt: new Date(+now() + LEASE_MS),
    })
    .where(and(inArray(reportPrints.reportId, due), lte(reportPrints.wakeAt, now())))
    .returning({ reportId: reportPrints.reportId, attempt: reportPrints.attempt })
}

async function printReport(ctx: Context, claimed: Claimed, signal?: AbortSignal): Promise<void> {
  const { db, log, printer, now } = ctx
  const [report] = await db.select().from(reports).where(eq(reports.id, claimed.reportId))
  if (report?.state !== 'released') return
  try {
    const fonts = await inlineFonts()
    const pdf = await printer.print(reportPage(report, { fonts, logo: await inlineLogo() }), signal)
    await db
      .update(reportPrints)
      .set({ state: 'ready', pdf, message: null, wakeAt: null })
      .where(isOurs(claimed))
  } catch (error) {
    const known = error instanceof AuditError ? error : undefined
    if (!known) log.error({ err: error, ...claimed }, 'printing a report failed unexpectedly')
    const retry = known?.kind !== 'service' && (signal?.aborted || claimed.attempt < MAX_ATTEMPTS)
    await db
      .update(reportPrints)
      .set(
        retry
          ? { state: 'queued', wakeAt: signal?.aborted ? now() : new Date(+now() + RETRY_MS) }
          : { state: 'failed', message: known?.message ?? NOT_PRINTED, wakeAt: null },
      )
      .where(isOurs(claimed))
  }
}

const NOT_PRINTED = 'The PDF could not be made. The link works, and your browser can print the page.'

const isOurs = ({ reportId, attempt }: Claimed) =>
  and(eq(reportPrints.reportId, reportId), eq(reportPrints.attempt, attempt))

const dataUrl = async (path: string, type: string) =>
  `data:${type};base64,${(await Bun.file(path).bytes()).toBase64()}`

const fontUrl = (file: string) =>
  dataUrl(fileURLToPath(import.meta.resolve(`@fontsource-variable/${file}`)), 'font/woff2')

let faces: Promise<string> | undefined

/** Returns `@font-face` rules with the fonts as data URLs, for a page that loads nothing. */
export const inlineFonts = () => (faces ??= readFonts())

/** The icon that the build draws from the logo. */
const ICON = `${import.meta.dirname}/../../dist/icon-192.png`

/** Returns the agency's logo as a data URL, or undefined if it has none or the site isn't built here. */
export async function inlineLogo({ logo, file = ICON }: { logo: string; file?: string } = brand): Promise<
  string | undefined
> {
  return logo && (await Bun.file(file).exists()) ? dataUrl(file, 'image/png') : undefined
}

const readFonts = async () =>
  fontFaces({
    figtree: await fontUrl('figtree/files/figtree-latin-wght-normal.woff2'),
    familjenGrotesk: await fontUrl('familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2'),
  })
