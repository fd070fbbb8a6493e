import { WEBSITE_CHECK } from '#shared/audits/audit.ts'
import { formatSummary } from '#shared/audits/summary.ts'
import { BOOKED_CALL, CANCELLED_CALL } from '#shared/bookings.ts'
import { brand } from '#shared/brand.ts'
import { plural } from '#shared/plural.ts'
import { websiteIn } from '#shared/requests/replies.ts'
import { labelOf, type SupportRequest, SERVICES } from '#shared/requests/requests.ts'
import { SUPPORT_CALL, SUPPORT_SUBJECTS } from '#shared/requests/support.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { api, dataOf } from '#site/lib/api/api.ts'
import { formatExact, timeZone } from '#site/lib/format.ts'
import { createdAt, type Fact } from './columns.ts'
import { requestCalls, requestList } from './requests/request-list.ts'
import { Requests } from './requests/Requests.tsx'

const ABOUT = [...SERVICES, ...SUPPORT_SUBJECTS, SUPPORT_CALL, WEBSITE_CHECK, BOOKED_CALL, CANCELLED_CALL]

/** Includes a client's extra answers in the message, because the columns of the exported file are fixed. */
const wholeMessage = ({ message, service, preferredAt, caller, updates, audit }: SupportRequest) =>
  [
    message,
    preferredAt &&
      `${service === SUPPORT_CALL.value ? 'Preferred time' : 'Time'}: ${formatExact(preferredAt, timeZone())}`,
    caller && `Wants to talk to: ${caller}`,
    updates !== undefined && `Updates: ${updates ? 'wanted' : 'not wanted'}`,
    audit && `Website check of ${audit.url}`,
    ...(audit ? formatSummary(audit.result) : []),
  ]
    .filter(Boolean)
    .join('\n\n')

export const supportFacts: readonly Fact<SupportRequest>[] = [
  { label: 'Full Name', text: ({ fullname }) => fullname, inTable: true },
  { label: 'Email', text: ({ email }) => email, isContact: true, inTable: true },
  { label: 'Contact', text: ({ contact }) => contact, isContact: true, inTable: true },
  { label: 'Company', text: ({ company }) => company, inTable: true },
  {
    label: 'Service',
    text: ({ service, offering, posts }) =>
      `${offering ?? labelOf(ABOUT, service)}${posts ? `, ${plural(Number(posts), 'post')} a week` : ''}`,
    inTable: true,
  },
  { label: 'Message', text: wholeMessage, inTable: true, long: true },
  createdAt,
]

export const supportRequests = requestList<SupportRequest>({
  calls: requestCalls('supportRequests'),
  read: () => dataOf(api.admin.supportRequests.$get()),
  facts: supportFacts,
  caption: 'Support requests',
  empty: 'No support requests found',
  sender: ({ fullname }) => fullname,
  client: ({ company, message, audit }) => ({
    businessName: company,
    websiteURL: audit?.url ?? websiteIn(message),
  }),
  subject: `Re: your message to ${brand.siteName}`,
})

export const SupportRequests = () => (
  <>
    <ScreenHeading title="Support Requests">
      Messages from the contact form and from Help & Support, unanswered first.
    </ScreenHeading>
    <Requests list={supportRequests} />
  </>
)
