import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'

import { openSandbox, type TestSandbox } from '../test/sandbox.ts'

const KEY = 'Bearer sk-sandbox'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
beforeEach(() => sandbox.control('reset', {}))
afterAll(() => sandbox.stop())

const ask = (path: string, body: unknown, authorization = KEY) =>
  sandbox.ask(`/openai/v1/${path}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
  })
const prompt = (content: string) => [{ role: 'user', content }]
const chat = (more: object = {}) =>
  ask('chat/completions', { model: 'gpt-4o', messages: prompt('Write about our bakery'), ...more })
const textOf = async (content: string) =>
  (await chat({ messages: prompt(content) })).body.choices[0].message.content as string
const events = (text: string) => [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data!)
const wordsOf = (text: string) => text.trim().split(/\s+/)

describe('chat completions', () => {
  test('write the same headline of ten words, caption of 80 to 90 and hashtags for the same prompt', async () => {
    const text = await textOf('Write a social media post about: sourdough bread in Fitzroy')
    const [headline, caption, tags] = text.split('\n\n')
    expect(wordsOf(headline!)).toHaveLength(10)
    expect(wordsOf(caption!).length).toBeWithin(80, 91)
    expect(tags).toMatch(/^#\w+( #\w+)+$/)
    expect(text.toLowerCase()).toContain('sourdough')
    expect(await textOf('Write a social media post about: sourdough bread in Fitzroy')).toBe(text)
    expect(await textOf('Write a social media post about: winter boots')).not.toBe(text)
  })

  test.each([
    ['a review with 2 of 5 stars', 'Twenty minutes in the queue.', /sorry/],
    ['a review with 5 of 5 stars', 'Always warm.', /kind words/],
    ['a comment', 'Are you open on Sunday?', /question/],
  ])('answer %s without hashtags', async (what, written, expected) => {
    const text = await textOf(
      `Write an answer of at most 60 words to ${what}.\n\n<about>\nHarbour Bakehouse\n\n${written}\n</about>`,
    )
    expect(text).toMatch(expected)
    expect(text).not.toContain('#')
  })

  test('keep to the requested number of words or characters', async () => {
    const [, caption] = (await textOf('A post of 30 words about: boots')).split('\n\n')
    expect(wordsOf(caption!)).toHaveLength(30)
    expect([...(await textOf('A post of 5,000 characters about: boots'))]).toHaveLength(5000)
  })

  test('are whole sentences about the trade or occasion of the prompt', async () => {
    const bread = await textOf('Write a social media post about: sourdough, fresh at seven')
    expect(bread).toMatch(/oven|crust/)
    expect(bread).toContain('#FreshlyBaked')
    const job = await textOf('Write a social media post about: We are hiring a baker for weekends')
    expect(job).toContain('are hiring a baker for weekends')
    expect(job).toContain('#NowHiring')
    expect(job).not.toMatch(/oven|crust/)
    for (const text of [bread, job]) expect(text.split('\n\n')[1]).toMatch(/[.!?]$/)
  })

  test('rewrite a text in its own sentences', async () => {
    const text = 'We have scones today. They are warm. Come and see us!\n\n#Scones'
    const rewrite = (how: string) => textOf(`Rewrite the post. ${how} in all.\n<about>\n${text}\n</about>`)
    expect(await rewrite('Make it shorter: about 8 words')).toBe(
      'We have scones today. They are warm.\n\n#Scones',
    )
    const longer = await rewrite('Make it longer: about 25 words')
    expect(longer).toStartWith('We have scones today. They are warm. Come and see us! ')
    expect(longer).toEndWith('\n\n#Scones')
    expect(wordsOf(longer).length).toBeWithin(25, 29)
    expect(await rewrite('Say it in other words: about 12 words')).toContain('Pay us a visit!')
  })

  test('return a whole completion with usage', async () => {
    const { status, headers, body } = await chat()
    expect(status).toBe(200)
    expect(headers.get('x-request-id')).toMatch(/^req_/)
    expect(body).toMatchObject({
      id: expect.stringMatching(/^chatcmpl-/),
      object: 'chat.completion',
      model: 'gpt-4o',
      choices: [
        { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: expect.any(String) } },
      ],
      usage: { total_tokens: body.usage.prompt_tokens + body.usage.completion_tokens },
    })
  })

  test('stream the same text until [DONE], with usage on request', async () => {
    const { body } = await chat()
    const { headers, text } = await chat({ stream: true, stream_options: { include_usage: true } })
    expect(headers.get('content-type')).toStartWith('text/event-stream')
    const data = events(text)
    expect(data.pop()).toBe('[DONE]')
    const chunks = data.map(each => JSON.parse(each))
    expect(chunks.pop()).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } })
    expect(chunks[0].choices[0].delta).toEqual({ role: 'assistant', content: '', refusal: null })
    expect(chunks.at(-1).choices[0].finish_reason).toBe('stop')
    expect(chunks.map(({ choices }) => choices[0].delta.content ?? '').join('')).toBe(
      body.choices[0].message.content,
    )
  })

  test('stop at the maximum tokens', async () => {
    const { body } = await chat({ max_completion_tokens: 5 })
    expect(body.choices[0].finish_reason).toBe('length')
    expect(wordsOf(body.choices[0].message.content)).toHaveLength(5)
  })

  test.each([
    [{ model: undefined }, 'you must provide a model parameter'],
    [{ model: 'gpt-3' }, 'The model `gpt-3` does not exist or you do not have access to it.'],
    [{ messages: undefined }, "Missing required parameter: 'messages'."],
    [{ messages: [] }, "Invalid 'messages': empty array."],
    [{ messages: [{ role: 'boss', content: '' }] }, "Invalid value: 'boss'."],
    [{ messages: [{ role: 'user' }] }, "Missing required parameter: 'messages[0].content'."],
    [{ colour: 'red' }, 'Unrecognized request argument supplied: colour'],
    [{ temperature: 3 }, "Invalid 'temperature': decimal above maximum value. Expected a value <= 2"],
    [{ temperature: 'hot' }, "Invalid type for 'temperature'"],
    [
      { model: 'gpt-6-luna', temperature: 0.7 },
      "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported.",
    ],
    [{ model: 'gpt-6-luna', max_tokens: 5 }, "Unsupported parameter: 'max_tokens' is not supported"],
    [{ stream_options: {} }, "The 'stream_options' parameter is only allowed when 'stream' is enabled."],
    [{ max_completion_tokens: 0 }, "Invalid 'max_completion_tokens'"],
    [{ stream: 'yes' }, "Invalid type for 'stream'"],
  ])('refuse %o', async (more, words) => {
    const { status, body } = await chat(more)
    expect([400, 404]).toContain(status)
    expect(Object.keys(body.error)).toEqual(['message', 'type', 'param', 'code'])
    expect(body.error.message).toStartWith(words)
  })

  test('require a well-formed key', async () => {
    const statusFor = (authorization: string) =>
      ask('chat/completions', { model: 'gpt-4o', messages: prompt('Hi') }, authorization)
    expect(await statusFor('')).toMatchObject({ status: 401, body: { error: { code: null } } })
    expect(await statusFor('Bearer nonsense')).toMatchObject({
      status: 401,
      body: { error: { code: 'invalid_api_key', message: expect.stringContaining('nons****ense') } },
    })
    expect((await ask('chat/completions', '{')).status).toBe(400)
  })
})

describe('faults of chat', () => {
  test('distinguishes a used-up quota from too many requests', async () => {
    await sandbox.fault('openai', 'chat', 'quota')
    expect(await chat()).toMatchObject({ status: 429, body: { error: { code: 'insufficient_quota' } } })
    await sandbox.fault('openai', 'chat', 'error', { status: 429 })
    expect(await chat()).toMatchObject({ status: 429, body: { error: { code: 'rate_limit_exceeded' } } })
    await sandbox.fault('openai', 'chat', 'error')
    expect(await chat()).toMatchObject({ status: 500, body: { error: { type: 'server_error' } } })
  })

  test('ends a stream with an error, a cut or a content filter', async () => {
    await sandbox.fault('openai', 'chat', 'stream-error')
    const broken = events((await chat({ stream: true })).text)
    expect(JSON.parse(broken.at(-1)!).error.type).toBe('server_error')
    await sandbox.fault('openai', 'chat', 'stream-cut')
    await expect(chat({ stream: true })).rejects.toThrow()
    await sandbox.fault('openai', 'chat', 'content-filter')
    const filtered = events((await chat({ stream: true })).text)
    expect(JSON.parse(filtered.at(-2)!).choices[0].finish_reason).toBe('content_filter')
  })

  test('records a client that leaves a stream early', async () => {
    await sandbox.fault('openai', 'chat', 'slow', { ms: 60_000 })
    const leaving = new AbortController()
    const response = fetch(`${sandbox.url}/openai/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'gpt-4o', messages: prompt('Hi'), stream: true }),
      headers: { authorization: KEY, 'content-type': 'application/json' },
      signal: leaving.signal,
    })
    const lastRequest = () => sandbox.world.requests.at(-1)
    while (!lastRequest()) await Promise.race([response, Bun.sleep(5)])
    leaving.abort()
    await response.catch(() => {})
    while (!lastRequest()?.hungUp) await Bun.sleep(5)
    expect(lastRequest()).toMatchObject({ path: '/openai/v1/chat/completions', hungUp: true })
  })
})

test('flags violent words by category', async () => {
  const { body } = await ask('moderations', { input: ['Fresh bread', 'I will kill you'] })
  expect(body.results.map(({ flagged }: { flagged: boolean }) => flagged)).toEqual([false, true])
  expect(body.results[1].categories).toMatchObject({ violence: true, hate: false })
  expect((await ask('moderations', {})).status).toBe(400)
  await sandbox.fault('openai', 'moderations', 'flagged')
  expect((await ask('moderations', { input: 'Fresh bread' })).body.results[0].flagged).toBe(true)
})

test('returns the shutdown date of models', async () => {
  const get = (path: string) => sandbox.ask(`/openai/v1/${path}`, { headers: { authorization: KEY } })
  expect((await get('models/gpt-4o')).body).toEqual({
    id: 'gpt-4o',
    object: 'model',
    created: expect.any(Number),
    owned_by: 'openai',
    shutdown_date: '2027-01-14',
  })
  expect((await get('models')).body.data).toContainEqual(
    expect.objectContaining({ id: 'gpt-6-luna', shutdown_date: null }),
  )
  expect((await get('models/gpt-3')).body.error.code).toBe('model_not_found')
  expect((await get('nonsense')).status).toBe(404)
})
