import { z } from 'astro/zod'

/** An amount of money. The message is for those who write 1.290,00 or $1,290. */
export const Amount = z.number({
  error: 'Write a number such as 1290, without a sign, a separator or quotes.',
})
