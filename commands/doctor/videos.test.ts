import { expect, test } from 'bun:test'

import { checkVideos } from './machine.ts'

test('says what can’t be published without ffmpeg, and how to get it', () => {
  expect(checkVideos({ ffmpegPath: '/nowhere/ffmpeg' })).toEqual({
    state: 'wrong',
    name: 'Videos',
    message:
      'FFMPEG_PATH names /nowhere/ffmpeg, where there is no ffmpeg with ffprobe: videos can’t be converted.',
    remedy: 'apt-get install ffmpeg (or set FFMPEG_PATH).',
  })
})

test.if(Bun.which('ffmpeg') !== null)('names the ffmpeg that converts videos', () => {
  const { state, message } = checkVideos({ ffmpegPath: undefined })
  expect([state, message]).toEqual(['ready', `${Bun.which('ffmpeg')} converts videos`])
})
