import { useStore } from '@nanostores/react'
import { ArrowRight, FilePlus2, FileText, RefreshCw, Send, Copy, Download, Sparkles } from 'lucide-react'
import { useState, useEffect, useRef } from 'react'

import { brand } from '#shared/brand.ts'
import { formatList } from '#shared/format-list.ts'
import { plural } from '#shared/plural.ts'
import { brandStyle } from '#shared/reports/brand.ts'
import { monthLabel, monthName } from '#shared/reports/render/labels.ts'
import { reportArticle } from '#shared/reports/render/report.ts'
import { figuresReadAt } from '#shared/reports/render/sections/key-figures.ts'
import { REPORT_STYLE } from '#shared/reports/render/style.ts'
import {
  type Report,
  type ReportState,
  type ReportSummary,
  type ReportContent,
  MAX_NOTE,
  MAX_RECIPIENTS,
} from '#shared/reports/report.ts'
import { compareNames } from '#shared/text/compare-names.ts'
import { ask } from '#site/dashboard/shared/ask.tsx'
import { AllBusinesses } from '#site/dashboard/shared/domains/AllBusinesses.tsx'
import { $businesses, BusinessLink } from '#site/dashboard/shared/domains/BusinessMark.tsx'
import { WithBusiness } from '#site/dashboard/shared/domains/WithBusiness.tsx'
import { $hasAi } from '#site/dashboard/shared/has-ai.ts'
import { Loaded } from '#site/dashboard/shared/Loaded.tsx'
import { $isAdmin } from '#site/dashboard/shared/me.ts'
import { $businessNoun, Allowed } from '#site/dashboard/shared/permissions.tsx'
import { openPage } from '#site/dashboard/shared/router.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { $businessZone, $zoneOf, formatDueIn, formatAsOfIn } from '#site/dashboard/shared/zone.ts'
import { copyText } from '#site/lib/copy-text.ts'
import { Badge, type BadgeProps } from '#site/ui/Badge.tsx'
import { Button, ButtonLink, BusyButton, useSubmit } from '#site/ui/Button.tsx'
import { PerchedBird } from '#site/ui/drawings.tsx'
import { ExternalButton } from '#site/ui/ExternalButton.tsx'
import { SelectField, TextArea, TextField } from '#site/ui/fields/Field.tsx'
import { EmptyState, Skeleton, SkeletonRows } from '#site/ui/states.tsx'
import { AgencyBrand } from './AgencyBrand.tsx'
import { MonthlyEmail } from './Mailing.tsx'
import {
  $allReports,
  $isAll,
  $mailing,
  $openId,
  $report,
  $reports,
  $shownId,
  monthsUntil,
  nextToRelease,
  prepare,
  reportsByMonth,
  addressesIn,
  draftSummary,
  release,
  withdraw,
} from './store.ts'

export const ReportsScreen = () => (
  <>
    <ScreenHeading title="Monthly Reports" under={[{ label: 'Insights', href: '/dashboard/insights' }]}>
      A report on what went out, what grew and what comes next. Only members see it until you release it: then
      its figures stay as they are, and you get a link and a PDF to share.
    </ScreenHeading>
    <Scope />
  </>
)

function Scope() {
  const isAll = useStore($isAll)
  const others = (
    <AllBusinesses
      isAll={isAll}
      className="mb-4"
      onChange={all => openPage(`/dashboard/reports${all ? '?businesses=all' : ''}`)}
    />
  )
  if (isAll)
    return (
      <>
        {others}
        <Loaded store={$allReports} loading={LOADING}>
          {reports => <AllReports reports={reports} />}
        </Loaded>
      </>
    )
  return (
    <WithBusiness
      store={$reports}
      loading={LOADING}
      invitation="Add your business first. We then prepare a report for each month."
    >
      {reports => (
        <>
          {others}
          <Content reports={reports} />
        </>
      )}
    </WithBusiness>
  )
}

const LOADING = <SkeletonRows rows={4} label="Loading your reports" />

function Content({ reports }: Pick<ListProps, 'reports'>) {
  const openId = useStore($openId)
  const shownId = useStore($shownId)
  const isAdmin = useStore($isAdmin)
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-5 xl:grid-cols-[20rem_minmax(0,1fr)] xl:grid-rows-[auto_1fr]">
      <div className="grid content-start gap-5">
        <Allowed to="configure">
          <PrepareForm key={openId} reports={reports} openId={openId} />
        </Allowed>
        <ReportList reports={reports} openId={shownId} />
      </div>
      {shownId && (
        <div className="max-xl:my-3 xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <Loaded store={$report} loading={<LoadingReport />} none={null}>
            {report => <OpenReport key={report._id} report={report} />}
          </Loaded>
        </div>
      )}
      <div className="grid content-start gap-5">
        {reports.length === 0 && <NoReports />}
        <MonthlyEmail />
        {isAdmin && <AgencyBrand />}
      </div>
    </div>
  )
}

type ListProps = { reports: readonly ReportSummary[]; openId: string | undefined }

/** Prepares a month's report, or opens it if it is released. At first it shows the month of the open report. */
function PrepareForm({ reports, openId }: ListProps) {
  const months = monthsUntil(new Date(), useStore($businessZone))
  const [chosen, setChosen] = useState<string>()
  const month = chosen ?? reports.find(({ _id }) => _id === openId)?.month ?? months[1] ?? ''
  const released = reports.find(report => report.month === month && report.state === 'released')
  const [busy, form] = useSubmit(() =>
    released ? openPage(`/dashboard/reports?report=${released._id}`) : prepare(month),
  )
  return (
    <form {...form} className="flex flex-wrap items-end gap-3">
      <div className="grow">
        <SelectField
          label="Month"
          choices={[...new Set([...months, month])].map(value => ({ value, label: monthLabel(value) }))}
          value={month}
          onChange={event => setChosen(event.target.value)}
        />
      </div>
      <Button type="submit" variant="ink" busy={busy} icon={released ? <FileText /> : <FilePlus2 />}>
        {released ? 'Open' : 'Prepare'}
      </Button>
    </form>
  )
}

function NoReports() {
  const { one } = useStore($businessNoun)
  const zone = useStore($businessZone)
  const [, last = ''] = monthsUntil(new Date(), zone)
  return (
    <EmptyState
      drawing={<PerchedBird />}
      heading="h2"
      title="No reports yet"
      action={
        <Allowed to="configure">
          <BusyButton icon={<FilePlus2 />} onClick={() => prepare(last)}>
            Prepare {monthLabel(last)}
          </BusyButton>
        </Allowed>
      }
    >
      Early each month, we prepare a report on the previous one. Read it, add a line of your own, and release
      it: that gives you a link and a PDF for {one === 'client' ? 'your client' : 'whoever should read it'}.
    </EmptyState>
  )
}

const STATES: Record<ReportState, BadgeProps> = {
  draft: { tone: 'warning', children: 'To release' },
  released: { tone: 'good', children: 'Released' },
  withdrawn: { children: 'Withdrawn' },
}

const LIST = 'divide-y divide-base-300 rounded-box border border-base-300 bg-raised'
const ROW = 'flex items-center justify-between gap-3 px-4 py-3 hover:bg-base-200/60'

function ReportList({ reports, openId }: ListProps) {
  if (reports.length === 0) return null
  return (
    <ul className={LIST}>
      {reports.map(report => (
        <li key={report._id}>
          <a
            href={pathTo(report)}
            aria-current={report._id === openId || undefined}
            className={`${ROW} aria-[current]:bg-base-200 forced-colors:aria-[current]:outline-2 forced-colors:aria-[current]:-outline-offset-2`}
          >
            <RowContent title={monthLabel(report.month)} report={report} />
          </a>
        </li>
      ))}
    </ul>
  )
}

const pathTo = ({ _id }: ReportSummary) => `/dashboard/reports?report=${_id}`

function RowContent({ title, report }: { title: string; report: ReportSummary }) {
  const { domainId, state, preparedAt, releasedAt, recipients } = report
  const zone = useStore($zoneOf)(domainId)
  const mailed =
    recipients.length > 0 ? `emailed to ${plural(recipients.length, 'address', 'addresses')}` : 'not emailed'
  return (
    <>
      <span className="text-sm font-semibold wrap-anywhere">
        {title}
        <span className="block text-xs font-normal text-soft">
          {state === 'released' && releasedAt
            ? `${formatDueIn(zone, releasedAt)}, ${mailed}`
            : `Prepared ${formatDueIn(zone, preparedAt)}`}
        </span>
      </span>
      <Badge {...STATES[state]} />
    </>
  )
}

/** The reports of all businesses by month. Last month’s list also has the businesses that have none. */
function AllReports({ reports }: Pick<ListProps, 'reports'>) {
  const businesses = useStore($businesses)
  const [, last = ''] = monthsUntil(new Date(), useStore($businessZone))
  const nameOf = (id: string) => businesses.get(id)?.name ?? ''
  const byName = [...businesses.keys()].toSorted((a, b) => compareNames(nameOf(a), nameOf(b)))
  return (
    <div className="grid max-w-2xl gap-6">
      {reportsByMonth(reports, byName, last).map(({ month, reports, missing }) => (
        <section key={month} aria-labelledby={`reports-${month}`} className="grid gap-3">
          <h2 id={`reports-${month}`} className="text-lg">
            {monthLabel(month)}
          </h2>
          <ul className={LIST}>
            {reports.map(report => (
              <li key={report._id}>
                <BusinessLink domainId={report.domainId} href={pathTo(report)} className={ROW}>
                  <RowContent title={nameOf(report.domainId)} report={report} />
                </BusinessLink>
              </li>
            ))}
            {missing.map(id => (
              <li key={id}>
                <BusinessLink domainId={id} href="/dashboard/reports" className={ROW}>
                  <span className="text-sm font-semibold wrap-anywhere">{nameOf(id)}</span>
                  <Badge>Not prepared</Badge>
                </BusinessLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const LoadingReport = () => (
  <div role="status" aria-label="Loading the report" className="grid content-start gap-5">
    <Skeleton className="h-52 w-full" />
    <Skeleton className="h-160 w-full" />
  </div>
)

function OpenReport({ report }: { report: Report }) {
  const [note, setNote] = useState(report.note)
  const isReleased = report.state === 'released'
  return (
    <section aria-labelledby="open-report" className="grid content-start gap-5">
      <h2 id="open-report" className="text-xl">
        {monthLabel(report.month)}
      </h2>
      {isReleased ? (
        <Released report={report} />
      ) : (
        <Allowed to="configure">
          <ReleaseForm report={report} note={note} onNote={setNote} />
        </Allowed>
      )}
      <Preview content={report.content} note={isReleased ? report.note : note} />
    </section>
  )
}

/** One of the site's icons. */
const LOGO = brand.logo ? '/icon-192.png' : undefined

/** The report's style with the dashboard's fonts, and with its heading one level below the screen's. */
const STYLE = REPORT_STYLE.replaceAll("'Familjen Grotesk', Figtree", 'var(--font-display)')
  .replaceAll('Figtree', 'var(--font-sans)')
  .replaceAll('.report h1', '.report h3')

/** The report as its readers see it. A shadow tree keeps the dashboard’s styles out; the article escapes all texts. */
function Preview({ content, note }: { content: ReportContent; note: string }) {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!host.current) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const [sheet = new CSSStyleSheet()] = root.adoptedStyleSheets
    sheet.replaceSync(brandStyle(content.brand) + STYLE)
    root.adoptedStyleSheets = [sheet]
    root.innerHTML = reportArticle({ content, note }, LOGO).replaceAll(/(<\/?)h1>/g, '$1h3>')
  }, [content, note])
  return <div ref={host} className="overflow-hidden rounded-box border border-base-300" />
}

type ReleaseFormProps = { report: Report; note: string; onNote: (note: string) => void }

/** Form with a personal note and the addresses, and the button that releases the report. */
export function ReleaseForm({ report, note, onNote }: ReleaseFormProps) {
  const zone = useStore($businessZone)
  const mailing = useStore($mailing).data
  const ai = useStore($hasAi)
  const [addresses, setAddresses] = useState('')
  const readAt = figuresReadAt(report.content.accounts)
  const isMailedMonthly = mailing?.next?.month === report.month
  const [, form] = useSubmit(() => {
    const recipients = addressesIn(addresses)
    ask({
      title: `Release the report for ${monthLabel(report.month)}?`,
      label: 'Release',
      children: `${recipients.length > 0 ? `It’s emailed to ${formatList(recipients)} at once.` : 'Nobody is emailed now.'} Its figures are frozen, and a private link opens.`,
      onAction: async () => (await release(report, { note, recipients })) !== undefined,
    })
  })
  return (
    <form {...form} className="grid gap-4 rounded-box border border-base-300 bg-raised p-5">
      <div className="grid gap-2">
        <TextArea
          label="Summary"
          hint="A few lines of your own at the top of the report. One or two sentences keep a short report on one page."
          rows={3}
          maxLength={MAX_NOTE}
          value={note}
          onChange={event => onNote(event.target.value)}
        />
        {ai.data && <DraftSummary report={report} note={note} onNote={onNote} />}
      </div>
      <TextField
        label={isMailedMonthly ? 'Email it now, too' : 'Email it to'}
        hint={
          isMailedMonthly
            ? `${mailing.recipients.join(', ')} get it by the monthly email.`
            : `Up to ${MAX_RECIPIENTS} addresses, separated by commas. Leave it empty to share only the link.`
        }
        inputMode="email"
        autoComplete="off"
        value={addresses}
        onChange={event => setAddresses(event.target.value)}
      />
      <p className="text-sm text-soft">
        {readAt && <>The figures are {formatAsOfIn(zone, readAt)}. </>}Releasing the report freezes its
        figures and opens a private link,{' '}
        {addresses.trim() ? 'which is emailed once.' : 'which you can share.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" icon={<Send />}>
          {addresses.trim() ? 'Release and email' : 'Release and get the link'}
        </Button>
        <BusyButton icon={<RefreshCw />} onClick={() => prepare(report.month)}>
          Update the figures
        </BusyButton>
      </div>
    </form>
  )
}

/** Drafts the summary with AI. The draft replaces its predecessor, and is added below any other text. */
function DraftSummary({ report, note, onNote }: ReleaseFormProps) {
  const [last, setLast] = useState('')
  return (
    <BusyButton
      small
      className="justify-self-start"
      icon={<Sparkles />}
      onClick={async () => {
        const text = await draftSummary(report)
        if (!text) return
        const draft = [note === last ? '' : note.trim(), text].filter(Boolean).join('\n').slice(0, MAX_NOTE)
        setLast(draft)
        onNote(draft)
      }}
    >
      Draft with AI
    </BusyButton>
  )
}

function Released({ report }: { report: Report }) {
  const { link, releasedAt, recipients, pdf } = report
  const readAt = figuresReadAt(report.content.accounts)
  const zone = useStore($businessZone)
  const askToWithdraw = () =>
    ask({
      title: 'Withdraw this report?',
      label: 'Withdraw',
      children: 'Its link stops working for everybody who has it. You can prepare and release it again.',
      onAction: () => withdraw(report),
    })
  return (
    <div className="grid gap-4 rounded-box border border-base-300 bg-raised p-5">
      <p className="text-sm">
        Released {releasedAt && formatDueIn(zone, releasedAt)}
        {readAt && <>, with figures {formatAsOfIn(zone, readAt)}</>}.
        <span className="block text-soft">
          {recipients.length > 0 ? `Emailed to ${recipients.join(', ')}.` : 'Not emailed to anyone.'}
        </span>
      </p>
      {link ? (
        <div className="flex flex-wrap gap-3">
          <Button
            variant="primary"
            icon={<Copy />}
            onClick={() => void copyText(link, 'Link copied.', 'Open the report and copy its address.')}
          >
            Copy link
          </Button>
          <ExternalButton href={link} context="the report">
            Open
          </ExternalButton>
          {pdf?.state === 'ready' && (
            // Without a file name, the router would follow the link. The api's own name replaces this one.
            <ButtonLink href={`${link}/pdf`} download="report.pdf" icon={<Download />}>
              Download PDF
            </ButtonLink>
          )}
          <Allowed to="configure">
            <Button variant="quiet" onClick={askToWithdraw}>
              Withdraw
            </Button>
          </Allowed>
        </div>
      ) : (
        <Allowed to="configure">
          <div className="flex flex-wrap items-center gap-3">
            <p className="text-sm text-soft">
              The link can’t be shown again. Withdraw the report and release it to get a new one.
            </p>
            <Button onClick={askToWithdraw}>Withdraw</Button>
          </div>
        </Allowed>
      )}
      {pdf && pdf.state !== 'ready' && (
        <p role="status" className="text-sm text-soft">
          {pdf.state === 'failed' ? pdf.message : 'The PDF is being made. It appears here in a moment.'}
        </p>
      )}
      <NextReport month={report.month} />
    </div>
  )
}

/** Leads to the first later report that isn't released. */
function NextReport({ month }: Pick<Report, 'month'>) {
  const next = nextToRelease(useStore($reports).data ?? [], month)
  return (
    next && (
      <ButtonLink
        small
        className="justify-self-start"
        href={`/dashboard/reports?report=${next._id}`}
        icon={<ArrowRight />}
      >
        Next: {monthName(next.month)}’s report
      </ButtonLink>
    )
  )
}
