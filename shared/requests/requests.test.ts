import { expect, test } from 'bun:test'
import * as v from 'valibot'

import {
  AD_MANAGEMENT,
  AdCampaign,
  VisitorAdCampaign,
  BUDGET_RANGES,
  CAMPAIGN_OBJECTIVES,
  ContactRequest,
  FeatureForm,
  labelsOfFlags,
  WEBSITE_TYPES,
  SERVICES,
  WebsiteQuestionnaire,
} from './requests.ts'

const messages = (schema: v.GenericSchema, input: unknown) => {
  const result = v.safeParse(schema, input)
  return result.success ? undefined : v.flatten(result.issues)
}

test('shows the specified messages for an empty contact form', () => {
  expect(messages(ContactRequest, {})?.nested as object).toEqual({
    fullname: ['Please provide your name.'],
    email: ['Please provide a valid email.'],
    service: ['Please select a service.'],
    message: ['Please enter your message.'],
  })
})

test('requires no message from the hire form, which has a number of posts', () => {
  const form = { fullname: 'Pat', email: 'pat@example.com', service: 'other', message: '' }
  for (const posts of ['', '3'])
    expect(v.parse(ContactRequest, { ...form, posts })).toMatchObject({ posts, message: '' })
  for (const changes of [{}, { posts: '3', message: '\u{2800}' }])
    expect(messages(ContactRequest, { ...form, ...changes })?.nested as object).toEqual({
      message: ['Please enter your message.'],
    })
})

test.each(SERVICES.map(({ value }) => value))('accepts a contact request about %s', service => {
  const form = { fullname: 'Pat', email: 'PAT@example.com', service, message: 'Hello' }
  expect(v.parse(ContactRequest, form)).toEqual({
    ...form,
    email: 'pat@example.com',
    contact: '',
    company: '',
    homepage: '',
  })
})

test('shows the specified messages for an empty ad campaign form', () => {
  expect(messages(AdCampaign, { requestType: AD_MANAGEMENT })?.nested as object).toEqual({
    campaignObjective: ['Please select a campaign objective'],
    targetAudience: ['Please describe your target audience'],
    platforms: ['Please select at least one platform'],
    budgetRange: ['Please select a budget range'],
  })
})

test('requires a name and an e-mail for a visitor’s ad campaign', () => {
  const campaign = {
    requestType: AD_MANAGEMENT,
    campaignObjective: CAMPAIGN_OBJECTIVES[0]!.value,
    targetAudience: 'Tradies',
    platforms: ['google', 'google'],
    budgetRange: BUDGET_RANGES[0]!.value,
  }
  expect(v.parse(AdCampaign, campaign).platforms).toEqual(['google'])
  expect(Object.keys(messages(VisitorAdCampaign, campaign)?.nested ?? {})).toEqual(['name', 'email'])
})

test('rejects a questionnaire only if it is empty', () => {
  expect(messages(WebsiteQuestionnaire, {})?.root?.[0]).toBe('Please answer at least one question.')
  expect(messages(WebsiteQuestionnaire, { websiteType: { store: false }, pages: ' ' })).toBeDefined()
  expect(v.parse(WebsiteQuestionnaire, { existing: { logo: true } })).toMatchObject({
    existing: { logo: true, media: false },
    websiteType: { basic: false, other: '' },
    budget: '',
  })
})

test('validates a feature request by the rules of its kind', () => {
  expect(messages(FeatureForm, { requestType: 'Sandwich', name: 'Pat' })?.nested as object).toEqual({
    requestType: ['This kind of request is not known.'],
  })
  expect(v.parse(FeatureForm, { name: 'Pat' })).toMatchObject({ name: 'Pat', comments: '' })
  expect(messages(FeatureForm, { requestType: AD_MANAGEMENT })?.nested).toHaveProperty('platforms')
})

test('lists the labels of true flags, with the text entered beside them', () => {
  expect(labelsOfFlags(WEBSITE_TYPES, { basic: true, store: false, blog: true, other: '' })).toBe(
    'Basic website, Blog',
  )
  expect(labelsOfFlags(WEBSITE_TYPES, { basic: false, other: 'a wiki' })).toBe('a wiki')
})
