import { computed, onMount } from 'nanostores'

import type { Fields } from '#shared/errors.ts'
import { CAPTION_MESSAGES } from '#shared/posts/captions.ts'
import type { ReportBrand } from '#shared/reports/brand.ts'
import { shiftMonth } from '#shared/reports/render/labels.ts'
import type { Report, ReportSummary } from '#shared/reports/report.ts'
import { $selectedDomain, remoteOfSelection, remoteOfBusiness } from '#site/dashboard/shared/domains/store.ts'
import { $router, openPage } from '#site/dashboard/shared/router.ts'
import { api, dataOf, bodyOf } from '#site/lib/api/api.ts'
import { ApiError, messageOf } from '#site/lib/api/error.ts'
import { onLive } from '#site/lib/live/live.ts'
import { mediaQuery } from '#site/lib/media-query.ts'
import { remote, whileShown } from '#site/lib/remote.ts'
import { toast } from '#site/lib/toasts.ts'
import { clockIn } from '#site/lib/wall-clock.ts'

const MONTHS = 12
/** Interval between polls for a PDF that is being printed. */
const PDF_POLL_MS = 3000

/** The selected business's reports, newest month first. */
export const $reports = remoteOfSelection(async domainId =>
  domainId ? await dataOf(api.reports.$get({ query: { domainId } })) : [],
)

export const $isAll = computed($router, page => page?.route === 'reports' && page.search.businesses === 'all')

/** Reports of the last months of all of the user's businesses. */
export const $allReports = remote(() => dataOf(api.reports.$get({ query: {} })))
whileShown($allReports, reloadSoon => [onLive('notification', reloadSoon)])

/**
 * Returns the reports of all businesses by month, newest first. Those to release come first in each month, and the last month also
 * has the businesses without a report.
 */
export function reportsByMonth(
  reports: readonly ReportSummary[],
  domainIds: readonly string[],
  last: string,
) {
  const byMonth = Map.groupBy(reports, ({ month }) => month)
  const months = [...new Set([...byMonth.keys(), last])].toSorted().toReversed()
  return months.map(month => {
    const all = byMonth.get(month) ?? []
    const [drafts, others] = [all.filter(isDraft), all.filter(report => !isDraft(report))]
    const missing = domainIds.filter(id => all.every(({ domainId }) => domainId !== id))
    return { month, reports: [...drafts, ...others], missing: month === last ? missing : [] }
  })
}

const isDraft = ({ state }: ReportSummary) => state === 'draft'

/** Returns the first report of a later month that isn't released. */
export const nextToRelease = (reports: readonly ReportSummary[], month: string) =>
  reports.findLast(report => isDraft(report) && report.month > month)

/** Recipients and day of the selected business's monthly mail. */
export const $mailing = remoteOfBusiness(domainId =>
  dataOf(api.reports.mailing.$get({ query: { domainId } })),
)

/** Saves the day and the addresses of the monthly mail. @returns messages by field; undefined after a success */
export async function saveMailing(day: number, recipients: string[]): Promise<Fields | undefined> {
  const domainId = $selectedDomain.get()?._id
  if (!domainId) return undefined
  try {
    const data = await dataOf(api.reports.mailing.$put({ json: { domainId, day, recipients } }))
    $mailing.set({ state: 'ready', data })
    toast('success', recipients.length > 0 ? 'Monthly email saved.' : 'The monthly email is off.')
    return undefined
  } catch (error) {
    const [invalid] = error instanceof ApiError ? Object.entries(error.fields) : []
    if (!invalid) return { recipients: messageOf(error, 'That wasn’t saved. Try again.') }
    const [field, message] = invalid
    const address = recipients[Number(/^recipients\.(\d+)$/.exec(field)?.[1])]
    return { recipients: address === undefined ? message : `${address}: ${message}` }
  }
}

/** The agency's logo and colours on reports, which only administrators read. */
export const $brand = remote(() => dataOf(api.reports.brand.$get()))

/**
 * Saves the agency's logo and colours, and shows them on the open report.
 * @param file the new mark; null removes it
 * @returns messages by field; undefined after a success
 */
export async function saveBrand({
  file,
  ...colors
}: Pick<ReportBrand, 'color' | 'accent'> & { file: File | null | undefined }): Promise<Fields | undefined> {
  const body = new FormData()
  for (const [name, value] of Object.entries(colors)) body.set(name, value)
  if (file) body.set('mark', file)
  if (file === null) body.set('removeMark', 'true')
  try {
    const { data, message } = await bodyOf(api.reports.brand.$put({}, { init: { body } }))
    $brand.set({ state: 'ready', data })
    toast('success', message)
    void $report.reload()
    return undefined
  } catch (error) {
    if (error instanceof ApiError && Object.keys(error.fields).length > 0) return error.fields
    return { mark: messageOf(error, 'That wasn’t saved. Try again.') }
  }
}

/** The open report is part of the URL, so that a notification can link to it. */
export const $openId = computed($router, page => (page?.route === 'reports' ? page.search.report : undefined))

/** True with room for a report beside the list. */
const $isWide = mediaQuery('(min-width: 80rem)', false)

/** Id of the shown report: the open one or, beside the list, the newest. */
export const $shownId = computed(
  [$openId, $reports, $isWide],
  (openId, reports, isWide) => openId ?? (isWide ? reports.data?.[0]?._id : undefined),
)

export const $report = remote(async () => {
  const id = $shownId.get()
  return id ? await dataOf(api.reports[':id'].$get({ param: { id } })) : undefined
})

onMount($reports, () => onLive('notification', () => void $reports.reload()))
whileShown($report, () => {
  const polling = setInterval(() => isPrinting() && void $report.reload(), PDF_POLL_MS)
  return [$shownId.listen($report.resetAndRefetch), () => clearInterval(polling)]
})

function isPrinting(): boolean {
  const state = $report.get().data?.pdf?.state
  return state === 'queued' || state === 'running'
}

/** Months that can be prepared: this one and the eleven before, newest first. */
export function monthsUntil(now: Date, zone: string): string[] {
  const current = clockIn(zone, now).day.slice(0, 7)
  return Array.from({ length: MONTHS }, (_, index) => shiftMonth(current, -index))
}

const show = (data: Report) => {
  $report.set({ state: 'ready', data })
  void $reports.reload()
  void $mailing.reload()
}

/** Runs a change of a report, and shows its result or, in a toast, its failure. @returns undefined after a failure */
async function change(call: () => Promise<{ json: () => Promise<{ data: Report; message?: string }> }>) {
  try {
    const { data, message } = await bodyOf(call())
    show(data)
    if (message) toast('success', message)
    return data
  } catch (error) {
    toast('error', messageOf(error, 'That didn’t work. Try again.'))
    void $report.reload()
    return undefined
  }
}

export async function prepare(month: string) {
  const domainId = $selectedDomain.get()?._id
  if (!domainId) return
  const report = await change(() => api.reports.$post({ json: { domainId, month } }))
  if (report) openPage(`/dashboard/reports?report=${report._id}`)
}

/** Drafts a report's summary with AI, and shows a failure in a toast. @returns undefined after a failure */
export async function draftSummary({ _id }: Report): Promise<string | undefined> {
  try {
    return (await dataOf(api.reports[':id'].summary.$post({ param: { id: _id } }))).text
  } catch (error) {
    toast('error', messageOf(error, CAPTION_MESSAGES.failed))
    return undefined
  }
}

export const release = (
  { _id, preparedAt }: Report,
  { note, recipients }: { note: string; recipients: string[] },
) =>
  change(() =>
    api.reports[':id'].release.$post({ param: { id: _id }, json: { preparedAt, note, recipients } }),
  )

export const withdraw = ({ _id }: Report) =>
  change(() => api.reports[':id'].withdraw.$post({ param: { id: _id } }))

/** Splits typed addresses at commas, semicolons, spaces and line breaks. */
export const addressesIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean)
