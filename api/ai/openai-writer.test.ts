import { expect, test } from 'bun:test'

import { atEnd } from '#api/test/at-end.ts'
import { CAPTION_MESSAGES } from '#shared/posts/captions.ts'
import { openAiWriter, userMessage } from './openai-writer.ts'

test.each([
  [
    'Rate limit reached for gpt-4o in organization org-aB3dE5 on tokens per min (TPM): Limit 30000, Used 29000.',
    'Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000.',
  ],
  [
    'Incorrect API key provided: sk-ab***************wxyz. You can find your API key at https://platform.openai.com/account/api-keys.',
    'Incorrect API key provided. You can find your API key at https://platform.openai.com/account/api-keys.',
  ],
  ['Incorrect API key provided: whole.key.', 'Incorrect API key provided.'],
  [
    'Project `proj_9xYz` does not have access to model `gpt-4o-mini-2024-07-18`.',
    'Project `…` does not have access to model `gpt-4o-mini-2024-07-18`.',
  ],
  [
    'The owner of this key, ops@agency.example, has been warned.',
    'The owner of this key, …, has been warned.',
  ],
  ['The prompt is not user-friendly.', 'The prompt is not user-friendly.'],
  ['No quota for my-very-own-key today.', 'No quota for … today.'],
  [
    'You exceeded your current quota, please check your plan.',
    'You exceeded your current quota, please check your plan.',
  ],
  ['502 <html><body>Bad gateway</body></html>', ''],
  ['word '.repeat(200), ''],
])('turns “%s” into “%s”', (message, expected) => {
  expect(userMessage(message, 'my-very-own-key')).toBe(expected)
})

test('tells the user’s cancellation from a service that is too slow', async () => {
  const hung = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Promise<Response>(() => {}) })
  atEnd(() => hung.stop(true))
  const config = { apiKey: 'sk-test', model: 'gpt-4o', baseUrl: hung.url.href }
  const leaving = new AbortController()
  const flags = openAiWriter(config)!.flags('Roses', leaving.signal)
  leaving.abort()
  await expect(flags).rejects.toMatchObject({ code: 'canceled', message: '' })
  const slow = openAiWriter(config, { maxWaitMs: 1 })!
  await expect(slow.flags('Roses', new AbortController().signal)).rejects.toMatchObject({
    code: 'timeout',
    message: CAPTION_MESSAGES.tooSlow,
  })
})
