import { mediaError } from './instagram-error.ts'

const MAX_LENGTH = 2200
const MAX_HASHTAGS = 30
const MAX_MENTIONS = 20

export function checkCaption(caption: string): void {
  const hashtags = caption.match(/#[\p{L}\p{N}_]+/gu)?.length ?? 0
  const mentions = caption.match(/(?<![\w.])@[\w.]+/g)?.length ?? 0
  if (caption.length > MAX_LENGTH) throw tooMuch(`The caption is longer than ${MAX_LENGTH} characters.`)
  if (hashtags > MAX_HASHTAGS) throw tooMuch(`The caption has more than ${MAX_HASHTAGS} hashtags.`)
  if (mentions > MAX_MENTIONS) throw tooMuch(`The caption has more than ${MAX_MENTIONS} mentions.`)
}

const tooMuch = (message: string) => mediaError(36004, 2207010, 'Caption too long', message)
