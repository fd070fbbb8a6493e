import { eq } from 'drizzle-orm'

import { replyPrompt } from '#api/ai/prompt.ts'
import { type TextEvent, writeText } from '#api/ai/write-text.ts'
import { readVoice } from '#api/businesses/domains.ts'
import type { UserContext } from '#api/context.ts'
import { domains } from '#api/db/schema/businesses/domains.ts'
import { describeVoice } from '#shared/businesses/voice.ts'
import { networks } from '#shared/networks.ts'
import { graphemePrefix } from '#shared/text/graphemes.ts'
import { loadItem } from './list.ts'

const MAX_MATERIAL = 4000

/**
 * Yields an answer while AI writes it. Neither sends nor stores it, because a person reads it first.
 * @throws {DomainError} as `writeText` and `loadItem`
 */
export async function* draftReply(
  ctx: UserContext,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<TextEvent> {
  const item = await loadItem(ctx, id, { permission: 'publish' })
  const [business] = await ctx.db
    .select({ name: domains.businessName })
    .from(domains)
    .where(eq(domains.id, item.domainId))
  const written = graphemePrefix(item.text, MAX_MATERIAL) || 'No text, only stars.'
  const maxChars = networks[item.network].inbox?.maxChars ?? 0
  const voice = describeVoice(await readVoice(ctx, item.domainId))
  const prompt = replyPrompt({ written, business: business?.name ?? '', voice, stars: item.stars, maxChars })
  yield* writeText(ctx, { prompt, material: written, maxChars }, signal)
}
