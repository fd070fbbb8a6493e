import { expect, test } from 'bun:test'
import * as v from 'valibot'

import {
  AD_MANAGEMENT,
  AdCampaign,
  AdCampaignOfVisitor,
  BUDGET_RANGES,
  CAMPAIGN_OBJECTIVES,
  ContactRequest,
  FeatureForm,
  namesOfFlags,
  SERVICES,
  WebsiteQuestionnaire,
} from './requests.ts'

const messages = (schema: v.GenericSchema, input: unknown) => {
  const result = v.safeParse(schema, input)
  return result.success ? undefined : v.flatten(result.issues)
}

test('an empty contact form is told what to give, in the words of the specification', () => {
  expect(messages(ContactRequest, {})?.nested as object).toEqual({
    fullname: ['Please provide your name.'],
    email: ['Please provide a valid email.'],
    service: ['Please select a service.'],
    message: ['Please enter your message.'],
  })
})

test.each(SERVICES.map(({ value }) => value))('a contact request may be about %s', service => {
  const form = { fullname: 'Pat', email: 'PAT@example.com', service, message: 'Hello' }
  expect(v.parse(ContactRequest, form)).toEqual({
    ...form,
    email: 'pat@example.com',
    contact: '',
    company: '',
    homepage: '',
  })
})

test('an empty ad campaign form is told what to give, in the words of the specification', () => {
  expect(messages(AdCampaign, { requestType: AD_MANAGEMENT })?.nested as object).toEqual({
    campaignObjective: ['Please select a campaign objective'],
    targetAudience: ['Please describe your target audience'],
    platforms: ['Please select at least one platform'],
    budgetRange: ['Please select a budget range'],
  })
})

test('a visitor’s ad campaign says whom to answer', () => {
  const campaign = {
    requestType: AD_MANAGEMENT,
    campaignObjective: CAMPAIGN_OBJECTIVES[0]!.value,
    targetAudience: 'Tradies',
    platforms: ['google', 'google'],
    budgetRange: BUDGET_RANGES[0]!.value,
  }
  expect(v.parse(AdCampaign, campaign).platforms).toEqual(['google'])
  expect(Object.keys(messages(AdCampaignOfVisitor, campaign)?.nested ?? {})).toEqual(['name', 'email'])
})

test('a questionnaire asks for nothing in particular, but an empty one is not taken', () => {
  expect(messages(WebsiteQuestionnaire, {})?.root?.[0]).toBe('Please answer at least one question.')
  expect(messages(WebsiteQuestionnaire, { websiteType: { store: false }, pages: ' ' })).toBeDefined()
  expect(v.parse(WebsiteQuestionnaire, { existing: { logo: true } })).toMatchObject({
    existing: { logo: true, media: false },
    websiteType: { basic: false, other: '' },
    budget: '',
  })
})

test('the kind of a feature request decides by which rules it is read', () => {
  expect(messages(FeatureForm, { requestType: 'Sandwich', name: 'Pat' })?.nested as object).toEqual({
    requestType: ['This kind of request is not known.'],
  })
  expect(v.parse(FeatureForm, { name: 'Pat' })).toMatchObject({ name: 'Pat', comments: '' })
  expect(messages(FeatureForm, { requestType: AD_MANAGEMENT })?.nested).toHaveProperty('platforms')
})

test('flags are shown as the names of the true ones, with what was written beside them', () => {
  expect(namesOfFlags({ basic: true, store: false, blog: true, other: '' })).toBe('basic, blog')
  expect(namesOfFlags({ basic: false, other: 'a wiki' })).toBe('other: a wiki')
})
