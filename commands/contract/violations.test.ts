import { describe, expect, test } from 'bun:test'

import { findViolations, type LoggedCall } from './violations.ts'

const violations = (call: Partial<LoggedCall>) =>
  findViolations({
    provider: 'facebook',
    method: 'GET',
    node: 'Page',
    edge: 'published_posts',
    parameters: {},
    files: [],
    ...call,
  })

describe('reports a wrong call', () => {
  test.each<[string, Partial<LoggedCall>, string]>([
    ['an unknown edge', { edge: 'promotable_posts' }, 'Page GET promotable_posts: no such edge'],
    ['an unknown path', { node: null, edge: 'oauth/token' }, 'facebook GET oauth/token: no such path'],
    ['an unknown parameter', { parameters: { since: '1' } }, 'Page GET published_posts: no parameter since'],
    [
      'an unknown multipart field',
      { method: 'POST', edge: 'photos', files: ['picture'] },
      'Page POST photos: no parameter picture',
    ],
    ['an unknown field', { parameters: { fields: 'id,likes_count' } }, 'PagePost: no field likes_count'],
    [
      'a missing parameter',
      { provider: 'instagram', node: 'IGUser', edge: 'insights' },
      'IGUser GET insights: metric is missing',
    ],
    [
      'an unknown value',
      { edge: 'videos', parameters: { type: 'liked' } },
      'Page GET videos: type can’t be liked',
    ],
    [
      'a retired metric of a Page',
      { edge: 'insights', parameters: { metric: 'page_follows,post_impressions' } },
      'Page GET insights: the metric post_impressions has ended',
    ],
    [
      'a retired metric of Instagram',
      { provider: 'instagram', node: 'IGUser', edge: 'insights', parameters: { metric: 'impressions' } },
      'IGUser GET insights: metric can’t be impressions',
    ],
    [
      'a retired metric of a post, as a field',
      { parameters: { fields: 'id,insights.metric(post_clicks,post_impressions)' } },
      'PagePost GET insights: the metric post_impressions has ended',
    ],
    [
      'an unknown metric of media, as a field',
      {
        provider: 'instagram',
        node: 'IGUser',
        edge: 'media',
        parameters: { fields: 'insights.metric(reach,luck)' },
      },
      'IGMedia GET insights: metric can’t be luck',
    ],
  ])('%s', (_name, call, says) => {
    expect(violations(call)).toContainEqual(expect.stringContaining(says))
  })
})

test('accepts a call that follows the specification', () => {
  const fields = 'id,message,attachments{target{id},subattachments.limit(20){target{id}}},likes.summary(true)'
  expect(violations({ parameters: { fields, limit: '100', appsecret_proof: '' } })).toEqual([])
  expect(violations({ edge: 'videos', parameters: { type: 'uploaded' } })).toEqual([])
  expect(
    violations({ method: 'POST', edge: 'feed', parameters: { 'attached_media[0]': '{}', message: 'Hello' } }),
  ).toEqual([])
})
