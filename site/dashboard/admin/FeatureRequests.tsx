import { useState } from 'react'

import { brand } from '#shared/brand.ts'
import { quoteOf, replyAddressOf, websiteIn } from '#shared/requests/replies.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { Tabs } from '#site/ui/Tabs.tsx'
import {
  adFacts,
  type AdRequest,
  adRequests,
  websiteFacts,
  type WebsiteRequest,
  websiteRequests,
} from './feature-requests.ts'
import { type Kind } from './kind.ts'
import { Requests } from './requests/Requests.tsx'
import { urlParameter, LIST_START, setUrlParameters } from './url.ts'

const EMPTY = 'No feature requests found'
const NOBODY = 'someone without a name'

const websites: Kind<WebsiteRequest> = {
  list: websiteRequests,
  facts: websiteFacts,
  caption: 'Website requests',
  empty: EMPTY,
  sender: ({ name, contact }) => name || contact || NOBODY,
  email: replyAddressOf,
  quote: quoteOf,
  client: request => ({
    businessName: request.business,
    websiteURL: websiteIn(`${request.business} ${request.comments}`),
    email: replyAddressOf(request),
  }),
  subject: () => `Re: your website, from ${brand.siteName}`,
}

const ads: Kind<AdRequest> = {
  list: adRequests,
  facts: adFacts,
  caption: 'Ad campaign requests',
  empty: EMPTY,
  sender: ({ name, email }) => name || email,
  email: replyAddressOf,
  quote: quoteOf,
  client: request => ({
    businessName: '',
    websiteURL: websiteIn(request.targetAudience),
    email: replyAddressOf(request),
  }),
  subject: () => `Re: your ad campaign, from ${brand.siteName}`,
}

const TABS = [
  { key: 'websites', label: 'Websites' },
  { key: 'ads', label: 'Ad campaigns' },
] as const

type Tab = (typeof TABS)[number]['key']

export function FeatureRequests() {
  const [tab, setTab] = useState<Tab>(() => (urlParameter('tab') === 'ads' ? 'ads' : 'websites'))
  const openTab = (chosen: Tab) => {
    setUrlParameters({ ...LIST_START, tab: chosen === 'websites' ? '' : chosen })
    setTab(chosen)
  }
  return (
    <>
      <ScreenHeading title="Feature Requests">
        Website questionnaires and ad campaigns, unanswered first.
      </ScreenHeading>
      <Tabs label="Kinds of request" tabs={TABS} selected={tab} onSelect={openTab}>
        {tab === 'websites' ? <Requests key={tab} kind={websites} /> : <Requests key={tab} kind={ads} />}
      </Tabs>
    </>
  )
}
