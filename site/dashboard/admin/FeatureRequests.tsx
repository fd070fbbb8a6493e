import { useStore } from '@nanostores/react'

import { brand } from '#shared/brand.ts'
import { websiteIn } from '#shared/requests/replies.ts'
import {
  AD_MANAGEMENT,
  AD_PLATFORMS,
  type FeatureRequest,
  labelOf,
  OTHER_OBJECTIVE,
  TIMELINES,
  WEBSITE_BUDGETS,
} from '#shared/requests/requests.ts'
import { $router, setSearch } from '#site/dashboard/shared/router.ts'
import { ScreenHeading } from '#site/dashboard/shared/ScreenHeading.tsx'
import { api, dataOf } from '#site/lib/api/api.ts'
import { Tabs } from '#site/ui/Tabs.tsx'
import { createdAt, type Fact, flagNames } from './columns.ts'
import { requestCalls, requestList } from './requests/request-list.ts'
import { Requests } from './requests/Requests.tsx'

type AdRequest = Extract<FeatureRequest, { requestType: typeof AD_MANAGEMENT }>
type WebsiteRequest = Extract<FeatureRequest, { requestType: 'Website' }>

export const websiteFacts: readonly Fact<WebsiteRequest>[] = [
  { label: 'Name', text: ({ name }) => name, inTable: true },
  { label: 'Contact', text: ({ contact, email }) => contact || email, isContact: true, inTable: true },
  { label: 'Business', text: ({ business }) => business, inTable: true, long: true },
  { label: 'Website Type', text: ({ websiteType }) => flagNames(websiteType), inTable: true },
  { label: 'Pages', text: ({ pages }) => pages, inTable: true, long: true },
  { label: 'Design', text: ({ design }) => design, inTable: true, long: true },
  { label: 'Existing Assets', text: ({ existing }) => flagNames(existing), inTable: true },
  { label: 'Extra Features', text: ({ extraFeatures }) => flagNames(extraFeatures), inTable: true },
  { label: 'Budget', text: ({ budget }) => labelOf(WEBSITE_BUDGETS, budget), inTable: true },
  { label: 'Timeline', text: ({ timeline }) => labelOf(TIMELINES, timeline), inTable: true },
  { label: 'Comments', text: ({ comments }) => comments, long: true },
  createdAt,
]

const objectiveOf = ({ campaignObjective, otherObjective }: AdRequest) =>
  campaignObjective === OTHER_OBJECTIVE && otherObjective ? `Other: ${otherObjective}` : campaignObjective

export const adFacts: readonly Fact<AdRequest>[] = [
  { label: 'Name', text: ({ name }) => name, inTable: true },
  { label: 'Email', text: ({ email }) => email, isContact: true, inTable: true },
  { label: 'Campaign Objective', text: objectiveOf, inTable: true },
  { label: 'Target Audience', text: ({ targetAudience }) => targetAudience, inTable: true, long: true },
  {
    label: 'Platforms',
    text: ({ platforms }) => platforms.map(platform => labelOf(AD_PLATFORMS, platform)).join(', '),
    inTable: true,
  },
  { label: 'Budget Range', text: ({ budgetRange }) => budgetRange, inTable: true },
  createdAt,
]

const read = () => dataOf(api.admin.featureRequests.$get())
const calls = requestCalls('featureRequests')

const isAd = (request: FeatureRequest): request is AdRequest => request.requestType === AD_MANAGEMENT
const isWebsite = (request: FeatureRequest): request is WebsiteRequest => !isAd(request)

const EMPTY = 'No feature requests found'

export const websiteRequests = requestList<WebsiteRequest>({
  calls,
  read: async () => (await read()).filter(isWebsite),
  facts: websiteFacts,
  caption: 'Website requests',
  empty: EMPTY,
  sender: ({ name, contact }) => name || contact || 'someone without a name',
  client: ({ business, comments }) => ({
    businessName: business,
    websiteURL: websiteIn(`${business} ${comments}`),
  }),
  subject: `Re: your website, from ${brand.siteName}`,
})

export const adRequests = requestList<AdRequest>({
  calls,
  read: async () => (await read()).filter(isAd),
  facts: adFacts,
  caption: 'Ad campaign requests',
  empty: EMPTY,
  sender: ({ name, email }) => name || email,
  client: ({ targetAudience }) => ({ businessName: '', websiteURL: websiteIn(targetAudience) }),
  subject: `Re: your ad campaign, from ${brand.siteName}`,
})

const TABS = [
  { key: 'websites', label: 'Websites' },
  { key: 'ads', label: 'Ad campaigns' },
] as const

type Tab = (typeof TABS)[number]['key']

export function FeatureRequests() {
  const tab: Tab = useStore($router)?.search.tab === 'ads' ? 'ads' : 'websites'
  const openTab = (chosen: Tab) =>
    setSearch({ tab: chosen === 'websites' ? '' : chosen, page: '', status: '', assignee: '', request: '' })
  return (
    <>
      <ScreenHeading title="Feature Requests">
        Website questionnaires and ad campaigns, unanswered first.
      </ScreenHeading>
      <Tabs label="Kinds of request" tabs={TABS} selected={tab} onSelect={openTab}>
        {tab === 'websites' ? (
          <Requests key={tab} list={websiteRequests} />
        ) : (
          <Requests key={tab} list={adRequests} />
        )}
      </Tabs>
    </>
  )
}
