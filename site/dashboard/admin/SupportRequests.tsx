import { brand } from '#shared/brand.ts'
import { quoteOf, replyAddressOf, websiteIn } from '#shared/requests/replies.ts'
import { type SupportRequest, SERVICES } from '#shared/requests/requests.ts'
import { SUPPORT_CALL, SUPPORT_SUBJECTS } from '#shared/requests/support.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { api, dataOf } from '#site/lib/api/api.ts'
import { formatExact } from '#site/lib/format.ts'
import { type Kind, createdAt, type Fact, labelOf, textsOf } from './columns.ts'
import { pipelineCalls, requestList } from './requests/request-list.ts'
import { Requests } from './requests/Requests.tsx'

const ABOUT = [...SERVICES, ...SUPPORT_SUBJECTS, SUPPORT_CALL]

/** Includes a client's extra answers in the message, because the columns of the exported file are fixed. */
const wholeMessage = ({ message, preferredAt, updates }: SupportRequest) =>
  [
    message,
    preferredAt && `Preferred time: ${formatExact(preferredAt)}`,
    updates !== undefined && `Updates: ${updates ? 'wanted' : 'not wanted'}`,
  ]
    .filter(Boolean)
    .join('\n\n')

export const supportFacts: readonly Fact<SupportRequest>[] = [
  { label: 'Full Name', text: ({ fullname }) => fullname, inTable: true },
  { label: 'Email', text: ({ email }) => email, isContact: true, inTable: true },
  { label: 'Contact', text: ({ contact }) => contact, isContact: true, inTable: true },
  { label: 'Company', text: ({ company }) => company, inTable: true },
  { label: 'Service', text: ({ service }) => labelOf(ABOUT, service), inTable: true },
  { label: 'Message', text: wholeMessage, inTable: true, long: true },
  createdAt,
]

const calls = api.admin.supportRequests

export const supportRequests = requestList<SupportRequest>({
  list: () => dataOf(calls.$get()),
  remove: id => calls[':id'].$delete({ param: { id } }),
  restore: id => calls[':id'].restore.$post({ param: { id } }),
  sender: id => dataOf(calls[':id'].sender.$get({ param: { id } })),
  searchTexts: request => textsOf(supportFacts, request),
  pipeline: pipelineCalls('supportRequests'),
})

const kind: Kind<SupportRequest> = {
  list: supportRequests,
  facts: supportFacts,
  caption: 'Support requests',
  empty: 'No support requests found',
  sender: ({ fullname }) => fullname,
  email: replyAddressOf,
  quote: quoteOf,
  client: request => ({
    businessName: request.company,
    websiteURL: websiteIn(request.message),
    email: replyAddressOf(request),
  }),
  subject: () => `Re: your message to ${brand.siteName}`,
}

export const SupportRequests = () => (
  <>
    <ScreenHeading title="Support Requests">
      Messages from the contact form and from Help & Support, unanswered first.
    </ScreenHeading>
    <Requests kind={kind} />
  </>
)
