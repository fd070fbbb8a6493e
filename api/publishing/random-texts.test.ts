import { expect, test } from 'bun:test'
import fc from 'fast-check'

import { isWhole } from '#api/test/in-verify.ts'
import { picture, publishingApp } from '#api/test/publishing.ts'
import { NETWORK_IDS, networks } from '#shared/networks.ts'
import { COMMENTED_NETWORKS, commentLimit } from '#shared/posts/first-comments.ts'

/** For each network, and for each kind of text. */
const TEXTS = isWhole ? 40 : 6
/** Hashtags, mentions and digits have rules of their own. */
const character = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom('a', ' ', '\n', '👍🏽', '👩‍👩‍👧', '🇦🇺', 'e\u0301', '日', '\u00A0', '\u200B', '\r\n', '&', '<'),
  )
  .map(text => text.replaceAll(/[#@＃\p{Cc}\p{N}+()]/gu, '.'))

/** Texts of about `limit` characters, by each way to count them. */
const textAbout = (limit: number) =>
  fc
    .tuple(
      fc.array(character, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: -2, max: 2 }),
      fc.boolean(),
    )
    .map(([characters, over, isInCodePoints]) => {
      const text = `x${characters.join('')}`
      const length = isInCodePoints ? [...text].length : text.length
      const missing = (limit + over) % length
      return `${text.repeat(Math.floor((limit + over) / length))}${'x'.repeat(missing)}`
    })

test('accepts random texts of about the limit only if their network does', async () => {
  const app = await publishingApp({ networks: [...NETWORK_IDS] })
  const photo = await picture('red')
  let rejected = 0
  const accepted: string[] = []
  const tryOut = async (platform: { platform: string; message: string; firstComment?: string }) => {
    const response = await app.send({ platforms: [platform as never], media: [photo] })
    const body = (await response.json()) as { postId: string; message: string }
    if (response.ok) return accepted.push(body.postId)
    // Facebook's limit in emoji has twice as many code units as a message may have at all.
    expect(body.message).toMatch(platform.message.length > 100_000 ? /too long/ : /exceeds/)
    rejected++
  }
  for (const platform of NETWORK_IDS)
    for (const message of fc.sample(textAbout(networks[platform].maxChars), TEXTS))
      await tryOut({ platform, message })
  for (const platform of COMMENTED_NETWORKS)
    for (const firstComment of fc.sample(textAbout(commentLimit([platform])), TEXTS))
      await tryOut({ platform, message: `Hello ${accepted.length}`, firstComment })
  await app.run()
  for (let hours = 0; hours < 3; hours++) {
    app.clock.advance(3_600_000)
    await app.run()
  }
  for (const id of accepted) {
    const [delivery] = (await app.read(id)).deliveries
    expect(delivery).toMatchObject({ state: 'published', reason: '' })
    if (delivery?.firstComment) expect(delivery.firstComment).toMatchObject({ state: 'added' })
  }
  expect([accepted.length > 3, rejected > 3]).toEqual([true, true])
})
