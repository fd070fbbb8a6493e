import { brand } from '#shared/brand.ts'
import { quoteOf, replyAddressOf, websiteIn } from '#shared/requests/replies.ts'
import type { SupportRequest } from '#shared/requests/requests.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { type Kind } from './kind.ts'
import { Requests } from './requests/Requests.tsx'
import { supportFacts, supportRequests } from './support-requests.ts'

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
