import { ZxcvbnFactory } from '@zxcvbn-ts/core'

const MAX_SCORE = 4
/** Common passwords always score 0, because attackers try them first. */
const COMMON_SCORE = 0
const LABELS = ['Very easy to guess', 'Easy to guess', 'Could be stronger', 'Strong', 'Very strong'] as const
const IS_STRONG = 3

/** `score` is zxcvbn's, from 0 to 4. `advice` is set if a better choice is suggested. */
export type Strength = { score: number; label: string; advice?: string }

/** Estimates how hard a password is to guess for an attacker who knows the `personal` words. */
export type EstimateStrength = (password: string, personal: string[]) => Strength

/** @param common the most common passwords, most common first */
export function strengthEstimator(common: string[]): EstimateStrength {
  const isCommon = new Set(common)
  const zxcvbn = new ZxcvbnFactory({ dictionary: { common } })

  return (password, personal) => {
    if (isCommon.has(password.toLowerCase()))
      return {
        score: COMMON_SCORE,
        label: LABELS[COMMON_SCORE],
        advice: 'This is one of the most common passwords, which attackers try first. Please choose another.',
      }
    const { score, sequence } = zxcvbn.check(password, personal.flatMap(partsOf))
    const strength = { score: Math.min(score, MAX_SCORE), label: LABELS[score] }
    if (score >= IS_STRONG) return strength
    const isPersonal = sequence.some(match => match['dictionaryName'] === 'userInputs')
    return {
      ...strength,
      advice: isPersonal
        ? 'Your name or email is easy to guess. Leave it out, or add a few unrelated words.'
        : 'Three or four unrelated words are hard to guess and easy to remember.',
    }
  }
}

/** Returns the whole text and each of its words. */
const partsOf = (text: string) => [text, ...text.split(/[\s@.+_-]+/)].filter(part => part !== '')

/** Loads the list of common passwords. Rejects if it can't be loaded; the form then shows no meter. */
export async function loadEstimator(): Promise<EstimateStrength> {
  const response = await fetch('/common-passwords.txt')
  if (!response.ok) throw new Error(`The list of common passwords responded with ${response.status}`)
  return strengthEstimator((await response.text()).split('\n'))
}
