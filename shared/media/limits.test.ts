import { describe, expect, test } from 'bun:test'

import { checkMedia, type MediaFacts } from './limits.ts'

const ADVICE = 'Export it as an MP4 (H.264 with AAC sound, 1080p, 30 frames a second) and add that.'

const video = (facts: Partial<MediaFacts & { kind: 'video' }> = {}): MediaFacts => ({
  kind: 'video',
  name: 'launch.mp4',
  duration: 20,
  width: 1080,
  height: 1920,
  bytes: 1_000_000,
  codec: 'avc',
  audioCodec: 'aac',
  fps: 30,
  ...facts,
})

describe('Instagram', () => {
  test.each([
    [{ duration: 1.4 }, 'Instagram takes videos from 3 seconds to 15 minutes; “launch.mp4” is 1.4 seconds.'],
    [{ duration: 2.99 }, 'Instagram takes videos from 3 seconds to 15 minutes; “launch.mp4” is 2.9 seconds.'],
    [
      { duration: 900.2 },
      'Instagram takes videos from 3 seconds to 15 minutes; “launch.mp4” is 15 minutes 1 second.',
    ],
    [{ duration: 1 }, 'Instagram takes videos from 3 seconds to 15 minutes; “launch.mp4” is 1 second.'],
    [
      { duration: 3725 },
      'Instagram takes videos from 3 seconds to 15 minutes; “launch.mp4” is 1 hour 2 minutes 5 seconds.',
    ],
    [{ codec: 'vp9' }, `Instagram takes videos in H.264 or HEVC; “launch.mp4” is in VP9. ${ADVICE}`],
    [
      { codec: 'unknown' },
      `Instagram takes videos in H.264 or HEVC; “launch.mp4” is in another format. ${ADVICE}`,
    ],
    [{ audioCodec: 'opus' }, `Instagram takes sound in AAC; “launch.mp4” has Opus. ${ADVICE}`],
    [{ fps: 12 }, `Instagram takes videos with 23 to 60 frames a second; “launch.mp4” has 12. ${ADVICE}`],
    [{ fps: 120 }, `Instagram takes videos with 23 to 60 frames a second; “launch.mp4” has 120. ${ADVICE}`],
    [
      { width: 3840 },
      `Instagram takes videos up to 1920 pixels wide; “launch.mp4” is 3840 pixels wide. ${ADVICE}`,
    ],
    [{ bytes: 301 * 1024 * 1024 }, 'Instagram takes videos up to 300 MB; “launch.mp4” is 301 MB.'],
  ])('rejects %p with the reason', (facts, reason) => {
    expect(checkMedia(video(facts), ['instagram'])).toBe(reason)
  })

  test.each([
    { duration: 3 },
    { duration: 900 },
    { fps: 23.976 },
    { fps: 60.02 },
    { codec: 'hevc' },
    { audioCodec: null },
    { width: 1920 },
  ])('accepts %p', facts => {
    expect(checkMedia(video(facts), ['instagram'])).toBeUndefined()
  })
})

test('names the first chosen network that would reject a file', () => {
  const vp9Video = video({ duration: 1, codec: 'vp9' })
  expect(checkMedia(vp9Video, ['facebook', 'instagram'])).toStartWith(
    'Facebook takes videos in H.264 or HEVC',
  )
})

test('ignores the limits of a network that is not chosen', () => {
  expect(checkMedia(video({ duration: 1.4, fps: 12, width: 3840 }), ['facebook'])).toBeUndefined()
  expect(checkMedia(video({ duration: 0.2 }), [])).toBeUndefined()
})

test('accepts every picture, because each is converted to fit its network', () => {
  expect(checkMedia({ kind: 'image', name: 'a.png' }, ['facebook', 'instagram'])).toBeUndefined()
})

test('checks a video of a story by the rules of stories', () => {
  const story = (facts: Partial<MediaFacts & { kind: 'video' }>, network: 'facebook' | 'instagram') =>
    checkMedia(video({ width: 1080, height: 1920, ...facts }), [network], [network])
  expect(story({ duration: 60 }, 'facebook')).toBeUndefined()
  expect(story({ duration: 60, height: 1080 }, 'instagram')).toBeUndefined()
  expect(story({ duration: 61 }, 'instagram')).toBe(
    'A story on Instagram takes videos from 3 seconds to 1 minute; “launch.mp4” is 1 minute 1 second.',
  )
  expect(story({ height: 1080 }, 'facebook')).toBe(
    'A story on Facebook takes upright videos of 9:16; “launch.mp4” is 1080 × 1080.',
  )
  expect(story({ width: 360, height: 640 }, 'facebook')).toBe(
    'A story on Facebook takes videos from 540 × 960; “launch.mp4” is 360 × 640.',
  )
})
