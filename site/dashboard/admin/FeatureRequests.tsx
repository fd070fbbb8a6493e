import { useState } from 'react'

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
import { Requests } from './Requests.tsx'

const EMPTY = 'No feature requests found'
const NOBODY = 'someone without a name'

const websites: Kind<WebsiteRequest> = {
  list: websiteRequests,
  facts: websiteFacts,
  caption: 'Website requests',
  empty: EMPTY,
  sender: ({ name, contact }) => name || contact || NOBODY,
  email: ({ email, contact }) => email || (contact.includes('@') ? contact : ''),
}

const ads: Kind<AdRequest> = {
  list: adRequests,
  facts: adFacts,
  caption: 'Ad campaign requests',
  empty: EMPTY,
  sender: ({ name, email }) => name || email,
  email: ({ email }) => email,
}

const TABS = [
  { key: 'websites', label: 'Websites' },
  { key: 'ads', label: 'Ad campaigns' },
] as const

export function FeatureRequests() {
  const [tab, setTab] = useState<(typeof TABS)[number]['key']>('websites')
  return (
    <>
      <ScreenHeading title="Feature Requests">
        Website questionnaires and ad campaigns, newest first.
      </ScreenHeading>
      <Tabs label="Kinds of request" tabs={TABS} selected={tab} onSelect={setTab}>
        {tab === 'websites' ? <Requests kind={websites} /> : <Requests kind={ads} />}
      </Tabs>
    </>
  )
}
