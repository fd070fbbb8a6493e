import { expect, test } from 'bun:test'

import { addWebsite, firstDomain, measuringApp, refresh, WEBSITE } from '#api/test/measuring.ts'

const FOUR = ['performance', 'accessibility', 'best-practices', 'seo'].map(category => ({
  category,
  score: expect.any(Number),
}))

test('measures the four scores of a saved website', async () => {
  const { pat, measure } = await measuringApp()
  expect(await addWebsite(pat)).toMatchObject({ performanceStatus: 'queued', performanceData: [] })
  await measure()
  expect(await firstDomain(pat)).toMatchObject({ performanceStatus: 'ready', performanceData: FOUR })
})

test('discards scores when the website changes, and keeps them when the name does', async () => {
  const { pat, measure } = await measuringApp()
  const { _id: domainId } = await addWebsite(pat)
  await measure()
  const edit = (businessName: string, websiteURL: string) =>
    pat.call('users/updateUserDomain', { json: { domainId, businessName, websiteURL } })
  await edit('Pat & Daughters', WEBSITE)
  expect(await firstDomain(pat)).toMatchObject({ performanceStatus: 'ready', performanceData: FOUR })
  await edit('Pat & Daughters', 'https://93.184.215.15/')
  expect(await firstDomain(pat)).toMatchObject({ performanceStatus: 'queued', performanceData: [] })
})

test('responds to a refresh once the scores are ready', async () => {
  const { pat, measure } = await measuringApp()
  const { _id: domainId } = await addWebsite(pat)
  await measure()
  const refreshing = refresh(pat, { domainId, websiteURL: WEBSITE })
  await untilQueued(pat)
  await measure()
  expect(await refreshing).toMatchObject({
    status: 200,
    success: true,
    data: { _id: domainId, performanceStatus: 'ready', performanceData: FOUR },
  })
})

test('responds 202 to a refresh that takes over a minute', async () => {
  const waits: number[] = []
  const { pat } = await measuringApp({ pause: async ms => void waits.push(ms) })
  const { _id: domainId } = await addWebsite(pat)
  expect(await refresh(pat, { domainId, websiteURL: WEBSITE })).toMatchObject({
    status: 202,
    success: true,
    data: { performanceStatus: 'queued' },
  })
  expect(waits).toEqual([60_000])
})

test('keeps the scores when a refresh fails, and says why', async () => {
  const { pat, measure, fault } = await measuringApp()
  const { _id: domainId } = await addWebsite(pat)
  await measure()
  await fault('page-error', { status: 503 })
  const refreshing = refresh(pat, { domainId, websiteURL: WEBSITE })
  await untilQueued(pat)
  await measure()
  expect(await refreshing).toMatchObject({
    status: 200,
    data: {
      performanceStatus: 'failed',
      performanceMessage: '93.184.215.14 responds with an error (503) instead of a page.',
      performanceData: FOUR,
    },
  })
})

test('rejects a refresh for a private, foreign or missing website', async () => {
  const { pat, measurements } = await measuringApp()
  const { _id: domainId } = await addWebsite(pat)
  const refused = async (websiteURL: string) => {
    const { status, code, fields } = await refresh(pat, { domainId, websiteURL })
    expect([status, code]).toEqual([400, 'invalid'])
    return fields.websiteURL as string
  }
  expect(await refused('http://169.254.169.254/')).toContain('metadata')
  expect(await refused('https://93.184.215.99/')).toContain('isn’t the website of this business')
  expect(await refused('')).toBe('Add a website to see its scores.')
  expect(await measurements()).toEqual([])
})

test('reports a saved private address without requesting it', async () => {
  const { pat, measure, measurements } = await measuringApp()
  await addWebsite(pat, 'http://10.0.0.5/')
  await measure()
  expect(await firstDomain(pat)).toMatchObject({
    performanceStatus: 'failed',
    performanceMessage: expect.stringContaining('leads into a private network'),
  })
  expect(await measurements()).toEqual([])
})

test('denies refreshing or reading the scores of another user’s business', async () => {
  const { pat, signUp } = await measuringApp()
  const { _id } = await addWebsite(pat)
  const ann = await signUp()
  expect(await refresh(ann, { domainId: _id, websiteURL: WEBSITE })).toMatchObject({
    status: 404,
    code: 'not_found',
  })
  expect((await ann.call(`users/scoreHistory/${_id}`)).status).toBe(404)
  expect(await (await ann.call('users/scoreHistory')).json()).toEqual({ success: true, data: {} })
})

test('limits refreshes of a business to six in a quarter of an hour', async () => {
  const { pat } = await measuringApp({ pause: async () => {} })
  const { _id: domainId } = await addWebsite(pat)
  const json = { domainId, websiteURL: WEBSITE }
  for (let n = 0; n < 6; n++) expect((await refresh(pat, json)).status).toBe(202)
  expect(await refresh(pat, json)).toMatchObject({ status: 429, code: 'rate_limited' })
})

test('limits new websites to sixty an hour, and does not count renames', async () => {
  const { pat } = await measuringApp()
  const { _id: domainId } = await addWebsite(pat)
  const edit = (businessName: string, websiteURL: string) =>
    pat.call('users/updateUserDomain', { json: { domainId, businessName, websiteURL } })
  const site = (at: number) => `https://93.184.215.${at}/`
  for (let at = 1; at < 60; at++) expect((await edit('Pat', site(at))).status).toBe(200)
  expect((await edit('Pat', site(60))).status).toBe(429)
  expect((await edit('Pat & Daughters', site(59))).status).toBe(200)
  const json = { businessName: 'Another', websiteURL: site(60) }
  expect((await pat.call('users/saveUserDomain', { json })).status).toBe(429)
})

async function untilQueued(person: Parameters<typeof firstDomain>[0]) {
  while ((await firstDomain(person)).performanceStatus !== 'queued') continue
}
