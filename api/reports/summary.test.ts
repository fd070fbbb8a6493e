import { expect, test } from 'bun:test'

import { captionsApp } from '#api/test/captions.ts'
import { save } from '#api/test/domains.ts'
import { CAPTION_MESSAGES } from '#shared/posts/captions.ts'
import { sampleReport } from '#shared/reports/sample.ts'
import { DEFAULT_SETTINGS } from '#shared/settings.ts'
import { factsOf } from './summary.ts'

test('states the figures that the report shows, and none that nobody knows', () => {
  const { content } = sampleReport
  // Engines differ in the short name of September.
  expect(factsOf(content).replaceAll('Sept', 'Sep'))
    .toBe(`Pat’s Plumbing published 11 posts in October 2026, 3 more than in 31 Aug – 30 Sep.
The best post had 244 reactions: “${content.best!.excerpt}”
Facebook has 1,241 followers (+37), an engagement of 612 (124 more than in 31 Aug – 30 Sep) and a reach of 9,204 (1,894 more than in 31 Aug – 30 Sep).
Instagram has 911 followers (+51), an engagement of 701 (161 more than in 31 Aug – 30 Sep) and a reach of 11,870 (2,450 more than in 31 Aug – 30 Sep).
9 posts are planned for November.`)
  const [account] = content.accounts
  const unknown = {
    ...content,
    posts: { ...content.posts, before: null },
    best: null,
    accounts: [{ ...account!, followers: null, engagement: null, reach: null }],
  }
  expect(factsOf(unknown)).toBe(`Pat’s Plumbing published 11 posts in October 2026.
9 posts are planned for November.`)
})

test('drafts a summary from the report’s facts, and nothing for those who share no data', async () => {
  const app = await captionsApp()
  const { author } = app
  const { _id: domainId } = (await save(author, 'Mill')).data
  const month = app.clock.now().toISOString().slice(0, 7)
  const prepared = await author.call('reports', { json: { domainId, month } })
  const { data } = (await prepared.json()) as { data: { _id: string } }
  const draft = async () => {
    const response = await author.call(`reports/${data._id}/summary`, { method: 'POST' })
    return { status: response.status, ...((await response.json()) as object) }
  }
  expect(await draft()).toMatchObject({
    status: 200,
    data: { text: 'Mill published 0 posts in January 2030. 0 posts are planned for February.' },
  })
  const [chat] = await app.chatsOf('chat/completions')
  expect(chat?.form['messages']).toContain('at most 32 words')
  await app.fault('chat', 'quota')
  expect(await draft()).toMatchObject({ status: 502, code: 'upstream' })
  await author.call('settings', { method: 'PUT', json: { ...DEFAULT_SETTINGS, dataSharing: false } })
  expect(await draft()).toMatchObject({ status: 403, message: CAPTION_MESSAGES.notShared })
})
